import { milestonesOf } from '../../market/issues/status.ts'
import {
  hasMultiple,
  type MultipleReport,
  type SubscriptionDay,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { IpoSubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import type { Issue } from './issues-in-view.ts'
import type { HolidaysFor } from './market-calendar.ts'

/** The days of bidding of an issue. */
export const biddingOf = ({ terms, timetable }: Issue) => ({
  openDate: terms.openDate,
  closeDate: terms.closeDate,
  closes: milestonesOf(timetable).closes,
})

export const publishedDay = (one: SubscriptionDay): IpoSubscriptionDay => ({
  day: one.day,
  dayNumber: one.dayNumber,
  days: one.days,
  isFinal: one.isFinal,
  category: one.category,
  timesSub: one.timesSub === null ? null : roundedToHundredths(one.timesSub),
  ...countsOf(one),
})

/** The newest multiple of a category, with the numbers of its day. */
export function subscriptionEntry(
  { id, category, timesSub, observedAt }: MultipleReport,
  days: readonly SubscriptionDay[],
): SubscriptionEntry {
  const day = days.find(({ reports }) => reports[0]?.id === id)
  return { category, timesSub: roundedToHundredths(timesSub), ...countsOf(day), observedAt }
}

/** Which day of bidding the newest total is of, and of how many. */
export type BiddingDay = Pick<SubscriptionDay, 'day' | 'dayNumber' | 'days'>

/** The day of the newest multiple of all categories; `null` once it is final, since no later bid can change it. */
export function unfinishedBiddingDay(
  issue: Issue,
  reports: readonly SubscriptionReport[],
  holidaysFor: HolidaysFor,
): BiddingDay | null {
  const totals = reports.filter((report) => report.category === 'TOTAL' && hasMultiple(report))
  const last = subscriptionDays(totals, biddingOf(issue), holidaysFor(issue.terms.exchanges)).at(-1)
  return !last || last.isFinal ? null : { day: last.day, dayNumber: last.dayNumber, days: last.days }
}

const countsOf = (day: SubscriptionDay | undefined) => ({
  sharesOffered: day?.sharesOffered ?? null,
  sharesBid: day?.sharesBid ?? null,
  applications: day?.applications ?? null,
})
