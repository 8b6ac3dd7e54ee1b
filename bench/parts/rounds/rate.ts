import { type Bench, effort } from '../../figure.ts'
import type { Latencies, OpenLoop } from '../../run/latencies.ts'
import { type Request, requestsPerSecond, type Target } from '../../run/load.ts'
import type { Plan } from '../../run/open-loop.ts'

/** The share of the capacity that is requested. */
const SHARE = 1 / 2
/** Without rounds, 99 of 100 answers must take at most so long. */
const QUIET_MS = 5
/** Otherwise the rate is lowered so many times by this factor. */
const LOWERED = { usual: 4, smallest: 0 }
const FACTOR = 0.75
/** A window of which the machine disturbed more does not count. */
export const MAX_LOST = 0.5

/** Whether the server answered without delay. */
export const isQuiet = ({ p99 }: Pick<Latencies, 'p99'>): boolean => p99 <= QUIET_MS

export interface Rate {
  /** Requests a second that were sustained over a window. */
  readonly capacity: number
  readonly rate: number
}

/** A rate at which the server is busy, and yet answers without delay as long as no round is committed. */
export async function quietRate(
  bench: Bench,
  client: OpenLoop,
  target: Target,
  asked: Omit<Plan, 'rate'>,
): Promise<Rate> {
  const latencies = (rate: number): Promise<Latencies> => client.latencies(bench, { ...asked, rate })
  const requests = asked.paths.map((path) => ({ path, headers: asked.headers }))
  // The rate that is sustained over a window is the capacity; a higher rate would measure the client.
  const { perSecond: capacity } = await latencies(await fullLoad(bench, target, requests))
  let rate = capacity * SHARE
  for (let left = effort(bench, LOWERED); left > 0; left--) {
    const window = await latencies(rate)
    bench.say(`p99 ${window.p99.toFixed(2)} ms at ${Math.round(rate)} requests/s without rounds`)
    if (isQuiet(window)) break
    // In a disturbed window it was not the rate.
    if (window.lostShare <= MAX_LOST) rate *= FACTOR
  }
  return { capacity, rate }
}

/** The requests a second under full load, for all requests in equal parts. */
async function fullLoad(bench: Bench, target: Target, requests: readonly Request[]): Promise<number> {
  let secondsForOneOfEach = 0
  for (const request of requests) {
    await requestsPerSecond({ ...bench, isByCpu: false }, target, request)
    secondsForOneOfEach += 1 / (await requestsPerSecond({ ...bench, isByCpu: false }, target, request))
  }
  return requests.length / secondsForOneOfEach
}
