import { builtStore, SEED } from '../../data/built-store.ts'
import { sharesOf } from '../../data/deal-lines.ts'
import { inventedIssue } from '../../data/issues.ts'
import type { MarketSize } from '../../data/market-size.ts'
import { effort, type Figure, type Part } from '../../figure.ts'
import { duel } from '../../run/duel.ts'
import { API, startGreymark } from '../../run/greymark.ts'
import { untilIdle } from '../../run/idle.ts'
import { requestsPerSecond } from '../../run/load.ts'
import { Client } from './client.ts'
import { largeSize, SMALL, sizeText } from './stores.ts'

const GOAL = { atLeast: 0.95, aim: 1 }
/** The number of paths of each market among which two answers of equal length are searched. */
const CANDIDATES = 40

interface Candidate {
  readonly path: string
  readonly bytes: number
}

const KINDS: readonly { work: string; paths: (size: MarketSize) => string[] }[] = [
  { work: '/ipos', paths: () => limits('/ipos?limit=', 60) },
  { work: '/ipos/:slug', paths: ({ ipos }) => lastSlugs(ipos).map((slug) => `/ipos/${slug}`) },
  { work: '/deals', paths: () => limits('/deals?limit=', 100) },
  {
    work: '/deals?symbol=',
    // The popular shares, so that a page is also full in the small market.
    paths: ({ deals }) =>
      sharesOf(deals)
        .slice(0, 2)
        .flatMap(({ symbol }) => limits(`/deals?symbol=${symbol}&limit=`, 100)),
  },
]

export const largeAgain: Part = {
  name: 'large-again',
  about: 'repeated answers: the large store against the small one, bodies of the same length',
  async run(bench) {
    const sizes = { ours: largeSize(bench), theirs: effort(bench, SMALL) }
    const ours = await startGreymark(await builtStore(bench, sizes.ours))
    const theirs = await startGreymark(await builtStore(bench, sizes.theirs))
    await untilIdle(bench, [ours.pid, theirs.pid])
    const figures: Figure[] = []
    const lengths: string[] = []
    for (const { work, paths } of KINDS) {
      bench.say(work)
      const [a, b] = closest(
        await candidates(ours.address, paths(sizes.ours)),
        await candidates(theirs.address, paths(sizes.theirs)),
      )
      const load =
        (server: typeof ours, { path }: Candidate) =>
        () =>
          requestsPerSecond(bench, server, { path, headers: {} })
      lengths.push(`${work} ${a.bytes} and ${b.bytes}`)
      figures.push({
        work,
        against: 'the small store',
        unit: 'requests/s',
        goal: GOAL,
        rounds: await duel(bench, load(ours, a), load(theirs, b)),
      })
    }
    return {
      figures,
      notes: [
        `"Ours" is a store of ${sizeText(sizes.ours)}, "theirs" one of ${sizeText(sizes.theirs)}. Limits, IPOs and symbols are chosen so that both bodies have nearly the same length; in bytes: ${lengths.join(', ')}.`,
      ],
    }
  },
}

/** Paths with decreasing limits, whose answers are slightly shorter each. */
const limits = (path: string, max: number): string[] =>
  Array.from({ length: CANDIDATES / 2 }, (_, n) => `${path}${max - n}`)

const lastSlugs = (ipos: number): string[] =>
  Array.from({ length: CANDIDATES }, (_, n) => inventedIssue(ipos - 1 - n, ipos, SEED))
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ slug }) => slug)

async function candidates(address: string, paths: readonly string[]): Promise<Candidate[]> {
  const client = new Client(address)
  const found: Candidate[] = []
  for (const path of paths.map((below) => `${API}${below}`))
    found.push({ path, bytes: (await client.get(path)).body.length })
  client.close()
  return found
}

/** The pair whose lengths differ the least. */
function closest(ours: readonly Candidate[], theirs: readonly Candidate[]): [Candidate, Candidate] {
  const pairs = ours.flatMap((a) => theirs.map((b): [Candidate, Candidate] => [a, b]))
  const [best] = pairs.sort(([a, b], [c, d]) => Math.abs(a.bytes - b.bytes) - Math.abs(c.bytes - d.bytes))
  if (!best) throw new Error('there are no candidates')
  return best
}
