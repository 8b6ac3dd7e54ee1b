import { type Random, wholeBetween } from '../../../src/demo/seeded.ts'
import { demoMoment } from '../../../src/demo/trading-days.ts'
import type { Instant } from '../../../src/market/calendar.ts'
import { TRADING_DAYS, tradingDay } from '../../data/market-size.ts'

/** A random moment of the invented history between two shares of it. */
export function pastMoment(random: Random, after: number, before = 1): Instant {
  const first = Math.ceil(after * TRADING_DAYS)
  const last = Math.floor(before * TRADING_DAYS) - 1
  return demoMoment(
    tradingDay(wholeBetween(random, first, last)),
    wholeBetween(random, 0, 1439),
    wholeBetween(random, 0, 59),
  )
}
