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

/** Bids are hardly ever withdrawn, so that a multiple below half of an earlier one contradicts it. */
export const contradicts = (timesSub: number, earlier: number): boolean => timesSub < earlier / 2

/**
 * Misprints: the multiples that two later readings in a row of the same source, book and category contradict. Two zeros
 * contradict nothing, since an exchange may empty its page.
 */
export function contradictedReadings(reports: readonly SubscriptionReport[]): Set<SubscriptionReport> {
  const contradicted = new Set<SubscriptionReport>()
  const keyOf = ({ source, book, category }: SubscriptionReport) => JSON.stringify([source, book, category])
  for (const group of Map.groupBy(reports.filter(hasMultiple), keyOf).values()) {
    let lowest = Number.POSITIVE_INFINITY
    let next: MultipleReport | undefined
    for (const report of group.toSorted((a, b) => compareReadings(b, a))) {
      if (contradicts(lowest, report.timesSub)) contradicted.add(report)
      const higher = next && Math.max(report.timesSub, next.timesSub)
      if (higher) lowest = Math.min(lowest, higher)
      next = report
    }
  }
  return contradicted
}

/**
 * The newest multiple of each category, in the published order, from the best book that has any. Readings without a
 * multiple are ignored.
 */
export function latestReadings(
  reports: readonly SubscriptionReport[],
  onOutvoted?: OnOutvoted<SubscriptionReport>,
): MultipleReport[] {
  const multiples = reports.filter(hasMultiple)
  // A contradicted reading is never the newest one, so that only the reason is at stake.
  const contradicted = onOutvoted ? contradictedReadings(multiples) : new Set()
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
    const older = isNewer ? rival : report
    if (older) onOutvoted?.(older, contradicted.has(older) ? 'contradicted' : 'older-reading')
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
