import { type Aggregator, Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { type Instant, msOf } from '../market/calendar.ts'
import type { CacheOutcome } from '../publish/answer-cache.ts'
import { DURATION_BOUNDS, type RequestCount, RequestCounts } from '../publish/speed.ts'
import { staleSource } from '../reports/freshness.ts'
import { answerGroup } from './group-metrics.ts'
import { newestFact, type ServiceState } from './service-state.ts'

/** `suffix` is that of a series of a histogram. */
type LabelledValue = readonly [
  labels: Readonly<Record<string, string | number>>,
  value: number,
  suffix?: string,
]

/** A value, or values by labels; `null` or `undefined` where it is unknown, so that it is absent and never 0. */
type Reading = number | readonly LabelledValue[] | null | undefined

/** `aggregator`: how the values of several processes on one port are combined. */
type ReadMetric = readonly [
  name: string,
  help: string,
  aggregator: Aggregator,
  read: (context: ServiceState, metrics: Metrics) => Reading,
]

const DURATIONS = 'greymark_http_request_duration_seconds'

/** The metrics that are read at each scrape. A name that ends in `_total` is that of a counter, most others of a gauge. */
const READ: readonly ReadMetric[] = [
  [
    DURATIONS,
    'Time from a request to the end of its answer',
    'sum',
    (_context, { requests }) => durationsByRoute(requests.all),
  ],
  [
    'greymark_http_requests_total',
    'Requests by route, method and status; 499 when the client disconnected before its answer was sent, busy for an intended 503',
    'sum',
    (_context, { requests }) =>
      requests.all.map(({ route, method, status, byDuration }) => [
        { route, method, status },
        byDuration.reduce((sum, requests) => sum + requests),
      ]),
  ],
  [
    'greymark_answers_total',
    'Answers by outcome: hit is from memory, made is newly built, prepared is built before it is requested, stale is from memory because the database is unavailable',
    'sum',
    (_context, { answers }) => Object.entries(answers).map(([outcome, times]) => [{ outcome }, times]),
  ],
  [
    'greymark_build_info',
    'Always 1; its labels name the version of Greymark and of Node',
    'max',
    ({ version }) => [[{ version, node: process.versions.node }, 1]],
  ],
  [
    'greymark_market_version',
    'The market version that is served; 0 while the demo is served',
    'min',
    ({ market }) => (market.demo ? 0 : market.version),
  ],
  [
    'greymark_newest_fact_age_seconds',
    'Time since the newest fact was recorded; absent while the demo is served',
    'max',
    ({ market, now }) => {
      const newest = newestFact(market)
      return newest === null ? null : Math.max(0, secondsBetween(newest, now))
    },
  ],
  [
    'greymark_late_commits_total',
    'Commits whose facts have an earlier time than this process had already answered for: a clock is behind',
    'max',
    ({ state }) => state.lateCommits ?? 0,
  ],
  [
    'greymark_store_outage',
    '1 while the database cannot be read, else 0',
    'max',
    ({ state }) => Number(state.outage !== null),
  ],
  [
    'greymark_market_version_lag',
    '1 while the replica that is read from may lack facts of its primary, else 0',
    'max',
    ({ state }) => Number(state.lag !== null),
  ],
  ['greymark_store_bytes', 'Size of the store; absent while unknown', 'max', ({ figures }) => figures?.bytes],
  [
    'greymark_disk_free_bytes',
    'Free space on the disk of a SQLite store; absent with PostgreSQL',
    'max',
    ({ figures }) => figures?.diskFreeBytes,
  ],
  [
    'greymark_refusals_waiting',
    'Refused rows that are not settled; absent while unknown',
    'max',
    ({ figures }) => figures?.refusalsWaiting,
  ],
  [
    'greymark_last_backup_timestamp_seconds',
    'When the last backup by "greymark backup" began; absent if there was none, and with PostgreSQL',
    'max',
    ({ figures }) => timestamp(figures?.lastBackup),
  ],
  [
    'greymark_sources_silent',
    'Collected sources that fail or report nothing new; absent while unknown',
    'max',
    ({ sources }) => sources?.flatMap(staleSource).length,
  ],
  [
    'greymark_source_last_success_timestamp_seconds',
    'When each collected source was last read, at least in part',
    'max',
    ({ sources }) =>
      sources?.flatMap(({ id, state, lastSuccess }) => {
        const readAt = timestamp(lastSuccess)
        return state === 'off' || readAt === null ? [] : [[{ source: id }, readAt]]
      }),
  ],
  [
    'greymark_upstream_requests_total',
    'Requests of the schedule to each host of an upstream, as counted in the store',
    'max',
    ({ figures }) => figures?.upstreamRequests?.map(({ host, requests }) => [{ host }, requests]),
  ],
  [
    'greymark_alert_messages_waiting',
    'Messages of alerts that wait to be sent, by channel',
    'max',
    ({ figures }) => figures?.alertsWaiting?.map(({ channel, messages }) => [{ channel }, messages]),
  ],
  [
    'greymark_alert_oldest_waiting_seconds',
    'Time since the oldest message of an alert that waits to be sent was created; 0 when none waits',
    'max',
    ({ figures, now }) => {
      const waiting = figures?.alertsWaiting
      return waiting && Math.max(0, ...waiting.map(({ oldest }) => secondsBetween(oldest, now)))
    },
  ],
  [
    'greymark_alerts_sending',
    '1 while this process sends alerts; 0 while it stands by, cannot send, or ALERTS is not set',
    'sum',
    (_context, metrics) => Number(metrics.alerts.isSending),
  ],
  [
    'greymark_collecting',
    '1 while this process collects on schedule; 0 while it stands by, cannot collect, or COLLECT is off',
    'sum',
    (_context, metrics) => Number(metrics.isCollecting),
  ],
  [
    'greymark_downloads_active',
    'Downloads that are being sent',
    'sum',
    (_context, metrics) => metrics.downloads.active,
  ],
  [
    'greymark_daily_files_failures',
    'Attempts to build the data set and tables of the day that failed since the last success',
    'max',
    (_context, metrics) => metrics.downloads.failedBuilds,
  ],
  [
    'greymark_event_connections',
    'Open connections that receive changes as server-sent events',
    'sum',
    (_context, metrics) => metrics.eventConnections,
  ],
  [
    'greymark_events_postponed_total',
    'Requests for events that were told to retry later: too many connections, or no store',
    'sum',
    (_context, metrics) => metrics.eventsPostponed,
  ],
]

/** The series of a histogram for each route. */
const durationsByRoute = (counts: readonly RequestCount[]): LabelledValue[] =>
  [...Map.groupBy(counts, ({ route }) => route)].flatMap(([route, ofRoute]) => {
    let requests = 0
    const buckets = [...DURATION_BOUNDS, '+Inf'].map((le, at): LabelledValue => {
      for (const { byDuration } of ofRoute) requests += byDuration[at] ?? 0
      return [{ le, route }, requests, '_bucket']
    })
    const seconds = ofRoute.reduce((sum, { seconds }) => sum + seconds, 0)
    return [...buckets, [{ route }, seconds, '_sum'], [{ route }, requests, '_count']]
  })

/** The parts of a collection round that are counted. */
interface CountedRound {
  readonly source: string
  readonly outcome: string
  readonly fault: string | null
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Other methods count as `other`, so that clients cannot create labels. */
const COUNTED_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST']

export class Metrics {
  readonly #registry = new Registry()
  readonly requests = new RequestCounts()
  readonly answers: Partial<Record<CacheOutcome, number>> = {}
  readonly #versions = this.#counter(
    'greymark_versions_served_total',
    'Market versions that were served, by whether the answers requested in the last minute were ready',
    ['answers'],
  )
  readonly #rounds = this.#counter(
    'greymark_rounds_total',
    'Collection rounds of this process by source, outcome and fault',
    ['source', 'outcome', 'fault'],
  )
  readonly #refusals = this.#counter(
    'greymark_refused_rows_total',
    'Rows of sources that were refused, by rule',
    ['source', 'rule'],
  )
  readonly #messages = this.#counter(
    'greymark_alert_messages_total',
    'Attempts of this process to deliver messages of alerts, by channel and outcome',
    ['channel', 'outcome'],
  )
  /** Whether this process currently collects on schedule. */
  isCollecting = false
  /** The number of open event streams. */
  eventConnections = 0
  /** The number of requests for events whose clients shall retry later. */
  eventsPostponed = 0
  readonly downloads = {
    /** The number of downloads in progress. */
    active: 0,
    /** The number of attempts to build the files of the day that failed since the last success. */
    failedBuilds: 0,
  }
  readonly alerts = {
    /** Whether this process currently sends alerts. */
    isSending: false,
    /** Counts an attempt to deliver a message. */
    count: (of: { readonly channel: string; readonly outcome: 'delivered' | 'failed' | 'given-up' }): void =>
      this.#messages.inc({ channel: of.channel, outcome: of.outcome }),
  }

  constructor(scrape: () => Promise<ServiceState>) {
    for (const [name, help, aggregator, read] of READ) {
      const type = name === DURATIONS ? 'histogram' : name.endsWith('_total') ? 'counter' : 'gauge'
      const get = async () => {
        const values = labelled(read(await scrape(), this))
        return { name, help, type, aggregator, values: values.map((value) => sampleOf(name, value)) }
      }
      // The classes of the library would keep the values of labels that are gone.
      this.#registry.registerMetric({ name, get } as never)
    }
  }

  /** Adds the process metrics of Node and the operating system. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Makes these metrics, and those of the process, a part of those of all serving processes. */
  joinGroup(): void {
    this.watchProcess()
    answerGroup(this.#registry)
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** Counts a request by its HTTP status, or as `busy` for an intended 503. */
  requested(route: string, method: string, status: number | 'busy', seconds: number): void {
    this.requests.add(route, COUNTED_METHODS.includes(method) ? method : 'other', status, seconds)
  }

  answered(outcome: CacheOutcome): void {
    this.answers[outcome] = (this.answers[outcome] ?? 0) + 1
  }

  /** Counts a new version, and whether the answers that were just requested were ready in time. */
  versionServed(isReady: boolean): void {
    this.#versions.inc({ answers: isReady ? 'ready' : 'late' })
  }

  round({ source, outcome, fault, refusedBy }: CountedRound): void {
    this.#rounds.inc({ source, outcome, fault: fault ?? 'none' })
    for (const [rule, rows] of refusedBy) this.#refusals.inc({ source, rule }, rows)
  }

  /** A metric that is counted when something happens. Those of several processes are added. */
  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }
}

const labelled = (reading: Reading): readonly LabelledValue[] =>
  typeof reading === 'number' ? [[{}, reading]] : (reading ?? [])

/** A value as the library prints it. */
const sampleOf = (name: string, [labels, value, suffix = '']: LabelledValue) => ({
  metricName: name + suffix,
  labels,
  value,
})

const timestamp = (moment: Instant | null | undefined): number | null => (moment ? msOf(moment) / 1000 : null)

const secondsBetween = (from: Instant, to: Instant): number => (msOf(to) - msOf(from)) / 1000
