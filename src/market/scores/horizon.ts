import { dayNumber, type Instant, istDay } from '../calendar.ts'

/** When a prediction is taken: days before bidding ends, at its end, and just before the share lists. */
export const HORIZONS = ['close-7', 'close-3', 'close-1', 'close', 'last'] as const
export type Horizon = (typeof HORIZONS)[number]

/** Days from the prediction to the end of bidding. */
export const DAYS_BEFORE_CLOSE = { 'close-7': 7, 'close-3': 3, 'close-1': 1, close: 0 } as const

/** The largest number of days before the closing day for which a horizon is used. The last one begins when bidding ends. */
const REACH_DAYS = { 'close-7': 9, 'close-3': 4, 'close-1': 1, close: 0, last: -1 } as const

/**
 * The horizon nearest to an issue's present stage, by days, so that it changes only at midnight and when bidding ends.
 * `null` when it is too early, or the end of bidding is unknown.
 */
export function nearestHorizon(clock: Instant, closes: Instant | null): Horizon | null {
  if (closes === null) return null
  if (closes <= clock) return 'last'
  const daysLeft = dayNumber(istDay(closes)) - dayNumber(istDay(clock))
  return HORIZONS.findLast((horizon) => daysLeft <= REACH_DAYS[horizon]) ?? null
}
