import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { seeded, wholeBetween } from '../../src/demo/seeded.ts'
import { ownCopy } from '../data/built-store.ts'
import { type Bench, effort, type Figure, type Measured, type Part } from '../figure.ts'
import { median } from '../ratio.ts'
import { ask, headerOf } from '../run/answers.ts'
import { API, startGreymark } from '../run/greymark.ts'
import { Landing } from '../run/landing.ts'
import { requestsPerSecond, type Target } from '../run/load.ts'
import type { Latencies, Plan } from '../run/open-loop.ts'
import { ROOT, runCommand } from '../run/processes.ts'
import type { Place } from '../run/programs.ts'
import type { SchedulingDelays } from '../run/scheduling-delays.ts'
import { everyday } from './everyday.ts'

const GOAL = { atMost: 2, aim: 1.3 }
/** Ten sources, each collected every few minutes, give a round every half minute: this is six times as often. */
const ROUND_EVERY_MS = { usual: 5000, smallest: 100 }
/**
 * The length of a measuring window as a multiple of that in other parts: several rounds are committed in it, and delays
 * of the machine itself occur in all windows alike.
 */
const WINDOW = 10
const SMALLEST_WINDOW_SECONDS = 0.3
/** Time in which the client and its connections reach full speed. */
const WARM_UP_SECONDS = { usual: 1, smallest: 0 }
const ISSUES_A_ROUND = 60
const SOURCES = ['IPOWatch', 'InvestorGain', 'IPO Ji', 'IPO Premium'] as const
const DEALS_A_ROUND = 60
const WATCHED_SECONDS = { usual: 10, smallest: 0.1 }
const GZIP = { 'Accept-Encoding': 'gzip' }

/** The IPOs of the first page that the writer reports on, each with a day on which its GMP counts. */
type Subject = { readonly slug: string; readonly closeDate: string }

export const rounds: Part = {
  name: 'rounds',
  about: 'p99 latency while rounds of 300 facts are committed, at half of capacity, against no rounds',
  async run(bench) {
    const market = await everyday(bench)
    const store = ownCopy(market.store, join(bench.place, 'rounds'))
    const ours = await startGreymark(store)
    const asked = {
      ...{ address: ours.address, paths: market.endpoints, headers: GZIP },
      warmUpSeconds: effort(bench, WARM_UP_SECONDS),
    }
    const seconds = effort(bench, { usual: bench.seconds * WINDOW, smallest: SMALLEST_WINDOW_SECONDS })
    const everyMs = effort(bench, ROUND_EVERY_MS)
    const watchedSeconds = effort(bench, WATCHED_SECONDS)
    const most = { ...asked, rate: await capacityOf(bench, ours, market.endpoints), seconds }
    // The rate that is sustained over a window is the capacity; a higher rate would measure the client.
    const { perSecond: capacity } = await latenciesOf(most)
    const plan: Plan = { ...asked, rate: capacity / 2, seconds }
    const landing = new Landing({ store, nextFacts: roundsOn(await subjects(ours.address)), everyMs })
    const { measured, busy } = await windows(bench, plan, landing)
    const figure: Figure = {
      work: 'answers during rounds',
      against: 'no rounds',
      unit: 'ms p99',
      goal: GOAL,
      rounds: measured,
    }
    const furtherNotes = [
      ...notes(plan, capacity, { landed: landing.count, everyMs }, busy),
      delaysText(await schedulingDelays(watchedSeconds), watchedSeconds),
    ]
    return { figures: [figure], notes: [market.description, ...furtherNotes] }
  },
}

/** The capacity in requests a second for all endpoints in equal parts. */
async function capacityOf(bench: Bench, ours: Target, endpoints: readonly string[]): Promise<number> {
  let secondsForOneOfEach = 0
  for (const path of endpoints) {
    const request = { path, headers: GZIP }
    await requestsPerSecond({ ...bench, isByCpu: false }, ours, request)
    secondsForOneOfEach += 1 / (await requestsPerSecond({ ...bench, isByCpu: false }, ours, request))
  }
  return endpoints.length / secondsForOneOfEach
}

async function subjects(address: string): Promise<readonly Subject[]> {
  const { body } = await ask(address, { path: `${API}/ipos?limit=${ISSUES_A_ROUND}`, headers: {} })
  return (JSON.parse(body.toString()) as { ipos: Subject[] }).ipos
}

/** The rounds of facts on these IPOs, one after the other. */
function roundsOn(subjects: readonly Subject[]): () => string {
  const random = seeded('landing rounds')
  return () => {
    const premiums = subjects.flatMap(({ slug, closeDate }) =>
      SOURCES.map((source) => ({
        ...{ fact: 'gmp', slug, observedAt: closeDate.slice(0, 10), source },
        gmp: wholeBetween(random, 1, 100_000),
      })),
    )
    const deals = Array.from({ length: DEALS_A_ROUND }, () => ({
      ...{ fact: 'deal', exchange: 'NSE', kind: 'BULK', tradeDate: '2025-06-30', symbol: 'LANDING' },
      ...{ securityName: 'Landing Limited', clientName: 'SOME FUND', dealType: 'BUY', source: 'nse' },
      quantity: wholeBetween(random, 1, 1_000_000_000),
      price: 100,
    }))
    return [...premiums, ...deals].map((fact) => `${JSON.stringify(fact)}\n`).join('')
  }
}

async function windows(bench: Bench, plan: Plan, landing: Landing) {
  const measured: Measured[] = []
  const busy: Latencies[] = []
  const whileLanding = async () => {
    const before = await marketVersion(plan.address)
    const latencies = await landing.during(latenciesOf(plan))
    await requireOtherVersion(plan.address, before)
    busy.push(latencies)
    return latencies.p99
  }
  const quiet = async () => (await latenciesOf(plan)).p99
  await quiet()
  await whileLanding()
  busy.length = 0
  for (let round = 0; round < bench.rounds; round++) {
    bench.say(`round ${round + 1} of ${bench.rounds}`)
    const first = round % 2 === 0 ? await whileLanding() : await quiet()
    const second = round % 2 === 0 ? await quiet() : await whileLanding()
    measured.push(round % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first })
  }
  return { measured, busy }
}

/** A round is visible within 2 seconds of its commit; a busy machine may take longer. */
const SHOWN_WITHIN_MS = 20_000
const POLL_EVERY_MS = 50

async function requireOtherVersion(address: string, before: string | undefined): Promise<void> {
  for (const end = performance.now() + SHOWN_WITHIN_MS; performance.now() < end; ) {
    if ((await marketVersion(address)) !== before) return
    await setTimeout(POLL_EVERY_MS)
  }
  throw new Error('no round became visible')
}

/** The version without the moment, which also changes with the clock. */
const marketVersion = async (address: string): Promise<string | undefined> =>
  headerOf(await ask(address, { path: `${API}/ipos`, headers: {} }), 'x-market-version')?.split('@')[0]

export const latenciesOf = (plan: Plan): Promise<Latencies> =>
  runJson('open-loop.ts', JSON.stringify(plan), 'load')

/** Delays of an otherwise idle program on the core of the servers, while the other core is busy as well. */
async function schedulingDelays(seconds: number): Promise<SchedulingDelays> {
  const watch = (place: Place) => runJson<SchedulingDelays>('scheduling-delays.ts', String(seconds), place)
  const [onServersCore] = await Promise.all([watch('servers'), watch('load')])
  return onServersCore
}

const runJson = async <T>(program: string, plan: string, place: Place): Promise<T> =>
  JSON.parse(
    await runCommand({
      program: process.execPath,
      args: [join(ROOT, 'bench/run', program), plan],
      place,
    }),
  )

function notes(
  plan: Plan,
  capacity: number,
  { landed, everyMs }: { landed: number; everyMs: number },
  busy: readonly Latencies[],
): string[] {
  const [slowest, middle] = [busy.map((one) => one.slowest), busy.map((one) => one.median)].map(median)
  const facts = ISSUES_A_ROUND * SOURCES.length + DEALS_A_ROUND
  return [
    `The four endpoints in equal parts, gzip, by an open-loop client: each request has a scheduled time, and its latency is measured from that time. Capacity was ${Math.round(capacity)} requests/s over the same time, limited by what this client can receive; the rate was ${Math.round(plan.rate)}, ${plan.seconds} s per measurement.`,
    `Another process, on the core of the server, imports ${facts} facts every ${everyMs / 1000} s: ${ISSUES_A_ROUND * SOURCES.length} GMP reports on the ${ISSUES_A_ROUND} IPOs of the first page, which change all four answers, and ${DEALS_A_ROUND} deals; ${landed} rounds in all. Meanwhile the median latency was ${middle?.toFixed(2)} ms, the maximum ${slowest?.toFixed(1)} ms (medians of the rounds).`,
  ]
}

const delaysText = ({ times, longestMs }: SchedulingDelays, seconds: number): string =>
  `For comparison, delays caused by the machine: a program that only reads the clock on that core was interrupted ${times} times in ${seconds} s for a millisecond or more, at most for ${longestMs.toFixed(1)} ms.`
