import type { MarketSize } from '../../data/market-size.ts'

/** What is checked, and how thoroughly. */
export interface Checked {
  /** Of the market in the store. */
  readonly size: MarketSize
  /** How many questions of each kind are asked. */
  readonly ofEach: number
  /** How soon the facts of another process must show. */
  readonly seenWithinMs: number
}
