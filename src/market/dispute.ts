import type { Paise } from './money.ts'

/** One voice cannot disagree with itself. */
export const MIN_OWNERS_TO_DISPUTE = 2
/** Sources that differ by more than this share of the premium contradict each other. */
export const DISPUTED_SHARE_OF_PREMIUM = 0.5

/** True when the owners' words lie apart by more than half the premium; with a premium of 0 any spread is a dispute. */
export function isDisputed(day: { owners: number; median: Paise; spread: Paise }): boolean {
  if (day.owners < MIN_OWNERS_TO_DISPUTE) return false
  return day.spread > Math.abs(day.median) * DISPUTED_SHARE_OF_PREMIUM
}
