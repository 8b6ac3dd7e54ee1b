import type { Instant } from '../market/calendar.ts'

/** The state of a service's store, as of the last reads. */
export interface StoreState {
  /** Since when the store cannot be read, and the reason for the public; `null` while it can be read. */
  readonly outage: { readonly since: Instant; readonly reason: string } | null
  /** How many commits became visible after the time of their facts; absent where they are not counted. */
  readonly lateCommits?: number
  /** By how many versions the served market is behind the newest one, and since when; `null` when it is not. */
  readonly lag: { readonly versions: number; readonly since: Instant } | null
}
