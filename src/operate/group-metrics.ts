import cluster from 'node:cluster'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'

/**
 * The metrics of several serving processes as those of one service, in the process that starts them. The library asks all serving processes at a scrape, and combines each metric by its `aggregator`. If one of them does
 * not answer within 5 seconds, the metrics of all are missing in this scrape. `workers`: how many should serve.
 */
export function groupMetrics(workers: number) {
  const serving = new AggregatorRegistry()
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
    // Series of this process would have the names of the sums, so only the serving processes have them.
    watchProcess: () => undefined,
    /** Counts a serving process that ended by itself and is started again. */
    restarted: () => restarts.inc(),
    async text(): Promise<string> {
      const connected = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
      const combined = await serving.clusterMetrics().catch(() => null)
      answering.set(combined === null ? 0 : connected.length)
      return `${combined ?? ''}\n${await own.metrics()}`
    },
  }
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
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(registry)
}
