import { seeded } from '../../../src/demo/seeded.ts'
import { hasPostgres } from '../../../test/support/postgres/server.ts'
import { builtPostgres, DATABASE } from '../../data/built-postgres.ts'
import { builtStore } from '../../data/built-store.ts'
import type { MarketSize } from '../../data/market-size.ts'
import { type Bench, effort, type Figure, type Measured, type Part } from '../../figure.ts'
import { median } from '../../ratio.ts'
import { cpuSeconds } from '../../run/cpu-time.ts'
import { startGreymark } from '../../run/greymark.ts'
import { untilIdle } from '../../run/idle.ts'
import { moveToServerCore } from '../../run/programs.ts'
import { type Answer, Client, nextPath } from '../large/client.ts'
import { interleavedForMedian } from '../large/latency.ts'
import { SMALLEST, sizeText } from '../large/stores.ts'
import { KINDS, type Kind, type NewValues, newValues } from './kinds.ts'

const GOAL = { atMost: 2, aim: 1.5 }
const SIZE: MarketSize = { ipos: 5_000, gmp: 500_000, deals: 1_000_000 }
/** Requests of each kind before the first measured one. */
const WARM_UP = { usual: 3, smallest: 0 }

/** The size of both stores, which is scaled down to that of the smallest store at most. */
function sizeOf({ scale, isSmallest }: Bench): MarketSize {
  if (isSmallest) return SMALLEST
  const scaled = (key: keyof MarketSize) => Math.max(SMALLEST[key], Math.round(SIZE[key] * scale))
  return { ipos: scaled('ipos'), gmp: scaled('gmp'), deals: scaled('deals') }
}

/** A server on one of the engines. */
interface Side {
  readonly client: Client
  /** The processor time of the server and, if there is one, of its database, in seconds. */
  cpu(): number
}

interface Sides {
  readonly ours: Side
  readonly theirs: Side
}

export const engines: Part = {
  name: 'engines',
  about: 'every kind of answer and download that was not requested before: PostgreSQL against SQLite',
  async run(bench) {
    if (!hasPostgres())
      return {
        figures: [],
        notes: ['There is no PostgreSQL for this platform, so this part was not measured.'],
      }
    const size = sizeOf(bench)
    const file = await builtStore(bench, size)
    const database = await builtPostgres(bench, size)
    try {
      moveToServerCore(database.pid)
      const servers = [await startGreymark(database.url(DATABASE)), await startGreymark(file)] as const
      await untilIdle(bench, [database.pid, ...servers.map(({ pid }) => pid)])
      const [ours, theirs] = servers.map(({ address, pid }, n) => ({
        client: new Client(address),
        cpu: () => cpuSeconds(pid) + (n === 0 ? cpuSeconds(database.pid) : 0),
      })) as [Side, Side]
      const figures = await measured(bench, { ours, theirs }, newValues(size, seeded('engines')))
      for (const { client } of [ours, theirs]) client.close()
      for (const server of servers) await server.stop()
      return { figures, notes: notesOn(bench, size) }
    } finally {
      await database.shutDown()
    }
  },
}

const notesOn = (bench: Bench, size: MarketSize): string[] => [
  `"Ours" is a PostgreSQL server on the core of the servers, "theirs" SQLite; both stores have ${sizeText(size)}, imported from the same files. One request at a time, to both in turn; each names an IPO, a symbol, a client or a moment that was not requested before, and both answers must have the same length. Measured after both have made the answers that everyone requests. ${bench.isByCpu ? 'The time is the processor time of the server and its database.' : ''}`.trim(),
  'PostgreSQL 18 has its default settings, except for 1 GB of shared buffers; its statistics are fresh. The data set and the Parquet files are left out, because they are made once a day and not on request.',
]

async function measured(bench: Bench, sides: Sides, values: NewValues): Promise<Figure[]> {
  const rounds = new Map<Kind, Measured[]>(KINDS.map((kind) => [kind, []]))
  for (const kind of KINDS) await requested(bench, sides, kind, effort(bench, WARM_UP), values)
  for (let round = 0; round < bench.rounds; round++) {
    for (const [kind, of] of rounds) of.push(await oneRound(bench, sides, kind, values))
    bench.say(`round ${round + 1} of ${bench.rounds}`)
  }
  return [...rounds].map(([{ work }, of]) => ({
    work,
    against: 'SQLite',
    unit: bench.isByCpu ? 'ms of processor time' : 'ms',
    goal: GOAL,
    rounds: of,
  }))
}

async function oneRound(bench: Bench, sides: Sides, kind: Kind, values: NewValues): Promise<Measured> {
  const requests = effort(bench, kind.requests)
  const before = { ours: sides.ours.cpu(), theirs: sides.theirs.cpu() }
  const latencies = await requested(bench, sides, kind, requests, values)
  const { isDisturbed } = latencies
  if (!bench.isByCpu) return { ours: median(latencies.ours), theirs: median(latencies.theirs), isDisturbed }
  const spent = (side: keyof Sides) => ((sides[side].cpu() - before[side]) * 1000) / requests
  // The system counts in hundredths of a second, and a division by 0 is no ratio.
  return { ours: Math.max(spent('ours'), 0.01), theirs: Math.max(spent('theirs'), 0.01), isDisturbed }
}

/** Sends requests of a kind to both, the same to each. */
async function requested(
  bench: Bench,
  { ours, theirs }: Sides,
  kind: Kind,
  requests: number,
  values: NewValues,
) {
  const paths: string[] = []
  const lengths: number[] = []
  // Counted here, because a disturbed measurement is repeated, and must not repeat its requests.
  const ask = (side: Side) => {
    let count = 0
    return async (): Promise<Answer> => {
      const n = count++
      paths[n] ??= kind.path(values)
      const answer = await side.client.get(paths[n])
      lengths[n] ??= answer.body.length
      if (lengths[n] !== answer.body.length)
        throw new Error(
          `${answer.path} has ${answer.body.length} bytes on one engine, ${lengths[n]} on the other`,
        )
      if (kind.isWalk) paths[n + 1] ??= nextPath(answer) ?? kind.path(values)
      return answer
    }
  }
  return interleavedForMedian(bench, { count: requests, ours: ask(ours), theirs: ask(theirs) })
}
