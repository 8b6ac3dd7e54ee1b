import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Everything that the build reads. What it takes from packages changes with the list of installed ones. */
const INPUTS = [
  'src/**',
  'build/**',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
]
/** What the last complete build was made from, and what it made. `npm ci` removes it, and builds. */
const RECORD = 'node_modules/.cache/greymark-build.json'

interface BuildRecord {
  /** Hash of the names and contents of all inputs. */
  readonly inputs: string
  /** Size of each file, in bytes. */
  readonly outputs: Readonly<Record<string, number>>
}

const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns)
    .filter((path) => statSync(path).isFile())
    .sort()

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const path of filesOf(INPUTS)) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

const sizesOfOutputs = (): BuildRecord['outputs'] =>
  Object.fromEntries(filesOf(['dist/**']).map((path) => [path, statSync(path).size]))

function isBuilt(inputs: string): boolean {
  try {
    const last: BuildRecord = JSON.parse(readFileSync(RECORD, 'utf8'))
    const present = sizesOfOutputs()
    return (
      last.inputs === inputs && Object.entries(last.outputs).every(([path, size]) => present[path] === size)
    )
  } catch {
    return false
  }
}

/** Taken before the build, so that a file that is changed meanwhile counts as changed. */
const inputs = hashOfInputs()
if (process.argv.includes('--always') || !isBuilt(inputs)) {
  rmSync(RECORD, { force: true })
  const { status } = spawnSync(process.execPath, ['build/main.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  mkdirSync(dirname(RECORD), { recursive: true })
  const record: BuildRecord = { inputs, outputs: sizesOfOutputs() }
  writeFileSync(RECORD, JSON.stringify(record))
}
