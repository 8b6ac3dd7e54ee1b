import { Counter, Gauge, type Registry } from 'prom-client'
import { type Instant, msOf } from '../market/calendar.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'

/** Figures of the store for metrics; `null` where unknown. */
export interface StoreFigures {
  readonly bytes: number | null
  /** Free space on the disk of the store. */
  readonly diskFreeBytes: number | null
  /** True when new facts may not fit on that disk. */
  readonly isDiskFull: boolean | null
  /** Refused rows that are not settled. */
  readonly refusalsWaiting: number | null
  readonly lastBackup: Instant | null
  /** The messages of alerts that wait to be sent, by channel. */
  readonly alertsWaiting: readonly WaitingMessages[] | null
  /** The requests of the schedule to each upstream host so far. */
  readonly upstreamRequests: readonly { readonly host: string; readonly requests: number }[] | null
}

export interface WaitingMessages {
  readonly channel: string
  readonly messages: number
  /** When the oldest one was created. */
  readonly oldest: Instant
}

export interface FiguresContext {
  readonly now: () => Instant
  readonly version: string
  readonly figures: () => Promise<StoreFigures | null>
  readonly sources: () => Promise<readonly SourceStatus[] | null>
}

const GAUGES: readonly (readonly [
  name: string,
  help: string,
  figureOf: (figures: StoreFigures) => number | null,
])[] = [
  ['greymark_store_bytes', 'Size of the store; absent while unknown', ({ bytes }) => bytes],
  [
    'greymark_disk_free_bytes',
    'Free space on the disk of a SQLite store; absent with PostgreSQL',
    ({ diskFreeBytes }) => diskFreeBytes,
  ],
  [
    'greymark_refusals_waiting',
    'Refused rows that are not settled; absent while unknown',
    ({ refusalsWaiting }) => refusalsWaiting,
  ],
  [
    'greymark_last_backup_timestamp_seconds',
    'When the last backup by "greymark backup" began; absent if there was none, and with PostgreSQL',
    ({ lastBackup }) => secondsOf(lastBackup),
  ],
]

const secondsOf = (moment: Instant | null): number | null => (moment === null ? null : msOf(moment) / 1000)

/** Adds metrics that are read at each scrape. An unknown value is absent, never 0. */
export function registerStoreFigures(registry: Registry, context: FiguresContext): void {
  const { version, figures, sources } = context
  const registers = [registry]
  registerWaitingMessages(registry, context)
  registerUpstreamRequests(registry, context)
  new Gauge({
    name: 'greymark_build_info',
    help: 'Always 1; its labels name the version of Greymark and of Node',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers,
  }).set({ version, node: process.versions.node }, 1)
  for (const [name, help, figureOf] of GAUGES)
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers,
      async collect() {
        const found = await figures()
        const value = found && figureOf(found)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  new Gauge({
    name: 'greymark_source_last_success_timestamp_seconds',
    help: 'When each collected source was last read, at least in part',
    labelNames: ['source'],
    aggregator: 'max',
    registers,
    async collect() {
      const reports = await sources()
      this.reset()
      for (const { id, state, lastSuccess } of reports ?? [])
        if (state !== 'off' && lastSuccess !== null) this.set({ source: id }, msOf(lastSuccess) / 1000)
    },
  })
}

function registerUpstreamRequests(registry: Registry, { figures }: FiguresContext): void {
  new Counter({
    name: 'greymark_upstream_requests_total',
    help: 'Requests of the schedule to each host of an upstream, as counted in the store',
    labelNames: ['host'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const found = await figures()
      this.reset()
      for (const { host, requests } of found?.upstreamRequests ?? []) this.inc({ host }, requests)
    },
  })
}

/** Absent while unknown; without a waiting message there is no age. */
function registerWaitingMessages(registry: Registry, { now, figures }: FiguresContext): void {
  const registers = [registry]
  new Gauge({
    name: 'greymark_alert_messages_waiting',
    help: 'Messages of alerts that wait to be sent, by channel',
    labelNames: ['channel'],
    aggregator: 'max',
    registers,
    async collect() {
      const found = await figures()
      this.reset()
      for (const { channel, messages } of found?.alertsWaiting ?? []) this.set({ channel }, messages)
    },
  })
  new Gauge({
    name: 'greymark_alert_oldest_waiting_seconds',
    help: 'Time since the oldest message of an alert that waits to be sent was created; 0 when none waits',
    aggregator: 'max',
    registers,
    async collect() {
      const waiting = (await figures())?.alertsWaiting
      if (!waiting) return this.remove()
      const ages = waiting.map(({ oldest }) => msOf(now()) - msOf(oldest))
      this.set(Math.max(0, ...ages) / 1000)
    },
  })
}
