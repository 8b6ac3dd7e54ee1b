import { latestReadings, type MultipleReport } from '../../market/issues/subscription.ts'
import type { Position } from '../../reports/changes/position.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { subscriptionReports } from '../../store/facts/figure-reports.ts'
import { reportsByNumber } from './reports-by-number.ts'

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
