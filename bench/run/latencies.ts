import { join } from 'node:path'
import type { Bench } from '../figure.ts'
import { percentile } from '../ratio.ts'
import { keptOf, type Timed } from './control/kept-requests.ts'
import { moments, type Plan, type Window } from './open-loop.ts'
import { ROOT, startWorker, type Worker } from './processes.ts'

/** The latencies of a window in milliseconds, without those in slices that the machine disturbed. */
export interface Latencies {
  readonly median: number
  readonly p99: number
  readonly slowest: number
  /** Answers a second from the first request to the last answer. */
  readonly perSecond: number
  /** The share of the slices that do not count. */
  readonly lostShare: number
}

/** A percentile of fewer requests says nothing. */
const MIN_REQUESTS = 100

/** A request of an open-loop client, from its scheduled moment to its answer. */
interface Answered extends Timed {
  readonly ms: number
}

/** An open-loop client in a process of its own, on the core of the load. */
export class OpenLoop {
  readonly #worker: Worker

  constructor() {
    const args = [join(ROOT, 'bench/run/open-loop.ts')]
    this.#worker = startWorker({ program: process.execPath, args, place: 'load' })
  }

  async latencies(bench: Pick<Bench, 'control' | 'isByCpu'>, asked: Plan): Promise<Latencies> {
    const plan = { ...asked, rate: Math.max(asked.rate, MIN_REQUESTS / asked.seconds) }
    let perSecond = 0
    const { kept, slices, disturbed } = await keptOf(bench, async () => {
      const window: Window = JSON.parse(await this.#worker.request(JSON.stringify(plan)))
      perSecond = window.perSecond
      return answeredIn(plan, window)
    })
    const ms = kept.map((answered) => answered.ms)
    return {
      ...{ median: percentile(ms, 0.5), p99: percentile(ms, 0.99), slowest: percentile(ms, 1) },
      ...{ perSecond, lostShare: disturbed / slices },
    }
  }
}

/** The requests after the warm-up. */
export function answeredIn(plan: Plan, { start, latencies }: Window): Answered[] {
  const bytes = Buffer.from(latencies, 'base64')
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  const due = moments(plan)
  const answered: Answered[] = []
  for (const [index, at] of due.entries())
    if (at >= plan.warmUpSeconds * 1000)
      // A request counts by the moment for which it was scheduled, however long its answer took.
      answered.push({ from: start + at, to: start + at, ms: all[index] ?? 0 })
  return answered
}
