import type { Instant } from '../market/calendar.ts'
import type { SourceStatus } from '../reports/schemas/sources.ts'
import type { ServedMarket } from '../reports/served-market.ts'

/** The state of a service's store, as of the last reads. */
export interface StoreState {
  /** Since when the store cannot be read, and the reason for the public; `null` while it can be read. */
  readonly outage: { readonly since: Instant; readonly reason: string } | null
  /** How many commits became visible after the time of their facts; absent where they are not counted. */
  readonly lateCommits?: number
  /** Since when the replica that is read from may lack facts of its primary, and why; `null` when it lacks none. */
  readonly lag: { readonly since: Instant; readonly reason: string } | null
}

/** Figures of the store for metrics and readiness; `null` where unknown. */
export interface StoreFigures {
  readonly bytes: number | null
  /** Free space on the disk of the store. */
  readonly diskFreeBytes: number | null
  /** True when new facts may not fit on that disk. */
  readonly isDiskFull: boolean | null
  /** Refused rows that are not settled. */
  readonly refusalsWaiting: number | null
  readonly lastBackup: Instant | null
  /** The unsent messages of alerts by channel, and when the oldest one was created. */
  readonly alertsWaiting:
    | readonly { readonly channel: string; readonly messages: number; readonly oldest: Instant }[]
    | null
  /** The requests of the schedule to each upstream host so far. */
  readonly upstreamRequests: readonly { readonly host: string; readonly requests: number }[] | null
}

/** What is read of a running service, for its metrics and its readiness. */
export interface ServiceState {
  /** The release of Greymark. */
  readonly version: string
  readonly market: ServedMarket
  readonly state: StoreState
  /** Every source; `null` while their states are not known. */
  readonly sources: readonly SourceStatus[] | null
  /** `null` while not known. */
  readonly figures: StoreFigures | null
  readonly now: Instant
}

/** When the newest fact was recorded; `null` when there is none. */
export const newestFact = ({ demo, version, committed }: ServedMarket): Instant | null =>
  demo || version === 0 ? null : committed
