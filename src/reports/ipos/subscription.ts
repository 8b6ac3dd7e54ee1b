import { milestonesOf } from '../../market/issues/status.ts'
import type { MultipleReport } from '../../market/issues/subscription.ts'
import type { SubscriptionDay } from '../../market/issues/subscription-days.ts'
import { roundedToHundredths } from '../../market/money.ts'
import type { IpoSubscriptionDay, SubscriptionEntry } from '../schemas/offer.ts'
import type { Issue } from './issue-book.ts'

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

const countsOf = (day: SubscriptionDay | undefined) => ({
  sharesOffered: day?.sharesOffered ?? null,
  sharesBid: day?.sharesBid ?? null,
  applications: day?.applications ?? null,
})
