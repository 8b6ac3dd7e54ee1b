import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import { settlesWithin } from '../settles-within.ts'

/** A serving process that takes longer hangs. */
const ANSWER_WITHIN_MS = 5000

type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** What a serving process answers to a scrape; `metrics` is `null` if it cannot read them. */
interface ScrapeAnswer {
  readonly scrape?: number
  readonly metrics: MetricValues | null
}

/**
 * The metrics of several serving processes as those of one service, in the process that starts them. prom-client combines
 * each metric by its `aggregator`. If a process does not answer in time, the metrics of all are missing in this scrape:
 * Prometheus would take sums without its counts for a restart. Those of this process are left out, since they would have the
 * names of the sums. `workers`: how many should serve; `serving`: those that do.
 */
export function groupMetrics(workers: number, serving: ReadonlySet<Worker>) {
  const own = new Registry()
  const registers = [own]
  new Gauge({
    name: 'greymark_workers',
    help: 'The number of processes that should serve; absent when there is only one, without WORKERS',
    registers,
  }).set(workers)
  const answering = new Gauge({
    name: 'greymark_workers_answering',
    help: 'Serving processes that are part of these metrics; the others are restarting, or did not answer in time',
    registers,
  })
  const restarts = new Counter({
    name: 'greymark_worker_restarts_total',
    help: 'Serving processes that ended by themselves and were restarted',
    registers,
  })
  return {
    /** Counts a serving process that ended by itself and is started again. */
    restarted: () => restarts.inc(),
    async text(): Promise<string> {
      const answers = await Promise.all([...serving].map(metricsOf))
      const known = answers.filter((metrics) => metrics !== null)
      const complete = known.length === answers.length ? known : []
      answering.set(complete.filter(({ length }) => length > 0).length)
      return `${await AggregatorRegistry.aggregate(complete).metrics()}\n${await own.metrics()}`
    },
  }
}

let scrapes = 0

/** The metrics of a serving process: none if it ends, and `null` if it does not answer in time. */
async function metricsOf(worker: Worker): Promise<MetricValues | null> {
  const { promise: answered, resolve } = Promise.withResolvers<MetricValues | null>()
  const scrape = ++scrapes
  const onMessage = (answer: ScrapeAnswer) => {
    if (answer.scrape === scrape) resolve(answer.metrics)
  }
  const onExit = () => resolve([])
  worker.on('message', onMessage).on('exit', onExit)
  worker.send({ scrape }, () => undefined)
  const isInTime = await settlesWithin(ANSWER_WITHIN_MS, answered)
  worker.off('message', onMessage).off('exit', onExit)
  return isInTime ? answered : null
}

/**
 * Lets the process that started this one read its metrics. Those of Node itself are combined so that none is left out,
 * and that a busy process is not hidden by idle ones.
 */
export function answerGroup(registry: Registry): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (metric.aggregator === 'omit') metric.aggregator = 'min'
    if (metric.aggregator === 'average') metric.aggregator = 'max'
  }
  process.on('message', async ({ scrape }: { readonly scrape?: number }) => {
    if (scrape === undefined) return
    const metrics = await registry.getMetricsAsJSON().catch(() => null)
    process.send?.({ scrape, metrics } satisfies ScrapeAnswer, undefined, {}, () => undefined)
  })
}
