import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDb } from '../src/store/engines/db.ts'
import { migrate } from '../src/store/schema.ts'
import { commandLine, type Ended, quickClock } from './support/command-line.ts'
import { deal, gmp, ipo } from './support/lines.ts'
import { FULL, NOT_ROOT, needs, ON_POSTGRES, ON_SQLITE, skipWithout } from './support/needs.ts'
import { start } from './support/processes.ts'
import { type Line, recordAll } from './support/record.ts'
import { startTestService } from './support/service.ts'
import { futureStoreUrl, openStore, temporaryFolder } from './support/store.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NOW = '2025-03-20T06:00:00.000Z'

const pathOf = (url: string) => url.slice('sqlite:'.length)
const runOn = (url: string) => commandLine({ DATABASE_URL: url }, quickClock(NOW))
const exported = async (url: string) => (await runOn(url)('export')).stdout
/** A path for a store or a file in a new folder. */
const newPlace = (name: string) => join(temporaryFolder(), name)

const LINES: readonly Line[] = [
  ipo('acorn-mills', { recordedAt: '2025-03-01T06:00:00.000Z' }),
  gmp('acorn-mills', '2025-03-10', 12.5, 'IPOWatch', { recordedAt: '2025-03-10T06:00:00.000Z' }),
]

async function storeWith(lines: readonly Line[]): Promise<string> {
  const url = await futureStoreUrl()
  const db = openDb(url)
  await migrate(db)
  if (lines.length > 0) await recordAll(db, NOW, lines)
  await db.destroy()
  return url
}

const settled = { code: 0, stderr: '' }
/** Without the marker of a store's last commit, which no other store needs. */
const filesIn = (folder: string) => readdirSync(folder).sort()

/** Expects a refusal with this message, and no change in these folders. */
async function expectRefused(command: () => Promise<Ended>, sentence: RegExp, folders: readonly string[]) {
  const before = folders.map(filesIn)
  const { code, stdout, stderr } = await command()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(sentence)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(folders.map(filesIn)).toEqual(before)
}

describe('on PostgreSQL', () => {
  needs(ON_POSTGRES)

  test.each([
    ['backup', /^greymark backup: DATABASE_URL is a PostgreSQL database: .*pg_dump.*pg_basebackup/],
    ['restore', /^greymark restore: DATABASE_URL is a PostgreSQL database: .*pg_restore/],
  ])('%s names the native tools, shows no password, and exits with 2', async (command, sentence) => {
    const url = new URL(await futureStoreUrl())
    url.password = 'topsecret'
    const { code, stdout, stderr } = await runOn(url.href)(command, newPlace('backup.db'))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toContain('docs/operating.md')
    expect(stderr).not.toContain('topsecret')
  })
})

describe('a backup', () => {
  needs(ON_SQLITE)

  test('restored elsewhere is the same store, with facts and raw answers', async () => {
    const url = await storeWith(LINES)
    const file = newPlace('greymark-backup.db')
    expect(await runOn(url)('backup', file)).toEqual({
      ...settled,
      stdout: expect.stringMatching(/^backed up to .+: market version 1, 2 facts, \d+\.\d kB, checked\n$/),
    })
    expect(filesIn(dirname(file))).toEqual(['greymark-backup.db'])
    const elsewhere = `sqlite:${join(temporaryFolder(), 'new/folder/greymark.db')}`
    expect(await runOn(elsewhere)('restore', file)).toEqual({
      ...settled,
      stdout: expect.stringMatching(/^restored .+ from .+: market version 1, 2 facts, checked\n$/),
    })
    expect(filesIn(dirname(pathOf(elsewhere)))).toEqual(['greymark.db'])
    expect(await exported(elsewhere)).toBe(await exported(url))
    expect(await exported(url)).not.toBe('')
  })

  test('is one file that can be stored on a read-only medium', async () => {
    const file = newPlace('backup.db')
    await runOn(await storeWith(LINES))('backup', file)
    // Bytes 18 and 19 of a SQLite file give its journal mode: 1 rollback journal, 2 write-ahead log.
    expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
  })

  test('replaces an older one only with --force', async () => {
    const url = await storeWith(LINES)
    const file = newPlace('backup.db')
    writeFileSync(file, 'the last backup')
    await expectRefused(() => runOn(url)('backup', file), /^greymark backup: .+ already exists: .*--force/, [
      dirname(file),
    ])
    expect(readFileSync(file, 'utf8')).toBe('the last backup')
    expect(await runOn(url)('backup', file, '--force')).toMatchObject(settled)
    expect(statSync(file).size).toBeGreaterThan(1000)
  })

  test('never replaces the store itself or the files beside it', async () => {
    const { url } = await startTestService({ now: NOW, lines: LINES })
    const store = pathOf(url)
    const linked = newPlace('link.db')
    symlinkSync(store, linked)
    for (const file of [store, linked, `${store}-wal`])
      await expectRefused(() => runOn(url)('backup', file, '--force'), /is the store itself/, [
        dirname(store),
      ])
  })

  test.each<[string, () => string, RegExp]>([
    ['in a folder that is not there', () => newPlace('no/backup.db'), /there is no folder /],
    ['that is a folder', temporaryFolder, /is not a file that can be replaced/],
  ])('to a file %s is refused with a message', async (_name, fileOf, sentence) => {
    const file = fileOf()
    const run = runOn(await storeWith(LINES))
    await expectRefused(() => run('backup', file), sentence, [
      existsSync(file) ? file : dirname(dirname(file)),
    ])
  })

  test('to a folder without write permission leaves nothing', async ({ skip }) => {
    skipWithout(skip, NOT_ROOT)
    const file = newPlace('backup.db')
    chmodSync(dirname(file), 0o555)
    onTestFinished(() => chmodSync(dirname(file), 0o755))
    const run = runOn(await storeWith(LINES))
    await expectRefused(() => run('backup', file), /cannot write in /, [dirname(file)])
  })

  test('without enough disk space leaves nothing', async () => {
    const many = Array.from({ length: 8000 }, (_, i) => deal('2025-03-10', { clientName: `FUND ${i}` }))
    const url = await storeWith(many)
    const file = newPlace('backup.db')
    // In blocks of 512 or 1024 bytes: less than the size of the store in both cases.
    const child = spawn(
      'sh',
      ['-c', `ulimit -f 1000; exec "$0" bin/greymark.js backup "$1"`, process.execPath, file],
      {
        cwd: ROOT,
        env: { PATH: process.env.PATH, DATABASE_URL: url },
      },
    )
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^greymark backup: cannot write .+backup\.db: .+; check the disk/)
    expect(filesIn(dirname(file))).toEqual([])
  })

  test('of a missing store creates none', async () => {
    const url = await futureStoreUrl()
    const file = newPlace('backup.db')
    await expectRefused(() => runOn(url)('backup', file), /there is no store at /, [
      dirname(file),
      dirname(pathOf(url)),
    ])
  })

  test.each<[string, (store: string) => Promise<void>, RegExp]>([
    [
      'whose version and facts disagree',
      spoilVersion,
      /its market version is 7, but its newest facts came in round 1/,
    ],
    ['with a damaged page', async (store) => spoilPages(store), /is damaged|malformed/],
  ])('of a store %s is refused, and an older backup is kept', async (_name, spoil, sentence) => {
    const url = await storeWith(LINES)
    await spoil(pathOf(url))
    const file = newPlace('backup.db')
    writeFileSync(file, 'the last backup')
    await expectRefused(() => runOn(url)('backup', file, '--force'), sentence, [dirname(file)])
    expect(readFileSync(file, 'utf8')).toBe('the last backup')
  })

  test.each([
    ['no file', [], /give FILE/],
    ['two files', ['a', 'b'], /one argument too many/],
    ['an unknown option', ['a', '--frob'], /no option "--frob"/],
  ])('with %s exits with 2 and a message', async (_name, args, sentence) => {
    const run = runOn(await futureStoreUrl())
    for (const command of ['backup', 'restore']) {
      const { code, stdout, stderr } = await run(command, ...args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(sentence)
    }
  })
})

async function spoilVersion(store: string): Promise<void> {
  const db = openDb(`sqlite:${store}`)
  await sql`update market_version set version = 7`.execute(db)
  await db.destroy()
}

/** Overwrites all pages from the third on, including those of tables. */
function spoilPages(store: string): void {
  const bytes = readFileSync(store)
  bytes.fill(0xa5, 3 * 4096)
  writeFileSync(store, bytes)
}

/** An import in a separate process, whose input stays open until it is ended. */
function startImport(url: string): {
  readonly child: ChildProcess
  end(lines: readonly Line[]): Promise<void>
} {
  const child = start(['import', '-'], { DATABASE_URL: url })
  return {
    child,
    async end(lines) {
      const closed = once(child, 'close')
      child.stdin?.end(ndjson(lines))
      expect(await closed).toEqual([0, null])
    },
  }
}

const ndjson = (lines: readonly Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Deals with times of their own, so that later imports come later in an export. */
const dealsOf = (part: number, count: number, client = 'FUND'): Line[] =>
  Array.from({ length: count }, (_, i) =>
    deal('2025-03-10', {
      clientName: `${client} ${part}-${i}`,
      recordedAt: new Date(Date.parse('2025-03-11T00:00:00.000Z') + part * 1000).toISOString(),
    }),
  )

/** Returns the facts of a store up to a market version, as an export writes them. */
async function exportsByVersion(url: string): Promise<(version: number) => string> {
  const db = await openStore(url)
  const rounds = await db.selectFrom('rounds').select(['id', 'rows_kept']).execute()
  const lines = (await exported(url)).split('\n').map((line) => `${line}\n`)
  return (version) => {
    const kept = rounds.filter(({ id }) => id <= version).reduce((sum, round) => sum + round.rows_kept, 0)
    return lines.slice(0, kept).join('')
  }
}

describe('while an import runs', () => {
  needs(ON_SQLITE)

  async function backedUp(url: string, n: number): Promise<{ version: number; facts: string }> {
    const file = newPlace(`backup-${n}.db`)
    const { code, stdout, stderr } = await runOn(url)('backup', file)
    expect({ code, stderr }).toEqual(settled)
    const elsewhere = `sqlite:${newPlace('greymark.db')}`
    expect(await runOn(elsewhere)('restore', file)).toMatchObject(settled)
    return { version: Number(/market version (\d+)/.exec(stdout)?.[1]), facts: await exported(elsewhere) }
  }

  test('a backup contains nothing of it, although half of it is written already', async ({ skip }) => {
    skipWithout(skip, FULL)
    const url = await storeWith(LINES)
    const before = await exported(url)
    const { child, end } = startImport(url)
    // More than SQLite keeps in memory.
    child.stdin?.write(ndjson(dealsOf(1, 16_000, 'FUND '.repeat(90))))
    const log = `${pathOf(url)}-wal`
    await expect.poll(() => statSync(log).size).toBeGreaterThan(1_000_000)
    expect(await backedUp(url, 1)).toEqual({ version: 1, facts: before })
    await end([])
    const after = await backedUp(url, 2)
    expect(after).toEqual({ version: 2, facts: await exported(url) })
    expect(after.facts.split('\n')).toHaveLength(16_000 + LINES.length + 1)
  })

  test('each backup is the store at exactly one market version', async ({ skip }) => {
    skipWithout(skip, FULL)
    const url = await storeWith(dealsOf(0, 3_000))
    const { url: _, ...service } = await startTestService({ url })
    let isImporting = true
    const importing = (async () => {
      for (let part = 1; part <= 3; part++) await startImport(url).end(dealsOf(part, 500))
      isImporting = false
    })()
    const backups: { version: number; facts: string }[] = []
    while (isImporting) backups.push(await backedUp(url, backups.length))
    await importing
    expect(new Set(backups.map(({ version }) => version)).size).toBeGreaterThan(1)
    const exportUpTo = await exportsByVersion(url)
    for (const { version, facts } of backups) expect(facts === exportUpTo(version)).toBe(true)
    await expect.poll(async () => (await service.json('/health')).marketVersion).toBe('4')
  })
})

describe('a restore', () => {
  needs(ON_SQLITE)

  async function backupOf(lines: readonly Line[]): Promise<string> {
    const file = newPlace('backup.db')
    expect(await runOn(await storeWith(lines))('backup', file)).toMatchObject(settled)
    return file
  }

  test('replaces a store only with --replace, and keeps the old one beside it', async () => {
    const file = await backupOf(LINES)
    const url = await storeWith(dealsOf(1, 3))
    const [store, old] = [pathOf(url), await exported(url)]
    await expectRefused(() => runOn(url)('restore', file), /already exists: use --replace/, [dirname(store)])
    expect(await exported(url)).toBe(old)
    chmodSync(store, 0o640)
    const { stdout } = await runOn(url)('restore', file, '--replace')
    const [, aside = ''] = /the previous store is kept as (.+): remove it/.exec(stdout) ?? []
    expect(basename(aside)).toMatch(/^greymark\.db\.before-restore-20250320T\w+Z$/)
    expect(filesIn(dirname(store))).toEqual(['greymark.db', basename(aside)])
    expect((await exported(url)).split('\n')).toHaveLength(LINES.length + 1)
    expect(await exported(`sqlite:${aside}`)).toBe(old)
    expect(statSync(store).mode & 0o777).toBe(0o640)
  })

  test('does not change the backup, and works with a read-only one', async () => {
    const file = await backupOf(LINES)
    chmodSync(file, 0o400)
    const before = readFileSync(file)
    const url = await futureStoreUrl()
    expect(await runOn(url)('restore', file)).toMatchObject(settled)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(filesIn(dirname(file))).toEqual([basename(file)])
    expect(await runOn(url)('import', '--dry-run', '-')).toMatchObject(settled)
    expect(statSync(pathOf(url)).mode & 0o200).toBe(0o200)
  })

  test('is refused while a server has the store open, even an idle one', async () => {
    const file = await backupOf(LINES)
    const { url, json } = await startTestService({ now: NOW, lines: dealsOf(1, 3) })
    const before = await exported(url)
    const { code, stderr } = await runOn(url)('restore', file, '--replace')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^greymark restore: another process has .+ open: stop the servers/)
    expect(filesIn(dirname(pathOf(url))).filter((name) => /restor/.test(name))).toEqual([])
    expect(await exported(url)).toBe(before)
    expect((await json('/health')).ok).toBe(true)
  })

  test('is refused while another process imports', async () => {
    const file = await backupOf(LINES)
    const url = await storeWith(dealsOf(1, 3))
    const { child, end } = startImport(url)
    child.stdin?.write(ndjson(dealsOf(2, 100)))
    await expect.poll(() => existsSync(`${pathOf(url)}-shm`)).toBe(true)
    expect((await runOn(url)('restore', file, '--replace')).stderr).toMatch(/another process has .+ open/)
    await end([])
    expect((await exported(url)).split('\n')).toHaveLength(103 + 1)
  })

  test.each<[string, (file: string) => void | Promise<void>, RegExp]>([
    [
      'is no SQLite file',
      (file) => writeFileSync(file, 'facts and figures\n'.repeat(999)),
      /is no store of Greymark, or is d/,
    ],
    ['is empty', (file) => writeFileSync(file, ''), /is no store of Greymark/],
    ['is cut short', (file) => truncateSync(file, 40_960), /is damaged|or is damaged/],
    ['is spoiled', spoilPages, /is damaged|or is damaged/],
    ['is of another program', makeForeign, /is no store of Greymark/],
    [
      'is of a newer release',
      makeNewer,
      /was written by a newer Greymark \(its schema has "999-future"\): upgrade/,
    ],
    ['contradicts itself', spoilVersion, /its market version is 7/],
    [
      'lacks its last changes',
      (file) => writeFileSync(`${file}-wal`, 'x'),
      /make a backup of it with "greymark backup"/,
    ],
  ])('of a file that %s is refused, and the store does not change', async (_name, spoil, sentence) => {
    const file = await backupOf(LINES)
    await spoil(file)
    const url = await storeWith(dealsOf(1, 3))
    const before = await exported(url)
    await expectRefused(() => runOn(url)('restore', file, '--replace'), sentence, [dirname(pathOf(url))])
    expect(await exported(url)).toBe(before)
  })

  test.each<[string, (store: string) => void | Promise<void>]>([
    ['that is no SQLite file any more', (store) => writeFileSync(store, 'spoiled\n'.repeat(999))],
    ['with damaged pages', spoilPages],
    ['that is gone, but left its log', leaveOnlyLog],
  ])('repairs a store %s', async (_name, spoil) => {
    const file = await backupOf(LINES)
    const url = await storeWith(dealsOf(1, 3))
    const store = pathOf(url)
    await spoil(store)
    expect(await runOn(url)('restore', file)).toMatchObject({ code: 1 })
    const left = filesIn(dirname(store)).length
    expect(await runOn(url)('restore', file, '--replace')).toMatchObject(settled)
    expect((await exported(url)).split('\n')).toHaveLength(LINES.length + 1)
    expect(filesIn(dirname(store)).length).toBeGreaterThanOrEqual(left)
  })

  test('of a missing file, of a folder or of the store itself is refused', async () => {
    const url = await storeWith(LINES)
    const store = pathOf(url)
    for (const [file, sentence] of [
      [newPlace('none.db'), /there is no file /],
      [temporaryFolder(), /is not a file/],
      [store, /is the store itself/],
    ] as const)
      await expectRefused(() => runOn(url)('restore', file, '--replace'), sentence, [dirname(store)])
  })
})

async function makeNewer(file: string): Promise<void> {
  const db = openDb(`sqlite:${file}`)
  await sql`insert into schema_migrations (name) values ('999-future')`.execute(db)
  await db.destroy()
}

async function makeForeign(file: string): Promise<void> {
  writeFileSync(file, '')
  const db = openDb(`sqlite:${file}`)
  await sql`create table songs (name text)`.execute(db)
  await db.destroy()
}

/** As if somebody had removed the file by hand. A remaining log would damage any other file of that name. */
async function leaveOnlyLog(store: string): Promise<void> {
  const db = openDb(`sqlite:${store}`)
  await recordAll(db, NOW, dealsOf(9, 50))
  copyFileSync(`${store}-wal`, `${store}-kept`)
  await db.destroy()
  rmSync(store)
  renameSync(`${store}-kept`, `${store}-wal`)
}
