import type { Day } from '../../market/calendar.ts'
import { type GmpDay, gmpDays } from '../../market/gmp/gmp.ts'
import { latestReadings, type MultipleReport } from '../../market/issues/subscription.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { slugsOfHeads } from '../../reports/ipos/issues-in-view.ts'
import { mainHolidays } from '../../reports/ipos/market-calendar.ts'
import type { MarketData } from '../../reports/market-data.ts'
import type { Db } from '../../store/engines/db.ts'
import { gmpReports, subscriptionReports } from '../../store/facts/figure-reports.ts'
import { headAt, issueBook } from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'

/** The newest reading of each category. */
export type Multiples = ReadonlyMap<string, MultipleReport>

export const NO_MULTIPLES: Multiples = new Map()

/** How many times each category of these issues was subscribed at a position, by number and category. */
export async function multiplesAt(
  { db }: MarketData,
  position: Position,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Multiples>> {
  const multiples = new Map<number, Multiples>()
  for (const [number, reports] of await reportsByNumber(db, position, numbers, subscriptionReports)) {
    const readings = latestReadings(reports)
    multiples.set(number, new Map(readings.map((reading) => [reading.category, reading])))
  }
  return multiples
}

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
 * The last day with enough sources: two, or one where the quoted day before had no more. The first source after a pause
 * differs from the median of all before it, which is no news.
 */
export const settledDay = (days: readonly GmpDay[]): GmpDay | undefined =>
  days.findLast(({ owners }, i) => owners >= Math.min(ENOUGH, days[i - 1]?.owners ?? 0))

/** The settled GMP of each of these issues at a position, by number. */
export async function settledGmpAt(
  market: MarketData,
  position: Position,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SettledGmp>> {
  const settled = new Map<number, SettledGmp>()
  const holidays = await mainHolidays(market, viewOfPosition(position))
  for (const [number, reports] of await reportsByNumber(market.db, position, numbers, gmpReports)) {
    const days = gmpDays(reports, market.owners, holidays)
    const found = settledDay(days)
    if (!found) continue
    const { day, median, owners: count } = found
    const compared = days.findLast((one) => one.owners >= ENOUGH) ?? null
    settled.set(number, { day, gmp: rupeesFromPaise(median), owners: count, compared })
  }
  return settled
}

/** The reports about each of these issues at a position, by number. Reports about a merged issue are among them. */
async function reportsByNumber<R extends { readonly slug: string }>(
  db: Db,
  position: Position,
  numbers: readonly number[],
  read: (db: Db, view: View, slugs: readonly string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<number, readonly R[]>> {
  const view = viewOfPosition(position)
  const book = await issueBook(db, position.version)
  const heads = numbers.flatMap((number) => headAt(book, number, view) ?? [])
  const slugs = await slugsOfHeads(db, view, heads)
  const bySlug = Map.groupBy(await read(db, view, slugs.flat()), ({ slug }) => slug)
  return new Map(
    heads.map(({ number }, i) => [number, (slugs[i] ?? []).flatMap((slug) => bySlug.get(slug) ?? [])]),
  )
}
