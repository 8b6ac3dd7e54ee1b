import type { Instant } from '../../market/calendar.ts'
import { milestonesOf } from '../../market/issues/status.ts'
import type { MultipleReport, SubscriptionReport } from '../../market/issues/subscription.ts'
import { type SubscriptionDay, subscriptionDays } from '../../market/issues/subscription-days.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { IpoSubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import { type Issue, statusOf } from './issue-book.ts'
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
export type BiddingDay = Pick<SubscriptionDay, 'dayNumber' | 'days'>

/** `null` unless the issue is open, since only then bids may still come. */
export function openBiddingDay(
  issue: Issue,
  reports: readonly SubscriptionReport[],
  clock: Instant,
  holidaysFor: HolidaysFor,
): BiddingDay | null {
  if (statusOf(issue, clock) !== 'OPEN') return null
  const totals = reports.filter(({ category }) => category === 'TOTAL')
  const last = subscriptionDays(totals, biddingOf(issue), holidaysFor(issue.terms.exchanges)).at(-1)
  return last ? { dayNumber: last.dayNumber, days: last.days } : null
}

const countsOf = (day: SubscriptionDay | undefined) => ({
  sharesOffered: day?.sharesOffered ?? null,
  sharesBid: day?.sharesBid ?? null,
  applications: day?.applications ?? null,
})
