import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ownCopy } from '../../data/built-store.ts'
import { type Bench, effort, type Figure, type Measured, type Part } from '../../figure.ts'
import { median } from '../../ratio.ts'
import { undisturbedRounds } from '../../run/control/undisturbed.ts'
import { threadCpuSeconds } from '../../run/cpu-time.ts'
import { greymark, startGreymark } from '../../run/greymark.ts'
import { untilIdle } from '../../run/idle.ts'
import { Landing } from '../../run/landing.ts'
import { OpenLoop } from '../../run/latencies.ts'
import { requestsPerSecond } from '../../run/load.ts'
import type { Server } from '../../run/processes.ts'
import { type Everyday, everyday } from '../everyday.ts'
import { FACTS_A_ROUND, OPEN_IPOS, openIpos, openRounds } from './open-market.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type RulesFile, writeRules } from './rules-file.ts'

const ANSWERS_GOAL = { atLeast: 0.9, aim: 0.97 }
const LATENCY_GOAL = { atMost: 1.5, aim: 1.1 }
const ROUNDS_GOAL = { atMost: 1.1, aim: 1.05 }
/** Sources give a round every half minute: this is six times as often. */
const ROUND_EVERY_MS = { usual: 5000, smallest: 100 }
/** The length of a measuring window as a multiple of that in other parts: several rounds are committed in it. */
const WINDOW = 5
const SMALLEST_WINDOW_SECONDS = 0.3
const WARM_UP_SECONDS = { usual: 1, smallest: 0 }
/** The share of the capacity that is requested while latencies are measured. */
const RATE = 1 / 3
/** Commits that are measured for each side in a round of measuring, and the pause between those of both sides. */
const COMMITS = { usual: 10, smallest: 1 }
/** Not a divisor of the second after which alerts look for new facts, so that commits meet them at work. */
const COMMIT_PAUSE_MS = { usual: 370, smallest: 10 }
const DELIVERED_ROUNDS = { usual: 10, smallest: 1 }
/** The name that the system has for the thread that sends alerts. */
const ALERTS_THREAD = 'alerts'

interface Side {
  readonly server: Server
  readonly landing: Landing
}

interface Sides {
  readonly ours: Side
  readonly theirs: Side
}

export const alerts: Part = {
  name: 'alerts',
  about: 'answers and rounds while 1,000 rules send alerts, against no rules',
  async run(bench) {
    const market = await everyday(bench)
    const receiver = await startReceiver()
    try {
      const folder = join(bench.place, 'alerts')
      const theirs = await started(bench, ownCopy(market.store, join(folder, 'without')))
      const store = ownCopy(market.store, join(folder, 'with'))
      const file = writeRules(bench, join(folder, 'alerts.json'), receiver.address)
      const ours = await started(bench, store, file.env)
      await untilFirstAlert(ours, receiver)
      await theirs.landing.land()
      const { throughput, latency, rate } = await answerFigures(bench, market, { ours, theirs })
      const commits = await commitFigure(bench, { ours, theirs })
      const delivered = await deliveries(bench, ours, receiver)
      return { figures: [throughput, latency, commits], notes: notes(bench, market, file, rate, delivered) }
    } finally {
      receiver.close()
    }
  },
}

/** A server on a store to which the IPOs of this week are added. */
async function started(bench: Bench, store: string, env: RulesFile['env'] = {}): Promise<Side> {
  const now = () => new Date().toISOString()
  await greymark(store, ['import', '-'], openIpos(now()))
  const server = await startGreymark(store, { env })
  return {
    server,
    landing: new Landing({ store, nextFacts: openRounds(now), everyMs: effort(bench, ROUND_EVERY_MS) }),
  }
}

/** Alerts begin with the first look at the store, and look again every second; a busy machine may take longer. */
const DELIVERED_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 1000
const POLL_EVERY_MS = 20
/** After such a time without a message all were delivered: longer than two looks of the alerts at the store. */
const QUIET_MS = { usual: 2500, smallest: 200 }

/** What was committed before the first look is no news, so that the first rounds may lead to no alert. */
async function untilFirstAlert({ landing }: Side, { arrivals }: Receiver): Promise<void> {
  for (const end = performance.now() + DELIVERED_WITHIN_MS; performance.now() < end; ) {
    await landing.land()
    for (let waited = 0; waited < LOOK_EVERY_MS; waited += POLL_EVERY_MS) {
      if (arrivals.length > 0) return
      await setTimeout(POLL_EVERY_MS)
    }
  }
  throw new Error('no alert was delivered')
}

/** Measures both sides in turn, and each first in every other round. */
const inTurn = <T>(bench: Bench, sides: Sides, measure: (side: Side) => Promise<T>) =>
  undisturbedRounds(bench, async (round) => {
    const first = await measure(round % 2 === 0 ? sides.ours : sides.theirs)
    const second = await measure(round % 2 === 0 ? sides.theirs : sides.ours)
    return round % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first }
  })

async function answerFigures(bench: Bench, { endpoints }: Everyday, sides: Sides) {
  const [path = ''] = endpoints
  const request = { path, headers: { 'Accept-Encoding': 'gzip' } }
  const seconds = effort(bench, { usual: bench.seconds * WINDOW, smallest: SMALLEST_WINDOW_SECONDS })
  const load = ({ server, landing }: Side) =>
    landing.during(requestsPerSecond({ ...bench, seconds }, server, request))
  await load(sides.ours)
  await load(sides.theirs)
  const capacity = await requestsPerSecond({ ...bench, isByCpu: false }, sides.theirs.server, request)
  const rate = capacity * RATE
  const asked = { paths: endpoints, headers: request.headers, rate, seconds }
  const client = new OpenLoop()
  const p99 = async ({ server: { address }, landing }: Side) =>
    landing.during(
      client.latencies(bench, { ...asked, address, warmUpSeconds: effort(bench, WARM_UP_SECONDS) }),
    )
  const measured = await inTurn(bench, sides, async (side) => {
    const perSecond = await load(side)
    // Under full load there was no time for answers made ahead and for alerts.
    await untilIdle(bench, [sides.ours.server.pid, sides.theirs.server.pid])
    return { perSecond, p99: (await p99(side)).p99 }
  })
  const pick = (key: 'perSecond' | 'p99'): Measured[] =>
    measured.map(({ ours, theirs, isDisturbed }) => ({ ours: ours[key], theirs: theirs[key], isDisturbed }))
  const figure = { work: 'answers during rounds, 1,000 rules', against: 'no rules' }
  const throughput: Figure = {
    ...{ ...figure, unit: 'requests/s', goal: ANSWERS_GOAL },
    rounds: pick('perSecond'),
  }
  const latency: Figure = { ...{ ...figure, unit: 'ms p99', goal: LATENCY_GOAL }, rounds: pick('p99') }
  return { throughput, latency, rate }
}

/** Commits to both sides in turn, about three for each look of the alerts at the store. */
async function commitFigure(bench: Bench, sides: Sides): Promise<Figure> {
  const pauseMs = effort(bench, COMMIT_PAUSE_MS)
  const rounds = await undisturbedRounds(bench, async (round) => {
    bench.say(`commits, round ${round + 1}`)
    const taken: Measured[] = []
    for (let commit = 0; commit < effort(bench, COMMITS); commit++) {
      const ours = await sides.ours.landing.land()
      await setTimeout(pauseMs)
      taken.push({ ours, theirs: await sides.theirs.landing.land() })
      await setTimeout(pauseMs)
    }
    return { ours: median(taken.map(({ ours }) => ours)), theirs: median(taken.map(({ theirs }) => theirs)) }
  })
  return {
    ...{ work: `commit of a round of ${FACTS_A_ROUND} facts, 1,000 rules`, against: 'no rules', unit: 'ms' },
    ...{ goal: ROUNDS_GOAL, rounds },
  }
}

/** What one round causes, in milliseconds after its commit. */
interface Delivered {
  readonly firstMs: number
  readonly lastMs: number
  readonly messages: number
  readonly alerts: number
  /** Processor time of the thread that sends alerts. */
  readonly cpuMs: number
}

/** Rounds without load, each until all of its alerts are delivered. */
async function deliveries(
  bench: Bench,
  { server, landing }: Side,
  { arrivals }: Receiver,
): Promise<Delivered[]> {
  const delivered: Delivered[] = []
  await untilDelivered(bench, arrivals, 0)
  while (delivered.length < effort(bench, DELIVERED_ROUNDS)) {
    const [before, cpuBefore] = [arrivals.length, threadCpuSeconds(server.pid, ALERTS_THREAD)]
    await landing.land()
    const committed = performance.now()
    await untilDelivered(bench, arrivals, before)
    const own = arrivals.slice(before)
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) continue
    delivered.push({
      firstMs: first.at - committed,
      lastMs: last.at - committed,
      messages: own.length,
      alerts: own.reduce((sum, arrival) => sum + arrival.alerts, 0),
      cpuMs: (threadCpuSeconds(server.pid, ALERTS_THREAD) - cpuBefore) * 1000,
    })
  }
  return delivered
}

/** Waits until messages have arrived, and then until no more do. */
async function untilDelivered(bench: Bench, arrivals: Receiver['arrivals'], since: number): Promise<void> {
  const begin = performance.now()
  for (;;) {
    const last = arrivals.length > since ? arrivals.at(-1) : undefined
    const now = performance.now()
    if (last && now - last.at > effort(bench, QUIET_MS)) return
    if (!last && now - begin > DELIVERED_WITHIN_MS) throw new Error('a round led to no alert')
    await setTimeout(POLL_EVERY_MS)
  }
}

function notes(
  bench: Bench,
  { description }: Everyday,
  { rules, channels }: RulesFile,
  rate: number,
  delivered: readonly Delivered[],
): string[] {
  const middle = (key: keyof Delivered) => median(delivered.map((one) => one[key]))
  const ms = (key: keyof Delivered) => `${Math.round(middle(key))} ms`
  return [
    `${description} ${OPEN_IPOS} IPOs of this week are added. Both sides have a copy of it. "Ours" has a file of ${rules} rules of all triggers with different levels, times and conditions, for ${channels} webhooks to a receiver on this machine that confirms at once; "theirs" has no such file.`,
    `Another process, on the core of the servers, imports ${FACTS_A_ROUND} facts every ${effort(bench, ROUND_EVERY_MS) / 1000} s, which change the GMP of all ${OPEN_IPOS} IPOs. Requests a second are those of /ipos, gzip. Latencies are those of the four endpoints in equal parts by an open-loop client at ${Math.round(rate)} requests/s.`,
    `The commit of a round is the whole import by a running process, and the median of ${effort(bench, COMMITS)}; there are no requests, and both sides get more than one round a second, so that alerts are often being recorded at the same time.`,
    `Without load, a round led to ${middle('alerts')} alerts in ${middle('messages')} messages. The first arrived ${ms('firstMs')} after the commit and the last ${ms('lastMs')} after it, including the wait of up to a second until the next look for new facts. The thread that sends alerts used ${ms('cpuMs')} of processor time for it (medians of ${delivered.length} rounds).`,
  ]
}
