import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pick } from '../../src/demo/seeded.ts'
import { readLine } from '../../src/sources/facts-file/read-line.ts'
import { recordFacts } from '../../src/store/append/record-facts.ts'
import { openDb } from '../../src/store/engines/db.ts'
import { migrate } from '../../src/store/schema.ts'
import type { AttackPart, AttackRun } from '../part.ts'
import { BAD_PLACES, type BadPlace, canLimitFiles, type SoundStores, unlock } from '../stores/bad-places.ts'
import { contentsOf, lostRows } from '../stores/contents.ts'
import { type CommandEnd, runCommand } from '../stores/run-command.ts'

const NOW = '2026-01-15T06:00:00.000Z'

/** The context of a case besides its store. */
interface Surroundings {
  readonly facts: string
  readonly backup: string
  readonly folder: string
}

/** All commands that use a store. */
const COMMANDS: readonly (readonly [name: string, args: (given: Surroundings) => string[]])[] = [
  ['serve', () => ['serve']],
  ['import', ({ facts }) => ['import', facts]],
  ['import --dry-run', ({ facts }) => ['import', facts, '--dry-run']],
  ['export', () => ['export']],
  ['show', () => ['show', 'banyan-looms']],
  ['backup', ({ folder }) => ['backup', join(folder, 'made.db')]],
  ['restore', ({ backup }) => ['restore', backup]],
  ['restore --replace', ({ backup }) => ['restore', backup, '--replace']],
  ['prune', () => ['prune', '--older-than', '1']],
  ['doctor', () => ['doctor']],
  ['sources', () => ['sources']],
  ['refusals', () => ['refusals']],
  ['refusals accept', () => ['refusals', 'accept', '1']],
  ['collect', () => ['collect', 'nse-issues']],
  ['replay', () => ['replay', 'nse-issues']],
]

/** A restore replaces the store on purpose and keeps the old one. */
const REPLACES = /^restore/

export const stores: AttackPart = {
  name: 'stores',
  about: 'every command on full, read-only and damaged stores',
  unit: 'commands',
  fullCount: 300,
  sampleCount: 3,
  async run(run) {
    const sound = await makeStores(run.folder)
    const upstream = await startUpstream(run)
    const places = BAD_PLACES.filter(({ name }) => canLimitFiles() || !name.includes('full disk'))
    const facts = join(run.folder, 'more.ndjson')
    writeFileSync(facts, linesOf(2000, 900).join('\n'))
    const failures: string[] = []
    for (let i = 0; i < run.count; i++) {
      const place = pick(run.random, places)
      const [name, argsOf] = pick(run.random, COMMANDS)
      const folder = join(run.folder, `case-${i}`)
      const found = await tryCase({ run, place, name, folder, sound }, upstream, (surroundings) =>
        argsOf({ ...surroundings, facts }),
      )
      failures.push(...found.map((fault) => `case ${i}, ${name} on ${place.name}: ${fault}`))
      if (i % 50 === 49) run.say(`${i + 1} of ${run.count}`)
    }
    return { tried: run.count, failures }
  },
}

interface Case {
  readonly run: AttackRun
  readonly place: BadPlace
  readonly name: string
  readonly folder: string
  readonly sound: SoundStores
}

async function tryCase(
  { run, place, name, folder, sound }: Case,
  upstream: string,
  argsOf: (surroundings: Omit<Surroundings, 'facts'>) => string[],
): Promise<string[]> {
  const own = join(folder, 'place')
  const out = join(folder, 'out')
  const scratch = join(folder, 'scratch')
  for (const each of [own, out]) mkdirSync(each, { recursive: true })
  chmodSync(run.folder, 0o755)
  chmodSync(out, 0o777)
  const path = join(own, 'greymark.db')
  const start = place.make(path, sound, run.random)
  const before = contentsOf(path, scratch)
  const settings = { METRICS: 'off', PORT: '0', DRAIN_SECONDS: '0', UPSTREAM_BASE: upstream }
  const backup = join(run.folder, 'backup.db')
  const ended = await runCommand(
    argsOf({ backup, folder: out }),
    { ...settings, DATABASE_URL: `sqlite:${path}` },
    start,
  )
  unlock(path)
  const lost = REPLACES.test(name) && ended.code === 0 ? 0 : lostRows(before, contentsOf(path, scratch))
  rmSync(folder, { recursive: true, force: true })
  return [
    ...faultsOf(ended),
    ...(lost > 0 ? [`${lost} of ${before.size} rows are lost; it printed: ${shortened(ended)}`] : []),
  ]
}

const shortened = ({ printed }: CommandEnd): string => JSON.stringify(printed.slice(0, 600))

/** Checks the requirements for every command, whatever is wrong with its store. */
function faultsOf(ended: CommandEnd): string[] {
  const { code, signal, printed, isHanging } = ended
  if (isHanging) return [`hangs; it printed: ${shortened(ended)}`]
  if (signal !== null || code === null) return [`ended by ${signal}; it printed: ${shortened(ended)}`]
  const faults: string[] = []
  if (code > 2) faults.push(`exit code ${code}; it printed: ${shortened(ended)}`)
  if (/\n\s+at .*[:(]/.test(printed)) faults.push(`a stack trace: ${shortened(ended)}`)
  if (code !== 0 && printed.trim() === '') faults.push(`exit code ${code} without a word`)
  return faults
}

/** Invented facts, numbered from a start. */
function linesOf(count: number, from: number): string[] {
  const issue = {
    fact: 'ipo',
    slug: 'banyan-looms',
    name: 'Banyan Looms Limited',
    board: 'SME',
    source: 'nse',
  }
  const deals = Array.from({ length: count }, (_, i) => ({
    fact: 'deal',
    ...{
      exchange: 'NSE',
      kind: 'BULK',
      tradeDate: '2026-01-12',
      symbol: 'BANYAN',
      securityName: 'Banyan Looms',
    },
    ...{ clientName: `FUND ${from + i}`, dealType: 'BUY', quantity: 1000 + i, price: 101.5, source: 'nse' },
  }))
  return [issue, ...deals].map((line) => JSON.stringify(line))
}

/** A closed store, one whose last changes are only in its log, and a backup. */
async function makeStores(folder: string): Promise<SoundStores> {
  const path = join(folder, 'sound.db')
  const db = openDb(`sqlite:${path}`)
  const add = (count: number, from: number) =>
    recordFacts(db, {
      source: 'import',
      now: () => NOW,
      batches: [linesOf(count, from).map((text, i) => readLine(text, i + 1))],
    })
  await migrate(db)
  await add(300, 0)
  const stores = { closed: join(folder, 'closed.db'), withLog: join(folder, 'with-log.db') }
  for (const ending of ['', '-wal']) copyFileSync(path + ending, stores.withLog + ending)
  await db.destroy()
  copyFileSync(path, stores.closed)
  copyFileSync(path, join(folder, 'backup.db'))
  return stores
}

/** An upstream on this machine that answers every request with 404. */
async function startUpstream(run: AttackRun): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  run.onEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
