import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
/** What it makes. The types of the client stand in `src`, where the compiler and editors find them. */
const TYPES = 'src/client/types.ts'
const OUTPUTS = ['dist/**', TYPES]
/** From what the last complete build was made, and what it made. `npm ci` removes it, and builds. */
const RECORD = 'node_modules/.cache/greymark-build.json'

const filesOf = (patterns: readonly string[]): string[] =>
  globSync(patterns)
    .filter((path) => statSync(path).isFile())
    .sort()

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const path of filesOf(INPUTS).filter((path) => path !== TYPES))
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Taken before the build, so that a file that is changed meanwhile counts as changed. */
const inputs = hashOfInputs()
/** The inputs, and the size of each file that was made of them. */
const record = () => JSON.stringify([inputs, ...filesOf(OUTPUTS).map((path) => [path, statSync(path).size])])
const isBuilt = () => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === record()

if (process.argv.includes('--always') || !isBuilt()) {
  rmSync(RECORD, { force: true })
  await import('./main.ts')
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, record())
}
