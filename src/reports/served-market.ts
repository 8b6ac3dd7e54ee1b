import type { Instant } from '../market/calendar.ts'
import type { Db } from '../store/engines/db.ts'
import type { MarketData } from './market-data.ts'

/** The market that every surface shows: the user's store, or the demo while that holds no facts. */
export interface ServedMarket extends MarketData {
  /** The user's own store, which keeps the record of collecting also while the demo is shown. */
  readonly own: Db
  readonly demo: boolean
  readonly version: number
  /** When its last round was committed. */
  readonly committed: Instant
  /** True when the store cannot be read just now, or lacks what was asked for: only what is kept in memory can be given. */
  readonly isUnavailable: boolean
  /** Counts how often the store lost facts that were read before, so that nothing of before is taken for the present. */
  readonly history: number
}

/** The version as it is published: opaque to consumers. */
export const versionName = ({ demo, version }: Pick<ServedMarket, 'demo' | 'version'>): string =>
  demo ? `demo-${version}` : String(version)

/** What answers are kept under. */
export const versionKey = (market: ServedMarket): string => `${versionName(market)} ${market.history}`

/** True when what was told of one goes on in the other. */
export const isSameMarket = (a: ServedMarket, b: ServedMarket): boolean =>
  a.demo === b.demo && a.history === b.history && a.db === b.db
