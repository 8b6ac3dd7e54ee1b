import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type Instant, msOf } from '../market/calendar.ts'
import type { CacheOutcome } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { AlertMetrics } from './alert-metrics.ts'
import { DownloadMetrics } from './download-metrics.ts'
import type { MetricValues } from './gathered-metrics.ts'
import { RequestDurations } from './request-durations.ts'
import { type FiguresContext, registerStoreFigures } from './store-figures.ts'
import { registerStoreState, type StoreStateContext } from './store-state-metrics.ts'

export interface MetricsContext extends StoreStateContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
}

/** The parts of a collection round that are counted. */
export interface CountedRound {
  readonly source: string
  readonly outcome: string
  readonly fault: string | null
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Other methods count as `other`, so that clients cannot create labels. */
const COUNTED_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** An HTTP status, or `busy` for an intended 503. */
type CountedStatus = number | 'busy'

interface RequestCount {
  readonly labels: { readonly route: string; readonly method: string; readonly status: string }
  requests: number
}

/** The counters of one route, so that counting a request builds no label text, as prom-client does on each count. */
interface RouteCounts {
  readonly durations: ReturnType<RequestDurations['of']>
  readonly byMethod: Map<string, Map<CountedStatus, RequestCount>>
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #routes = new Map<string, RouteCounts>()
  readonly #requestCounts: RequestCount[] = []
  readonly #durations = new RequestDurations(
    'greymark_http_request_duration_seconds',
    'Time from a request to the end of its answer',
    this.#registry,
  )
  readonly #answers: Partial<Record<CacheOutcome, number>> = {}
  readonly alerts = new AlertMetrics(this.#registry)
  readonly downloads = new DownloadMetrics(this.#registry)
  /** Whether this process currently collects on schedule. */
  isCollecting = false
  /** The number of open event streams. */
  eventConnections = 0
  /** The number of requests for events that got a 503 with Retry-After. */
  eventsPostponed = 0
  readonly #rounds = new Counter({
    name: 'greymark_rounds_total',
    help: 'Collection rounds of this process by source, outcome and fault',
    labelNames: ['source', 'outcome', 'fault'],
    registers: [this.#registry],
  })
  readonly #versions = new Counter({
    name: 'greymark_versions_served_total',
    help: 'Market versions that were served, by whether the answers requested in the last minute were ready',
    labelNames: ['answers'],
    registers: [this.#registry],
  })
  readonly #refusals = new Counter({
    name: 'greymark_refused_rows_total',
    help: 'Rows of sources that were refused, by rule',
    labelNames: ['source', 'rule'],
    registers: [this.#registry],
  })

  constructor(context: MetricsContext) {
    this.#registerAnswers()
    this.#registerMarket(context)
    this.#registerConnections()
    registerStoreState(this.#registry, context)
  }

  #registerAnswers(): void {
    const registers = [this.#registry]
    const requestCounts = this.#requestCounts
    const answers = this.#answers
    new Counter({
      name: 'greymark_http_requests_total',
      help: 'Requests by route, method and status; 499 when the client disconnected before its answer was sent, busy for an intended 503',
      labelNames: ['route', 'method', 'status'],
      registers,
      collect() {
        this.reset()
        for (const { labels, requests } of requestCounts) this.inc(labels, requests)
      },
    })
    new Counter({
      name: 'greymark_answers_total',
      help: 'Answers by outcome: hit is from memory, made is newly built, prepared is built before it is requested, stale is from memory because the database is unavailable',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, times] of Object.entries(answers)) this.inc({ outcome }, times)
      },
    })
  }

  #registerMarket({ market, now }: MetricsContext): void {
    const registers = [this.#registry]
    this.#gauge(
      'greymark_market_version',
      'The market version that is served; 0 while the demo is served',
      () => (market().demo ? 0 : market().version),
      'min',
    )
    new Gauge({
      name: 'greymark_newest_fact_age_seconds',
      help: 'Time since the newest fact was recorded; absent while the demo is served',
      aggregator: 'max',
      registers,
      collect() {
        const { demo, version, committed } = market()
        if (demo || version === 0) this.remove()
        else this.set(Math.max(0, msOf(now()) - msOf(committed)) / 1000)
      },
    })
  }

  #registerConnections(): void {
    this.#gauge(
      'greymark_event_connections',
      'Open connections that receive changes as server-sent events',
      () => this.eventConnections,
    )
    const postponed = () => this.eventsPostponed
    new Counter({
      name: 'greymark_events_postponed_total',
      help: 'Requests for events that were told to retry later: too many connections, or no store',
      registers: [this.#registry],
      collect() {
        this.reset()
        this.inc(postponed())
      },
    })
    this.#gauge(
      'greymark_collecting',
      '1 while this process collects on schedule; 0 while it stands by, cannot collect, or COLLECT is off',
      () => (this.isCollecting ? 1 : 0),
    )
  }

  /** Adds the process metrics of Node and the operating system. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Adds the metrics that are read from the store. */
  watchStore(context: FiguresContext): void {
    registerStoreFigures(this.#registry, context)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** The values of this process, to be combined with those of others. */
  values(): Promise<MetricValues> {
    return this.#registry.getMetricsAsJSON()
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  requested(route: string, method: string, status: CountedStatus, seconds: number): void {
    const { durations, byMethod } = this.#routes.get(route) ?? this.#newRoute(route)
    durations.add(seconds)
    const count = byMethod.get(method)?.get(status) ?? this.#newCount(byMethod, route, method, status)
    count.requests++
  }

  answered(outcome: CacheOutcome): void {
    this.#answers[outcome] = (this.#answers[outcome] ?? 0) + 1
  }

  /** Counts a new version, and whether the answers that were just requested were ready in time. */
  versionServed(isReady: boolean): void {
    this.#versions.inc({ answers: isReady ? 'ready' : 'late' })
  }

  round({ source, outcome, fault, refusedBy }: CountedRound): void {
    this.#rounds.inc({ source, outcome, fault: fault ?? 'none' })
    for (const [rule, rows] of refusedBy) this.#refusals.inc({ source, rule }, rows)
  }

  /** `aggregator`: how the values of several processes on one port are combined. */
  #gauge(name: string, help: string, read: () => number, aggregator: Aggregator = 'sum'): void {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [this.#registry],
      collect() {
        this.set(read())
      },
    })
  }

  #newRoute(route: string): RouteCounts {
    const counts = { durations: this.#durations.of(route), byMethod: new Map() }
    this.#routes.set(route, counts)
    return counts
  }

  #newCount(
    byMethod: RouteCounts['byMethod'],
    route: string,
    method: string,
    status: CountedStatus,
  ): RequestCount {
    const known = COUNTED_METHODS.includes(method) ? method : 'other'
    const count = { labels: { route, method: known, status: String(status) }, requests: 0 }
    this.#requestCounts.push(count)
    const ofMethod = byMethod.get(method) ?? new Map<CountedStatus, RequestCount>()
    byMethod.set(method, ofMethod.set(status, count))
    return count
  }
}
