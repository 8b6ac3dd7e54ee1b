import { addDays, type Day, type Instant, istDay } from '../calendar.ts'
import { CATEGORIES, type Category } from '../facts/fact.ts'
import { type Holidays, isTradingDay } from '../working-days.ts'
import { bookOf, compareReadings, hasMultiple, type SubscriptionReport } from './subscription.ts'

/** The state of one category at the end of a day of bidding, or now. */
export interface SubscriptionDay {
  readonly day: Day
  /** Which day of bidding it is, from 1, and how many there are; `null` while the days are unknown. */
  readonly dayNumber: number | null
  readonly days: number | null
  /** Read after bidding ended: no later bid can change it. */
  readonly isFinal: boolean
  readonly category: Category
  readonly timesSub: number | null
  readonly sharesOffered: number | null
  readonly sharesBid: number | null
  readonly applications: number | null
  readonly observedAt: Instant
  /** The reports behind the figures; the first has the multiple, if there is one. */
  readonly reports: readonly SubscriptionReport[]
}

interface BiddingDays {
  readonly openDate: Day | null
  readonly closeDate: Day | null
  /** When bidding ends. */
  readonly closes: Instant | null
}

/** The newest figures of each day and category in the book that counts, oldest day first. */
export function subscriptionDays(
  reports: readonly SubscriptionReport[],
  bidding: BiddingDays,
  holidays: Holidays,
): SubscriptionDay[] {
  const book = bookOf(reports.filter(hasMultiple)) ?? bookOf(reports)
  const ofBook = reports.filter((report) => report.book === book)
  const byDay = Map.groupBy(ofBook, ({ observedAt }) => biddingDay(observedAt, bidding.closeDate))
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([day, ofDay]) => {
      const counted = countedDay(day, bidding, holidays)
      const byCategory = Map.groupBy(ofDay, ({ category }) => category)
      return CATEGORIES.flatMap((category) => {
        const figures = figuresOf(byCategory.get(category) ?? [])
        if (!figures) return []
        const isFinal = bidding.closes !== null && figures.observedAt >= bidding.closes
        return { day, ...counted, isFinal, category, ...figures }
      })
    })
}

/** What is read after the closing day belongs to that day. */
function biddingDay(observedAt: Instant, closeDate: Day | null): Day {
  const day = istDay(observedAt)
  return closeDate !== null && day > closeDate ? closeDate : day
}

/** Bidding takes place on trading days. */
function countedDay(day: Day, { openDate, closeDate }: BiddingDays, holidays: Holidays) {
  if (openDate === null || day < openDate) return { dayNumber: null, days: null }
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

type Figures = Omit<SubscriptionDay, 'day' | 'dayNumber' | 'days' | 'isFinal' | 'category'>

const COUNTS = ['sharesOffered', 'sharesBid', 'applications'] as const

/** Whether two readings print no number differently, so that they can be of the same bids. */
const isOfSameBids = (a: SubscriptionReport, b: SubscriptionReport): boolean =>
  COUNTS.every((key) => a[key] === null || b[key] === null || a[key] === b[key])

/** The newest multiple of a day. Numbers that its reading lacks are from the newest reading of that day that agrees with it. */
function figuresOf(reports: readonly SubscriptionReport[]): Figures | undefined {
  const newestFirst = reports.toSorted((a, b) => compareReadings(b, a))
  const main = newestFirst.find(hasMultiple) ?? newestFirst[0]
  if (!main) return undefined
  const behind = new Set([main])
  const count = (key: (typeof COUNTS)[number]) => {
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
    reports: [...behind],
  }
}
