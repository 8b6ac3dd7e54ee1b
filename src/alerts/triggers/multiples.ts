import { latestReadings } from '../../market/issues/subscription.ts'
import { viewOfPosition } from '../../reports/changes/listed-states.ts'
import type { Position } from '../../reports/changes/position.ts'
import { slugsOfHeads } from '../../reports/ipos/issue-book.ts'
import type { MarketData } from '../../reports/market-data.ts'
import { issueIndex } from '../../store/issue-index/current-index.ts'
import { headAt } from '../../store/issue-index/issue-index.ts'
import { subscriptionReports } from '../../store/quotes/subscription-reports.ts'

export type Multiples = ReadonlyMap<string, number>

export const NO_MULTIPLES: Multiples = new Map()

/** How many times each category of these issues was subscribed at a position, by number and category. */
export async function multiplesAt(
  { db }: MarketData,
  position: Position,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Multiples>> {
  const view = viewOfPosition(position)
  const index = await issueIndex(db, position.version)
  const heads = numbers.flatMap((number) => headAt(index, number, view)?.copy() ?? [])
  const slugsOf = await slugsOfHeads(db, view, heads)
  const reports = await subscriptionReports(db, view, [...slugsOf.values()].flat())
  const bySlug = Map.groupBy(reports, ({ slug }) => slug)
  const multiples = new Map<number, Multiples>()
  for (const [number, slugs] of slugsOf) {
    const readings = latestReadings(slugs.flatMap((slug) => bySlug.get(slug) ?? []))
    multiples.set(number, new Map(readings.map(({ category, timesSub }) => [category, timesSub])))
  }
  return multiples
}
