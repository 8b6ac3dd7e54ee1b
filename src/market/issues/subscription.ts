import {
  BOOKS,
  CATEGORIES,
  type Category,
  compareRecorded,
  type Recorded,
  type SubscriptionFact,
} from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'

export type SubscriptionReport = Recorded<SubscriptionFact>

/** The newest reading of each category, in the published order, from the best book that has any reading. */
export function latestReadings(
  reports: readonly SubscriptionReport[],
  onOutvoted?: OnOutvoted<SubscriptionReport>,
): SubscriptionReport[] {
  const book = BOOKS.find((candidate) => reports.some((report) => report.book === candidate))
  const newest = new Map<Category, SubscriptionReport>()
  for (const report of reports) {
    if (report.book !== book) {
      onOutvoted?.(report, 'other-book')
      continue
    }
    const rival = newest.get(report.category)
    const isNewer = !rival || compareReadings(report, rival) > 0
    if (isNewer) newest.set(report.category, report)
    if (rival) onOutvoted?.(isNewer ? rival : report, 'older-reading')
  }
  return CATEGORIES.flatMap((category) => newest.get(category) ?? [])
}

function compareReadings(a: SubscriptionReport, b: SubscriptionReport): number {
  if (a.observedAt !== b.observedAt) return a.observedAt < b.observedAt ? -1 : 1
  return compareRecorded(a, b)
}
