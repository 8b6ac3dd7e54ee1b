import {
  BOOKS,
  type Book,
  CATEGORIES,
  type Category,
  compareRecorded,
  type Recorded,
  type SubscriptionFact,
} from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'

export type SubscriptionReport = Recorded<SubscriptionFact>
/** A reading with a multiple. Others have only numbers of bids. */
export type MultipleReport = SubscriptionReport & { readonly timesSub: number }

export const hasMultiple = (report: SubscriptionReport): report is MultipleReport => report.timesSub !== null

/**
 * The newest multiple of each category, in the published order, from the best book that has any. Readings without a
 * multiple are ignored.
 */
export function latestReadings(
  reports: readonly SubscriptionReport[],
  onOutvoted?: OnOutvoted<SubscriptionReport>,
): MultipleReport[] {
  const multiples = reports.filter(hasMultiple)
  const book = bookOf(multiples)
  const newest = new Map<Category, MultipleReport>()
  for (const report of multiples) {
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

/** The book that counts for an issue: the best one that has any reading. */
export const bookOf = (reports: readonly SubscriptionReport[]): Book | undefined =>
  BOOKS.find((candidate) => reports.some((report) => report.book === candidate))

export function compareReadings(a: SubscriptionReport, b: SubscriptionReport): number {
  if (a.observedAt !== b.observedAt) return a.observedAt < b.observedAt ? -1 : 1
  return compareRecorded(a, b)
}
