import { businessDay, businessDayNumber } from '../../src/demo/business-days.ts'
import type { Day } from '../../src/market/calendar.ts'

/** How much is invented. */
export interface MarketSize {
  readonly ipos: number
  readonly gmp: number
  readonly deals: number
}

/** Twenty years, all of them past on every machine that runs this. */
const FIRST_DAY: Day = '2005-07-01'
const LAST_DAY: Day = '2025-06-30'

const FIRST = businessDayNumber(FIRST_DAY)
/** How many days of trading the history has. */
export const TRADING_DAYS = businessDayNumber(LAST_DAY) - FIRST + 1

/** The n-th day of trading, from 0. */
export const tradingDay = (n: number): Day => businessDay(FIRST + n)

/** So many of a whole fall on the n-th of equal parts: they differ by one at most, and their sum is the whole. */
export const shareOf = (whole: number, parts: number, n: number): number =>
  Math.floor(((n + 1) * whole) / parts) - Math.floor((n * whole) / parts)
