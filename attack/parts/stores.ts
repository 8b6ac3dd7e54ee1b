import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pick } from '../../src/demo/seeded.ts'
import { openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import { type Env, type ProcessOptions, startGreymark } from '../../test/support/greymark-process.ts'
import { deal, ipo } from '../../test/support/lines.ts'
import { openServer } from '../../test/support/open-server.ts'
import { type Line, recordAll } from '../../test/support/record.ts'
import type { AttackPart } from '../part.ts'
import { badPlaces, type SoundStores, unlock } from '../stores/bad-places.ts'

const NOW = '2026-01-15T06:00:00.000Z'
/** Many times the duration of a command on a busy machine. */
const HANGS_AFTER_MS = 180_000

/** Files that a command may be given: facts, a backup, and one that it makes. */
type Given = Readonly<Record<'facts' | 'backup' | 'made', string>>

/** All commands that use a store. */
const COMMANDS: readonly ((given: Given) => string[])[] = [
  () => ['serve'],
  ({ facts }) => ['import', facts],
  ({ facts }) => ['import', facts, '--dry-run'],
  () => ['export'],
  () => ['show', 'banyan-looms'],
  ({ made }) => ['backup', made],
  ({ backup }) => ['restore', backup],
  ({ backup }) => ['restore', backup, '--replace'],
  () => ['prune', '--older-than', '1'],
  () => ['doctor'],
  () => ['sources'],
  () => ['refusals'],
  () => ['refusals', 'accept', '1'],
  () => ['collect', 'nse-issues'],
  () => ['replay', 'nse-issues'],
]

export const stores: AttackPart = {
  name: 'stores',
  about: 'every command on full, read-only and damaged stores',
  unit: 'commands',
  fullCount: 300,
  sampleCount: 3,
  async run({ count, random, folder, onEnd, tried, fail }) {
    const sound = await makeStores(folder)
    const upstream = await openServer((_request, response) => response.writeHead(404).end())
    onEnd(upstream.close)
    const settings = { METRICS: 'off', PORT: '0', DRAIN_SECONDS: '0', UPSTREAM_BASE: upstream.address }
    chmodSync(folder, 0o755)
    const facts = join(folder, 'more.ndjson')
    writeFileSync(
      facts,
      someFacts(2000, 900)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    )
    for (let i = 0; i < count; i++) {
      const place = pick(random, badPlaces())
      const argsOf = pick(random, COMMANDS)
      const own = join(folder, `case-${i}`, 'place')
      const out = join(folder, `case-${i}`, 'out')
      for (const each of [own, out]) mkdirSync(each, { recursive: true })
      chmodSync(out, 0o777)
      const path = join(own, 'greymark.db')
      const args = argsOf({ facts, backup: sound.backup, made: join(out, 'made.db') })
      const restriction = place.make(path, sound, random)
      const before = readableRows(path, join(folder, 'scratch'))
      const end = await runCommand(args, { ...settings, DATABASE_URL: `sqlite:${path}` }, restriction)
      unlock(path)
      const after = readableRows(path, join(folder, 'scratch'))
      // A restore replaces the store on purpose, and keeps the old one.
      const lost = args[0] === 'restore' && end.code === 0 ? new Set() : before.difference(after)
      const faults = [
        ...faultsOf(end),
        ...(lost.size > 0 ? [`${lost.size} of ${before.size} rows are lost`] : []),
      ]
      const printed = JSON.stringify(end.printed.slice(0, 600))
      fail(
        ...faults.map(
          (fault) => `case ${i}, ${args.join(' ')} on ${place.name}: ${fault}; it printed ${printed}`,
        ),
      )
      rmSync(join(folder, `case-${i}`), { recursive: true, force: true })
      tried()
    }
  },
}

interface CommandEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly printed: string
  readonly isHanging: boolean
}

/** Runs a command to its end; a service is stopped once it listens. */
async function runCommand(
  args: readonly string[],
  env: Env,
  restriction: ProcessOptions,
): Promise<CommandEnd> {
  const { child, ended, printed, hasPrinted } = startGreymark(args, env, restriction)
  child.stdin?.end()
  hasPrinted(/Greymark answers at/).then(
    () => child.kill('SIGTERM'),
    () => undefined,
  )
  let isHanging = false
  const timer = setTimeout(() => {
    isHanging = true
    child.kill('SIGKILL')
  }, HANGS_AFTER_MS)
  const { code, signal } = await ended
  clearTimeout(timer)
  return { code, signal, printed: printed(), isHanging }
}

/** Checks the requirements for every command, whatever is wrong with its store. */
function faultsOf({ code, signal, printed, isHanging }: CommandEnd): string[] {
  if (isHanging) return ['hangs']
  if (signal !== null || code === null) return [`ended by ${signal}`]
  const faults: string[] = []
  if (code > 2) faults.push(`exit code ${code}`)
  if (/\n\s+at .*[:(]/.test(printed)) faults.push('a stack trace')
  if (code !== 0 && printed.trim() === '') faults.push(`exit code ${code} without a word`)
  return faults
}

const TABLES = ['issues', 'issue_facts', 'gmp_reports', 'deals', 'rounds']

/** Every readable row of a store, as text, from a copy, so that reading changes nothing. */
function readableRows(path: string, scratch: string): Set<string> {
  const rows = new Set<string>()
  if (!existsSync(path) || !statSync(path).isFile()) return rows
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch)
  const copy = join(scratch, 'copy.db')
  for (const ending of ['', '-wal', '-journal'])
    if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending)
  for (const table of TABLES) {
    let file: Database.Database | undefined
    try {
      file = new Database(copy, { fileMustExist: true })
      for (const row of file.prepare(`select * from ${table}`).raw().iterate())
        rows.add(JSON.stringify([table, row]))
    } catch {
      // Rows after the damage could not be read before either.
    } finally {
      file?.close()
    }
  }
  return rows
}

/** Invented facts, numbered from a start. */
const someFacts = (count: number, from: number): Line[] => [
  ipo('banyan-looms', { name: 'Banyan Looms Limited', board: 'SME' }),
  ...Array.from({ length: count }, (_, i) =>
    deal('2026-01-12', { symbol: 'BANYAN', clientName: `FUND ${from + i}`, quantity: 1000 + i }),
  ),
]

/** A closed store, one whose last changes are only in its log, and a backup. */
async function makeStores(folder: string): Promise<SoundStores> {
  const path = join(folder, 'sound.db')
  const db = openDb(`sqlite:${path}`)
  await migrate(db)
  await recordAll(db, NOW, someFacts(300, 0))
  const stores = {
    closed: join(folder, 'closed.db'),
    withLog: join(folder, 'with-log.db'),
    backup: join(folder, 'backup.db'),
  }
  for (const ending of ['', '-wal']) copyFileSync(path + ending, stores.withLog + ending)
  await db.destroy()
  for (const copy of [stores.closed, stores.backup]) copyFileSync(path, copy)
  return stores
}
