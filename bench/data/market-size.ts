import { daysBetween, isBusinessDay } from '../../src/demo/trading-days.ts'
import type { Day } from '../../src/market/calendar.ts'

/** The size of an invented market. */
export interface MarketSize {
  readonly ipos: number
  readonly gmp: number
  readonly deals: number
}

/** Twenty years, which are in the past on every machine. */
const FIRST_DAY: Day = '2005-07-01'
const LAST_DAY: Day = '2025-06-30'

const DAYS: readonly Day[] = daysBetween(FIRST_DAY, LAST_DAY).filter(isBusinessDay)
/** The number of trading days of the history. */
export const TRADING_DAYS = DAYS.length

/** The n-th trading day, from 0. */
export function tradingDay(n: number): Day {
  const day = DAYS[n]
  if (day === undefined) throw new RangeError(`the history has no trading day ${n}`)
  return day
}

/** The size of the n-th of nearly equal whole parts: they differ by at most one and add up to the whole. */
export const shareOf = (whole: number, parts: number, n: number): number =>
  Math.floor(((n + 1) * whole) / parts) - Math.floor((n * whole) / parts)
