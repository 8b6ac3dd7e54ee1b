import { addDays, type Day, dayNumber, type Instant, istDay, istInstant } from '../calendar.ts'
import {
  type BID_COUNTS,
  BOOKS,
  type Book,
  CATEGORIES,
  type Category,
  compareRecorded,
  type Recorded,
  type SubscriptionFact,
} from '../facts/fact.ts'
import type { OnOutvoted } from '../facts/outvoted.ts'
import { type Holidays, isTradingDay } from '../holidays.ts'
import { BIDDING_OPENS_IST } from './status.ts'

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

type Bids = Pick<SubscriptionFact, 'category' | 'sharesBid'>

/**
 * Fewer shares bid for in total than in one category contradict each other. Multiples prove nothing, since that of the total is an
 * average.
 */
export const isTotalBelowCategory = ({ category, sharesBid }: Bids, others: readonly Bids[]): boolean =>
  category === 'TOTAL' &&
  sharesBid !== null &&
  others.some(
    (other) => other.category !== 'TOTAL' && other.sharesBid !== null && other.sharesBid > sharesBid,
  )

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

/** No two trading days are farther apart. */
const LONGEST_PAUSE_DAYS = 10
/** The exchanges allow at most ten working days. */
const LONGEST_COUNTED_DAYS = 60

interface BiddingDays {
  readonly openDate: Day | null
  readonly closeDate: Day | null
  /** When bidding ends. */
  readonly closes: Instant | null
}

/** The state of one category at the end of a day of bidding, or now. */
export type SubscriptionDay = ReturnType<typeof subscriptionDays>[number]

/** The newest figures of each day and category in the book that counts, oldest day first. */
export function subscriptionDays(
  reports: readonly SubscriptionReport[],
  bidding: BiddingDays,
  holidays: Holidays,
) {
  const book = bookOf(reports.filter(hasMultiple)) ?? bookOf(reports)
  const contradicted = contradictedReadings(reports)
  const ofBook = reports.filter((report) => report.book === book && !contradicted.has(report))
  const byDay = Map.groupBy(ofBook, ({ observedAt }) => biddingDay(observedAt, bidding, holidays))
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([day, ofDay]) => {
      const counted = countedDay(day, bidding, holidays)
      const byCategory = Map.groupBy(ofDay, ({ category }) => category)
      const entries = CATEGORIES.flatMap((category) => {
        const figures = figuresOf(byCategory.get(category) ?? [])
        return figures ? { category, ...figures } : []
      })
      return entries.map((entry) => {
        // Read after bidding ended: no later bid can change it.
        const isLast = bidding.closes !== null && entry.observedAt >= bidding.closes
        return { day, ...counted, isFinal: isLast && !isTotalBelowCategory(entry, entries), ...entry }
      })
    })
}

/** The last day of bidding that had begun when a reading was made: pages repeat it in the night and over holidays. */
function biddingDay(observedAt: Instant, { openDate, closeDate }: BiddingDays, holidays: Holidays): Day {
  const today = istDay(observedAt)
  let day = closeDate !== null && today > closeDate ? closeDate : today
  const hasBegun = () => isTradingDay(day, holidays) && observedAt >= istInstant(day, BIDDING_OPENS_IST)
  for (let back = 0; back < LONGEST_PAUSE_DAYS && openDate !== null && day > openDate && !hasBegun(); back++)
    day = addDays(day, -1)
  return day
}

/**
 * Which day of bidding it is, from 1, and how many there are; `null` while the days are unknown. Bidding takes place on
 * trading days. A longer period is a misprint.
 */
export function countedDay(
  day: Day,
  { openDate, closeDate }: Pick<BiddingDays, 'openDate' | 'closeDate'>,
  holidays: Holidays,
) {
  const unknown = { dayNumber: null, days: null }
  if (openDate === null || day < openDate) return unknown
  if (dayNumber(closeDate ?? day) - dayNumber(openDate) > LONGEST_COUNTED_DAYS) return unknown
  return {
    dayNumber: Math.max(1, tradingDays(openDate, day, holidays)),
    days: closeDate === null || closeDate < openDate ? null : tradingDays(openDate, closeDate, holidays),
  }
}

/** The number of trading days from one day to another, both included. */
function tradingDays(from: Day, to: Day, holidays: Holidays): number {
  let count = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (isTradingDay(day, holidays)) count++
  return count
}

/** Whether two readings print the same number of bids, so that they are of the same state of the book. */
const isOfSameBids = (a: SubscriptionReport, b: SubscriptionReport): boolean =>
  a.sharesBid !== null && a.sharesBid === b.sharesBid

/** The newest multiple of a day. Numbers that its reading lacks are from the newest reading of that day that agrees with it. */
function figuresOf(reports: readonly SubscriptionReport[]) {
  const newestFirst = reports.toSorted((a, b) => compareReadings(b, a))
  const main = newestFirst.find(hasMultiple) ?? newestFirst[0]
  if (!main) return undefined
  const behind = new Set([main])
  const count = (key: (typeof BID_COUNTS)[number]) => {
    const report = [main, ...newestFirst.filter((one) => isOfSameBids(one, main))].find(
      (one) => one[key] !== null,
    )
    if (report) behind.add(report)
    return report?.[key] ?? null
  }
  return {
    timesSub: main.timesSub,
    sharesOffered: count('sharesOffered'),
    sharesBid: count('sharesBid'),
    applications: count('applications'),
    observedAt: main.observedAt,
    /** The reports behind the figures; the first has the multiple, if there is one. */
    reports: [...behind],
  }
}
