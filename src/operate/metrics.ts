import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type Instant, msOf } from '../market/calendar.ts'
import type { CacheOutcome } from '../publish/answer-cache.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { RequestDurations } from './request-durations.ts'
import { type FiguresContext, registerStoreFigures } from './store-figures.ts'
import type { StoreState } from './store-state.ts'

export interface MetricsContext {
  readonly market: () => ServedMarket
  readonly state: () => StoreState
  readonly now: () => Instant
  /** The silent sources; `null` when they are not known yet. */
  readonly silent: () => Promise<readonly unknown[] | null>
}

/** What is counted of a round of collecting. */
export interface CountedRound {
  readonly source: string
  readonly outcome: string
  readonly fault: string | null
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Others are refused alike, and a label must not grow with what clients think of. */
const COUNTED_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** A status of HTTP, or that a request was put off on purpose. */
type CountedStatus = number | 'busy'

interface RequestCount {
  readonly labels: { readonly route: string; readonly method: string; readonly status: string }
  requests: number
}

/** What is kept of one route, so that counting a request builds no text, as the library does at each count. */
interface RouteCounts {
  readonly durations: ReturnType<RequestDurations['of']>
  readonly byMethod: Map<string, Map<CountedStatus, RequestCount>>
}

/** The figures for Prometheus. */
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
  /** Whether this process reads sources by their schedules just now. */
  isCollecting = false
  /** How many read events just now. */
  eventConnections = 0
  /** How many requests for events were told to come back later. */
  eventsPostponed = 0
  /** How many downloads are under way. */
  downloadsActive = 0
  readonly #rounds = new Counter({
    name: 'greymark_rounds_total',
    help: 'Rounds in which this process read a source, by outcome and fault',
    labelNames: ['source', 'outcome', 'fault'],
    registers: [this.#registry],
  })
  readonly #refusals = new Counter({
    name: 'greymark_refused_rows_total',
    help: 'Rows of sources that were not taken, by the rule that refused them',
    labelNames: ['source', 'rule'],
    registers: [this.#registry],
  })

  constructor(context: MetricsContext) {
    this.#registerAnswers()
    this.#registerMarket(context)
    this.#registerConnections()
    this.#registerStore(context)
  }

  #registerAnswers(): void {
    const registers = [this.#registry]
    const requestCounts = this.#requestCounts
    const answers = this.#answers
    new Counter({
      name: 'greymark_http_requests_total',
      help: 'Requests by route, method and status; 499 when the client went away before its answer was sent, busy for a 503 on purpose',
      labelNames: ['route', 'method', 'status'],
      registers,
      collect() {
        this.reset()
        for (const { labels, requests } of requestCounts) this.inc(labels, requests)
      },
    })
    new Counter({
      name: 'greymark_answers_total',
      help: 'Answers by how they came about: hit is from memory, made is anew, stale is from memory for want of the database',
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
    this.#gauge('greymark_market_version', 'The version that is served; 0 while the demo is shown', () =>
      market().demo ? 0 : market().version,
    )
    new Gauge({
      name: 'greymark_newest_fact_age_seconds',
      help: 'Time since the newest fact was learned; not there while the demo is shown',
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
      'Connections over which changes are sent as they come',
      () => this.eventConnections,
    )
    const postponed = () => this.eventsPostponed
    new Counter({
      name: 'greymark_events_postponed_total',
      help: 'Requests for events that got none and were told when to come back: too many, or no store',
      registers: [this.#registry],
      collect() {
        this.reset()
        this.inc(postponed())
      },
    })
    this.#gauge('greymark_downloads_active', 'Downloads that are being sent', () => this.downloadsActive)
    this.#gauge(
      'greymark_collecting',
      '1 while this process reads sources by their schedules; 0 while it stands by, cannot, or COLLECT is off',
      () => (this.isCollecting ? 1 : 0),
    )
  }

  #registerStore({ state, silent }: MetricsContext): void {
    const registers = [this.#registry]
    new Counter({
      name: 'greymark_late_commits_total',
      help: 'Commits whose facts have a time that this process had already passed: a clock is behind',
      registers,
      collect() {
        this.reset()
        this.inc(state().lateCommits ?? 0)
      },
    })
    this.#gauge('greymark_store_outage', '1 while the database cannot be read, else 0', () =>
      state().outage ? 1 : 0,
    )
    this.#gauge(
      'greymark_market_version_lag',
      'By how many versions what is served is behind the newest one',
      () => state().lag?.versions ?? 0,
    )
    new Gauge({
      name: 'greymark_sources_silent',
      help: 'Sources that are read and fail or say nothing new; not there while that is not known',
      registers,
      async collect() {
        const sources = await silent()
        if (sources) this.set(sources.length)
        else this.remove()
      },
    })
  }

  /** Adds what Node and the system tell of the process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Adds what is looked up in the store. */
  watchStore(context: FiguresContext): void {
    registerStoreFigures(this.#registry, context)
  }

  get contentType(): string {
    return this.#registry.contentType
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

  round({ source, outcome, fault, refusedBy }: CountedRound): void {
    this.#rounds.inc({ source, outcome, fault: fault ?? 'none' })
    for (const [rule, rows] of refusedBy) this.#refusals.inc({ source, rule }, rows)
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
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
