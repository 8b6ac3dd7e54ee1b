import type { Instant } from '../market/calendar.ts'
import type { Db } from '../store/engines/db.ts'
import type { MarketData } from './market-data.ts'

/** The market that every surface shows: the user's store, or the demo while that holds no facts. */
export interface ServedMarket extends MarketData {
  /** The user's own store, which has the collection rounds also while the demo is shown. */
  readonly userStore: Db
  readonly demo: boolean
  readonly version: number
  /** When its last round was committed. */
  readonly committed: Instant
  /** True when the store cannot be read, or lacks the requested version: only cached answers can be served. */
  readonly isUnavailable: boolean
  /** Counts how often the store lost facts that were read before, so that no earlier answer is reused. */
  readonly history: number
  /** Since when this process has served this market: since its start, or since the demo or other facts were replaced. */
  readonly servedSince: Instant
}

/** The version as it is published: opaque to consumers. */
export const versionName = ({ demo, version }: Pick<ServedMarket, 'demo' | 'version'>): string =>
  demo ? `demo-${version}` : String(version)

/** The version in cache keys of answers. */
export const versionKey = (market: ServedMarket): string => `${versionName(market)} ${market.history}`

/** True when changes of one continue in the other. */
export const isSameMarket = (a: ServedMarket, b: ServedMarket): boolean =>
  a.demo === b.demo && a.history === b.history && a.db === b.db
