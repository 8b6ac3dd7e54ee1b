import type { Day } from '../../market/calendar.ts'
import { type GmpDay, gmpDays } from '../../market/gmp/gmp.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { gmpReports } from '../../store/facts/figure-reports.ts'
import { reportsByNumber } from './reports-by-number.ts'

/** A GMP with enough sources to be compared with another. */
export interface SettledGmp {
  readonly day: Day
  /** Rupees. */
  readonly gmp: number
  readonly owners: number
  /** The last day with several sources, and whether these disagree; `null` without one. */
  readonly compared: { readonly day: Day; readonly disputed: boolean } | null
}

/** So many sources are enough on every day. */
const ENOUGH = 2

/**
 * The last day with enough sources: two, or one where the quoted day before had no more. The first source of a morning
 * differs from the median of all of yesterday, which is no news.
 */
export const settledDay = (days: readonly GmpDay[]): GmpDay | undefined =>
  days.findLast(({ owners }, i) => owners >= Math.min(ENOUGH, days[i - 1]?.owners ?? 0))

/** The settled GMP of each of these issues at a position, by number. */
export async function settledGmpAt(
  { db, owners }: MarketData,
  position: Position,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SettledGmp>> {
  const settled = new Map<number, SettledGmp>()
  for (const [number, reports] of await reportsByNumber(db, position, numbers, gmpReports)) {
    const days = gmpDays(reports, owners)
    const found = settledDay(days)
    if (!found) continue
    const { day, median, owners: count } = found
    const compared = days.findLast((one) => one.owners >= ENOUGH) ?? null
    settled.set(number, { day, gmp: rupeesFromPaise(median), owners: count, compared })
  }
  return settled
}
