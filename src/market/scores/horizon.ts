import { dayNumber, type Instant, istDay } from '../calendar.ts'

/** When a promise is taken at its word: so long before bidding ends, at its end, and just before the share lists. */
export const HORIZONS = ['close-7', 'close-3', 'close-1', 'close', 'last'] as const
export type Horizon = (typeof HORIZONS)[number]

/** Days until the end of bidding. */
export const DAYS_BEFORE_CLOSE = { 'close-7': 7, 'close-3': 3, 'close-1': 1, close: 0 } as const
export type ClosingHorizon = keyof typeof DAYS_BEFORE_CLOSE
export const CLOSING_HORIZONS: readonly ClosingHorizon[] = ['close-7', 'close-3', 'close-1', 'close']

/** The most days before the closing day of which a horizon still speaks. */
const REACH_DAYS: readonly (readonly [ClosingHorizon, number])[] = [
  ['close', 0],
  ['close-1', 1],
  ['close-3', 4],
  ['close-7', 9],
]

/**
 * The horizon nearest to where an issue stands, by days, so that it changes only at midnight and when bidding ends. `null`
 * when it is too early, or nobody knows when bidding ends.
 */
export function nearestHorizon(clock: Instant, closes: Instant | null): Horizon | null {
  if (closes === null) return null
  if (closes <= clock) return 'last'
  const daysLeft = dayNumber(istDay(closes)) - dayNumber(istDay(clock))
  return REACH_DAYS.find(([, reach]) => daysLeft <= reach)?.[0] ?? null
}
