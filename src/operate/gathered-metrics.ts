import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** The counts of so many ended processes are kept apart. */
const MAX_ENDED = 10

/** The metrics of one process, as prom-client combines them. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The metrics of a serving process; `null` if it did not answer in time. */
export interface ScrapedProcess {
  readonly process: number
  readonly metrics: MetricValues | null
}

export interface GatheredContext {
  /** Reads the metrics of all serving processes. */
  readonly scrape: () => Promise<readonly ScrapedProcess[]>
  /** The number of processes that should serve. */
  readonly processes: number
}

/**
 * The metrics of several processes as those of one service. Each metric names how its values are combined. Counts of a
 * process that has ended, or does not answer, stay in the sums, since Prometheus would read a smaller sum as a restart.
 */
export class GatheredMetrics {
  readonly #context: GatheredContext
  readonly #own = new Registry()
  readonly #answering: Gauge
  readonly #restarts: Counter
  /** The last counts of each process. */
  readonly #counts = new Map<number, MetricValues>()
  /** The last counts of ended processes. */
  readonly #ended: MetricValues[] = []
  /** How often each process has ended. */
  readonly #endings = new Map<number, number>()

  constructor(context: GatheredContext) {
    this.#context = context
    const registers = [this.#own]
    new Gauge({
      name: 'greymark_workers',
      help: 'The number of processes that should serve; absent when there is only one, without WORKERS',
      registers,
    }).set(context.processes)
    this.#answering = new Gauge({
      name: 'greymark_workers_answering',
      help: 'Serving processes that are part of these metrics; the others are restarting, or did not answer in time',
      registers,
    })
    this.#restarts = new Counter({
      name: 'greymark_worker_restarts_total',
      help: 'Serving processes that ended by themselves and were restarted',
      registers,
    })
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE

  /** Adds the process metrics of Node and the operating system. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#own })
  }

  /** Counts a process that has ended by itself. */
  async ended(process: number): Promise<void> {
    this.#restarts.inc()
    this.#endings.set(process, (this.#endings.get(process) ?? 0) + 1)
    const counts = this.#counts.get(process)
    this.#counts.delete(process)
    if (counts) this.#ended.push(counts)
    // Their sum takes the place of many.
    if (this.#ended.length >= MAX_ENDED) this.#ended.push(await combined(this.#ended.splice(0)))
  }

  async text(): Promise<string> {
    const endings = new Map(this.#endings)
    const scraped = await this.#context.scrape()
    this.#answering.set(scraped.filter(({ metrics }) => metrics).length)
    const own = await this.#own.getMetricsAsJSON()
    // The counts of a process that has ended meanwhile are among those of the ended ones.
    const running = scraped.filter(({ process }) => this.#endings.get(process) === endings.get(process))
    for (const { process, metrics } of running)
      if (metrics) this.#counts.set(process, metrics.filter(isCount))
    const ofProcesses = running.map(({ process, metrics }) => metrics ?? this.#counts.get(process) ?? [])
    return registryOf([...ofProcesses, ...this.#ended, own]).metrics()
  }
}

/** True for counts, which only grow while a process runs. */
const isCount = ({ type }: MetricValues[number]): boolean => COUNT_TYPES.has(String(type))
const COUNT_TYPES: ReadonlySet<string> = new Set(['counter', 'histogram'])

/** Where prom-client would leave a value out, or hide a busy process behind idle ones. */
function combinedBy({ name, aggregator }: MetricValues[number]): MetricValues[number]['aggregator'] {
  if (name === 'process_start_time_seconds') return 'min'
  return name.startsWith('nodejs_eventloop_lag_') && aggregator === 'average' ? 'max' : aggregator
}

const registryOf = (ofProcesses: readonly MetricValues[]): Registry =>
  AggregatorRegistry.aggregate(
    ofProcesses.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: combinedBy(metric) }))),
  )

/** The metrics of several processes as those of one. */
const combined = (ofProcesses: readonly MetricValues[]): Promise<MetricValues> =>
  registryOf(ofProcesses).getMetricsAsJSON()
