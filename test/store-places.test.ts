import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Ended, quickClock, runHere } from './support/command-line.ts'
import { dependencyFolders } from './support/installed-package.ts'
import { ipo } from './support/lines.ts'
import { isOpenToAll } from './support/postgres/server.ts'
import { ended, type ProcessEnded } from './support/processes.ts'
import { recordAll } from './support/record.ts'
import { openStore, temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NOW = '2026-01-15T06:00:00.000Z'
/** Root can write everything, so commands that must not are run as nobody. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
const FACT = `${JSON.stringify(ipo('beta'))}\n`

const runAt = (path: string, args: readonly string[], stdin = ''): Promise<Ended> =>
  runHere(args, { env: { DATABASE_URL: `sqlite:${path}`, METRICS: 'off' }, now: quickClock(NOW), stdin })

let program = { node: process.execPath, folder: ROOT }

/** A copy of Node and of the program where another user can reach it: root's checkout may lie in a folder of root's own. */
function copyForOthers(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'greymark-test-'))
  chmodSync(folder, 0o755)
  program = { node: join(folder, 'node'), folder }
  cpSync(process.execPath, program.node)
  for (const name of ['bin', 'dist', 'docs', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const [name, place] of dependencyFolders(ROOT))
    cpSync(place, join(folder, 'node_modules', name), { recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
}

beforeAll(() => (OTHER_USER && !isOpenToAll(ROOT) ? copyForOthers() : undefined))

function runAsNobody(path: string, args: readonly string[], stdin = ''): Promise<ProcessEnded> {
  const env = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${path}`, METRICS: 'off', PORT: '0' }
  const child = spawn(program.node, ['bin/greymark.js', ...args], { cwd: program.folder, env, ...OTHER_USER })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  return ended(child)
}

async function storeIn(folder: string): Promise<string> {
  const path = join(folder, 'greymark.db')
  const db = await openStore(`sqlite:${path}`)
  await recordAll(db, NOW, [ipo('alpha')])
  await db.destroy()
  return path
}

describe('a read-only store', () => {
  async function readOnlyStore(): Promise<string> {
    const folder = temporaryFolder()
    const path = await storeIn(folder)
    chmodSync(path, 0o444)
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    return path
  }

  test.each([
    { args: ['show', 'alpha', '--json'], said: /"slug":"alpha"/ },
    { args: ['export'], said: /"slug":"alpha"/ },
    { args: ['sources'], said: /nse-issues/ },
    { args: ['refusals'], said: /no refused rows/ },
    { args: ['prune', '--older-than', '90', '--dry-run'], said: /0 answers/ },
  ])('can be read by $args.0', async ({ args, said }) => {
    const path = await readOnlyStore()
    const before = readFileSync(path)
    const { code, stdout, stderr } = await runAsNobody(path, args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(said)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('can be backed up', async () => {
    const path = await readOnlyStore()
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    const copy = join(folder, 'copy.db')
    expect(await runAsNobody(path, ['backup', copy])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^the backup is complete, but its time could not be recorded .+\n$/),
    })
    expect(await runAt(copy, ['export'])).toEqual(await runAt(path, ['export']))
  })

  test.each([['import', '-'], ['prune', '--older-than', '90'], ['serve']])(
    'is refused by %s with a message',
    async (...args) => {
      const { code, stderr } = await runAsNobody(await readOnlyStore(), args, FACT)
      expect(code).toBe(1)
      expect(stderr).toMatch(/^greymark \w+: the store cannot be used: .*to write the file/)
    },
  )
})

describe('a place where no store can be created', () => {
  test.each([['import', '-'], ['serve'], ['restore', 'BACKUP']])(
    'below a file: %s names the missing folder and the reason',
    async (...args) => {
      const folder = temporaryFolder()
      const file = join(folder, 'letter.txt')
      writeFileSync(file, 'Dear reader')
      const backup = await storeIn(folder)
      const named = args.map((arg) => (arg === 'BACKUP' ? backup : arg))
      const { code, stderr } = await runAt(join(file, 'data', 'greymark.db'), named, FACT)
      expect(code).toBe(1)
      expect(stderr).toMatch(/letter\.txt/)
      expect(stderr).toMatch(/is not a folder|not a directory/)
      expect(stderr).not.toMatch(/\n\s+at /)
    },
  )

  test.runIf(existsSync('/proc/self'))('in /proc: import ends with a message', async () => {
    const { code, stderr } = await runAt('/proc/nothing/greymark.db', ['import', '-'], FACT)
    expect(code).toBe(1)
    expect(stderr).toMatch(/the folder \/proc\/nothing does not exist and cannot be created/)
  })

  test('doctor reports that the place is below a file', async () => {
    const file = join(temporaryFolder(), 'letter.txt')
    writeFileSync(file, 'Dear reader')
    const { code, stdout } = await runAt(join(file, 'data', 'greymark.db'), ['doctor'])
    expect(code).toBe(1)
    expect(stdout).toContain('letter.txt is not a folder')
  })
})

describe('a file without a store', () => {
  const READING = [
    ['show', 'alpha'],
    ['export'],
    ['sources'],
    ['refusals'],
    ['prune', '--older-than', '90'],
    ['prune', '--older-than', '90', '--dry-run'],
    ['import', '-', '--dry-run'],
    ['replay', 'nse-issues', '--dry-run'],
  ]

  test.each(READING)('of 0 bytes is refused and not changed by %s', async (...args) => {
    const path = join(temporaryFolder(), 'greymark.db')
    writeFileSync(path, '')
    const { code, stdout, stderr } = await runAt(path, args, FACT)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/is no store of Greymark: it holds no tables of Greymark; check DATABASE_URL/)
    expect(readFileSync(path)).toHaveLength(0)
  })

  test('of 0 bytes becomes a store by the first import', async () => {
    const path = join(temporaryFolder(), 'greymark.db')
    writeFileSync(path, '')
    expect(await runAt(path, ['import', '-'], FACT)).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([...READING, ['import', '-'], ['serve']])(
    'with tables of another program is refused and not changed by %s',
    async (...args) => {
      const folder = temporaryFolder()
      mkdirSync(join(folder, 'place'))
      const path = join(folder, 'place', 'songs.db')
      new Database(path).exec('create table songs (title text)').close()
      const before = readFileSync(path)
      const { code, stderr } = await runAt(path, args, FACT)
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /is no store of Greymark: it holds (no tables of Greymark|tables of another program)/,
      )
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(readdirSync(join(folder, 'place'))).toEqual(['songs.db'])
    },
  )
})
