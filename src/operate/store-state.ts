import type { Instant } from '../market/calendar.ts'

/** How a running service stands to its store, as far as its last looks tell. */
export interface StoreState {
  /** Since when the store cannot be read, and why, in words that anybody may read; `null` while it can. */
  readonly outage: { readonly since: Instant; readonly reason: string } | null
  /** How many commits became visible after the time of their facts; left out where nobody counts. */
  readonly lateCommits?: number
  /** By how many versions what is served is behind the newest one, and since when; `null` when it is not. */
  readonly lag: { readonly versions: number; readonly since: Instant } | null
}
