import { join } from 'node:path'
import { ownCopy } from '../../data/built-store.ts'
import { type Bench, effort, type Figure, type Measured, type Part } from '../../figure.ts'
import { median } from '../../ratio.ts'
import { type KeptRound, keptRounds } from '../../run/control/undisturbed.ts'
import { startGreymark } from '../../run/greymark.ts'
import { Landing } from '../../run/landing.ts'
import { type Latencies, OpenLoop } from '../../run/latencies.ts'
import type { Plan } from '../../run/open-loop.ts'
import { everyday } from '../everyday.ts'
import { FACTS_TEXT, roundsOn, subjectsOn } from './facts.ts'
import { requestPages } from './pages.ts'
import { isQuiet, MAX_LOST, quietRate, type Rate } from './rate.ts'
import { ServedVersion } from './served-version.ts'

const GOAL = { atMost: 2, aim: 1.3 }
/** A round is served at most so long after its commit, in milliseconds. */
const SERVED_LIMIT_MS = 2000
const SERVED_GOAL = { atMost: 1, aim: 0.5 }
/** Ten sources, each collected every few minutes, give a round every half minute: this is six times as often. */
const ROUND_EVERY_MS = { usual: 5000, smallest: 100 }
/** The length of a window as a multiple of that in other parts: several rounds are committed in it. */
const WINDOW = 10
const SMALLEST_WINDOW_SECONDS = 0.3
/** Time in which the connections of the client reach full speed. */
const WARM_UP_SECONDS = { usual: 1, smallest: 0 }
const GZIP = { 'Accept-Encoding': 'gzip' }

/** A window with rounds and one without. */
interface Windows {
  readonly during: Latencies
  readonly quiet: Latencies
  /** How long after its commit each round was served, in milliseconds. */
  readonly servedAfter: readonly number[]
}

export const rounds: Part = {
  name: 'rounds',
  about: 'p99 latency while rounds of 300 facts are committed, against no rounds',
  async run(bench) {
    const market = await everyday(bench)
    const store = ownCopy(market.store, join(bench.place, 'rounds'))
    const ours = await startGreymark(store)
    const client = new OpenLoop()
    const asked = {
      ...{ address: ours.address, paths: market.endpoints, headers: GZIP },
      seconds: effort(bench, { usual: bench.seconds * WINDOW, smallest: SMALLEST_WINDOW_SECONDS }),
      warmUpSeconds: effort(bench, WARM_UP_SECONDS),
    }
    const rate = await quietRate(bench, client, ours, asked)
    const plan: Plan = { ...asked, rate: rate.rate }
    const served = new ServedVersion(ours.address, market.endpoints[1] ?? '')
    const everyMs = effort(bench, ROUND_EVERY_MS)
    const nextFacts = await roundsOn(ours.address)
    const landing = new Landing({ store, nextFacts, everyMs, onCommit: () => served.committed() })
    await served.begin()
    const slugs = (await subjectsOn(ours.address)).map(({ slug }) => slug)
    const programs = { client, landing, served }
    const few = await windows(bench, plan, { ...programs, visit: async () => undefined })
    const many = await windows(bench, plan, {
      ...programs,
      visit: () => requestPages(ours.address, slugs),
    })
    served.close()
    const withPages = `, with ${slugs.length} pages`
    return {
      figures: [
        ...[latencyFigure(few, ''), servedFigure(few, '')],
        ...[latencyFigure(many, withPages), servedFigure(many, withPages)],
      ],
      notes: [
        market.description,
        ...notes(plan, rate, { landed: landing.count, everyMs }, few),
        `With pages: before each window the pages of ${slugs.length} IPOs are requested, so that for each round the server makes those too, compressed, on the core that it serves from.`,
      ],
    }
  },
}

interface Programs {
  readonly client: OpenLoop
  readonly landing: Landing
  readonly served: ServedVersion
  /** Requests the pages that the server makes again for each round. */
  readonly visit: () => Promise<void>
}

/** Both kinds of windows by the same client, each first in every other round. */
async function windows(
  bench: Bench,
  plan: Plan,
  { client, landing, served, visit }: Programs,
): Promise<readonly KeptRound<Windows>[]> {
  const quiet = async () => {
    await visit()
    return client.latencies(bench, plan)
  }
  const during = async () => {
    await visit()
    return landing.during(client.latencies(bench, plan))
  }
  if (!bench.isSmallest) await during()
  return keptRounds(bench, MAX_LOST, async (round) => {
    bench.say(`round ${round + 1}`)
    served.takeTimes()
    const first = round % 2 === 0 ? await during() : undefined
    const without = await quiet()
    const value = { during: first ?? (await during()), quiet: without, servedAfter: served.takeTimes() }
    return { value, lostShare: lostShareOf(value) }
  })
}

/** A window that was slow without rounds is no baseline, so the whole pair is lost. */
export const lostShareOf = ({ during, quiet }: Pick<Windows, 'during' | 'quiet'>): number =>
  isQuiet(quiet) ? Math.max(during.lostShare, quiet.lostShare) : 1

const latencyFigure = (measured: readonly KeptRound<Windows>[], name: string): Figure => ({
  ...{ work: `answers during rounds${name}`, against: 'no rounds', unit: 'ms p99', goal: GOAL },
  rounds: measured.map(
    ({ during, quiet, isDisturbed }): Measured => ({ ours: during.p99, theirs: quiet.p99, isDisturbed }),
  ),
})

const servedFigure = (measured: readonly KeptRound<Windows>[], name: string): Figure => ({
  ...{ work: `from the commit until all is served${name}`, against: 'the limit', unit: 'ms, longest' },
  goal: SERVED_GOAL,
  rounds: measured.map(
    ({ servedAfter, isDisturbed }): Measured => ({
      ...{ ours: Math.max(...servedAfter), theirs: SERVED_LIMIT_MS, isDisturbed },
    }),
  ),
})

function notes(
  plan: Plan,
  { capacity, rate }: Rate,
  { landed, everyMs }: { landed: number; everyMs: number },
  measured: readonly Windows[],
): string[] {
  const middle = (of: (windows: Windows) => number) => median(measured.map(of)).toFixed(2)
  const share = Math.round((100 * rate) / capacity)
  const servedAfter = Math.round(median(measured.flatMap((one) => one.servedAfter)))
  return [
    `The four endpoints in equal parts, gzip, by an open-loop client: each request has a scheduled time, and its latency is measured from that time. The rate was ${Math.round(rate)} requests/s for ${plan.seconds} s per window, ${share} % of the ${Math.round(capacity)} that were sustained as long; half of them, or less if without rounds 1 of 100 answers took more than 5 ms. A pair of windows of which the one without rounds was slower than that is discarded and measured again.`,
    `In every other window another process, on the core of the server, imports a round every ${everyMs / 1000} s, each of ${FACTS_TEXT}; ${landed} rounds in all. A round was served ${servedAfter} ms after its commit (median).`,
    `Medians of the windows with rounds and without: median latency ${middle(({ during }) => during.median)} and ${middle(({ quiet }) => quiet.median)} ms, maximum ${middle(({ during }) => during.slowest)} and ${middle(({ quiet }) => quiet.slowest)} ms.`,
  ]
}
