import type { MarketSize } from '../../data/market-size.ts'

/** The scope of the checks. */
export interface Checked {
  /** The size of the market in the store. */
  readonly size: MarketSize
  /** The number of requests of each kind. */
  readonly ofEach: number
  /** How soon facts of another process must be visible. */
  readonly seenWithinMs: number
}
