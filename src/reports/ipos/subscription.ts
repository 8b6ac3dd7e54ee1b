import type { Holidays } from '../../market/holidays.ts'
import { allotmentChances } from '../../market/issues/chances.ts'
import { milestonesOf } from '../../market/issues/status.ts'
import {
  hasMultiple,
  isTotalBelowCategory,
  latestReadings,
  type MultipleReport,
  type SubscriptionDay,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { IpoSubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import type { Issue } from './issues-in-view.ts'

/** Which day of bidding it is, and of how many. */
export type BiddingDay = Pick<SubscriptionDay, 'day' | 'dayNumber' | 'days'>

/** One day of bidding with its entry of each category. */
export type BidsOfDay = ReturnType<typeof byDay>[number]

/** The days of bidding of an issue. */
export const biddingOf = ({ terms, timetable }: Issue) => ({
  openDate: terms.openDate,
  closeDate: terms.closeDate,
  closes: milestonesOf(timetable).closes,
})

/** How many times an issue is subscribed. */
export function subscriptionOf(issue: Issue, reports: readonly SubscriptionReport[], holidays: Holidays) {
  const readings = latestReadings(reports)
  const counted = subscriptionDays(reports, biddingOf(issue), holidays)
  const entries = counted.map(publishedDay)
  const last = byDay(entries.filter(({ timesSub }) => timesSub !== null)).at(-1)
  const hasEvery = readings.every(({ category }) => last?.entries.has(category))
  return {
    /** The newest multiple of each category, the total last. */
    newest: readings.map((reading) => subscriptionEntry(reading, counted)),
    chances: allotmentChances(issue.terms, counted),
    /** The newest reading behind `newest`. */
    read: readings.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1)).at(0),
    /** The newest figures of each day and category, oldest day first. */
    entries,
    /** The same by day. */
    days: byDay(entries),
    /**
     * The last day with multiples, and only with these; there may be newer bids. Final only if the multiple of every
     * category is.
     */
    last: last
      ? {
          ...last,
          isFinal: last.isFinal && hasEvery,
          /** Fewer bids in total than in one category. */
          isContradictory: entries
            .filter(({ day }) => day === last.day)
            .some((entry, _, ofDay) => isTotalBelowCategory(entry, ofDay)),
        }
      : null,
  }
}

const byDay = (entries: readonly IpoSubscriptionDay[]) =>
  [...Map.groupBy(entries, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    dayNumber: ofDay[0]?.dayNumber ?? null,
    days: ofDay[0]?.days ?? null,
    /** True when no later bid can change any of its figures. */
    isFinal: ofDay.every(({ isFinal }) => isFinal),
    entries: new Map(ofDay.map((entry) => [entry.category, entry])),
  }))

/**
 * The day of the newest multiple of all categories; `null` once it is final, since no later bid can change it. Needs the newest
 * bids of categories, too.
 */
export function unfinishedBiddingDay(
  issue: Issue,
  reports: readonly SubscriptionReport[],
  holidays: Holidays,
): BiddingDay | null {
  const counted = reports.filter((report) => report.category !== 'TOTAL' || hasMultiple(report))
  const days = subscriptionDays(counted, biddingOf(issue), holidays)
  const last = days.findLast(({ category }) => category === 'TOTAL')
  return !last || last.isFinal ? null : { day: last.day, dayNumber: last.dayNumber, days: last.days }
}

const publishedDay = ({ reports, observedAt, ...one }: SubscriptionDay): IpoSubscriptionDay => ({
  ...one,
  timesSub: one.timesSub === null ? null : roundedToHundredths(one.timesSub),
})

/** The newest multiple of a category, with the numbers of its day. */
function subscriptionEntry(
  { id, category, timesSub, observedAt }: MultipleReport,
  days: readonly SubscriptionDay[],
): SubscriptionEntry {
  const day = days.find(({ reports }) => reports[0]?.id === id)
  const { sharesOffered = null, sharesBid = null, applications = null } = day ?? {}
  return {
    category,
    timesSub: roundedToHundredths(timesSub),
    ...{ sharesOffered, sharesBid, applications },
    observedAt,
  }
}
