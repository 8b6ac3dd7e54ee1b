import { milestonesOf } from '../../market/issues/status.ts'
import type { MultipleReport } from '../../market/issues/subscription.ts'
import type { SubscriptionDay as DayOfBidding } from '../../market/issues/subscription-days.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { SubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import type { Issue } from './issue-book.ts'

/** The days of bidding of an issue. */
export const biddingOf = ({ terms, timetable }: Issue) => ({
  openDate: terms.openDate,
  closeDate: terms.closeDate,
  closes: milestonesOf(timetable).closes,
})

export const publishedDay = (one: DayOfBidding): SubscriptionDay => ({
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
  days: readonly DayOfBidding[],
): SubscriptionEntry {
  const day = days.find(({ reports }) => reports[0]?.id === id)
  return { category, timesSub: roundedToHundredths(timesSub), ...countsOf(day), observedAt }
}

const countsOf = (day: DayOfBidding | undefined) => ({
  sharesOffered: day?.sharesOffered ?? null,
  sharesBid: day?.sharesBid ?? null,
  applications: day?.applications ?? null,
})
