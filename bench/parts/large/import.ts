import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { openDb } from '../../../src/store/engines/db.ts'
import { migrate } from '../../../src/store/schema.ts'
import { SEED } from '../../data/built-store.ts'
import { marketDays } from '../../data/market-lines.ts'
import { type Bench, effort, type Figure, type Part } from '../../figure.ts'
import { undisturbedRounds } from '../../run/control/undisturbed.ts'
import { greymark } from '../../run/greymark.ts'
import { runCommand } from '../../run/processes.ts'

const GOAL = { atLeast: 0.5, aim: 0.7 }
const DEALS = 1_000_000
const LEAST_DEALS = 20_000
const SMALLEST_DEALS = 500

export const largeImport: Part = {
  name: 'large-import',
  about: 'the import of a million deals, against bare prepared inserts of the same rows',
  async run(bench) {
    const scaled = Math.max(LEAST_DEALS, Math.round(DEALS * bench.scale))
    const deals = effort(bench, { usual: scaled, smallest: SMALLEST_DEALS })
    mkdirSync(bench.place, { recursive: true })
    const folder = mkdtempSync(join(bench.place, 'import-'))
    try {
      return {
        figures: [
          await measured(bench, folder, deals, 'without times'),
          await measured(bench, folder, deals, 'with times'),
        ],
        notes: [
          `${deals.toLocaleString('en-GB')} deals, without and with recordedAt, each time into an empty store on disk. "Ours" is the whole command, from the start of its process to its end, including reading and checking the file. "Theirs" has all rows that our import stored, including the totals of deals, as values in memory, and inserts them in one transaction into tables with all indexes; it is measured from the beginning of the transaction until the file is closed.`,
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measured(
  bench: Bench,
  folder: string,
  deals: number,
  kind: 'without times' | 'with times',
): Promise<Figure> {
  const file = join(folder, 'deals.ndjson')
  await writeDeals(file, deals, kind === 'with times')
  const filled = join(folder, 'filled.db')
  await importTime(filled, file, deals)
  const rate = async (time: (store: string) => Promise<number>) => {
    const store = join(folder, 'measured.db')
    await emptyStore(store)
    const ms = await time(store)
    removeStore(store)
    return (deals / ms) * 1000
  }
  const ours = () => rate((store) => importTime(store, file, deals))
  const rounds = await undisturbedRounds(bench, async (round) => {
    const first = round % 2 === 0 ? await ours() : undefined
    const theirs = await rate((store) => bareTime(filled, store))
    bench.say(`deals ${kind}: round ${round + 1}`)
    return { ours: first ?? (await ours()), theirs }
  })
  removeStore(filled)
  return { work: `import of deals ${kind}`, against: 'bare inserts', unit: 'deals/s', goal: GOAL, rounds }
}

async function writeDeals(file: string, deals: number, isDated: boolean): Promise<void> {
  const stream = createWriteStream(file)
  for (const lines of marketDays({ ipos: 0, gmp: 0, deals }, SEED)) {
    const text = lines
      .map((line) => `${isDated ? line : line.replace(/,"recordedAt":"[^"]+"/, '')}\n`)
      .join('')
    if (!stream.write(text)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}

async function importTime(store: string, file: string, deals: number): Promise<number> {
  const startedAt = performance.now()
  const output = await greymark(store, ['import', file])
  const ms = performance.now() - startedAt
  if (!output.startsWith(`${deals} taken, 0 already known, 0 refused`))
    throw new Error(`the import printed: ${output}`)
  return ms
}

async function bareTime(from: string, to: string): Promise<number> {
  const args = ['bench/peers/bare-inserts.ts', from, to]
  return Number(await runCommand({ program: process.execPath, args, place: 'all' }))
}

async function emptyStore(store: string): Promise<void> {
  removeStore(store)
  const db = openDb(`sqlite:${store}`)
  await migrate(db)
  await db.destroy()
}

function removeStore(store: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${store}${ending}`, { force: true })
}
