import type { HolidaySegment } from '../../market/facts/fact.ts'
import { counted, joined } from '../format.ts'

interface EventCounts {
  readonly openings: number
  readonly closings: number
  readonly listings: number
  /** Listings that are due and not announced. */
  readonly due: number
  /** Listings whose day has passed without a price. */
  readonly overdue: number
}

/** `3 openings, 2 closings and 4 listings. 2 more listings are due. 1 IPO should have listed.` */
function summary({ openings, closings, listings, due, overdue }: EventCounts): string {
  const counts = [
    ...(openings > 0 ? [counted(openings, 'opening')] : []),
    ...(closings > 0 ? [counted(closings, 'closing')] : []),
    ...(listings > 0 ? [counted(listings, 'listing')] : []),
  ]
  const dueOnes = counted(due, listings > 0 ? 'more listing' : 'listing')
  const sentences = [
    ...(counts.length > 0 ? [`${joined(counts, 'and')}.`] : []),
    ...(due > 0 ? [`${dueOnes} ${due === 1 ? 'is' : 'are'} due.`] : []),
    ...(overdue > 0 ? [`${counted(overdue, 'IPO')} should have listed.`] : []),
  ]
  return sentences.join(' ') || 'No opening, closing or listing.'
}

/** The page of a month. */
export const calendar = {
  title: (month: string): string => `IPO calendar, ${month}`,
  heading: (month: string): string => `IPO calendar: ${month}`,
  description: (month: string): string =>
    `Which Indian IPOs open, close, allot shares and list in ${month}, with market holidays.`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  summary,
  empty: 'No IPO has a known day in this month.',
  months: 'Months',
  thisMonth: 'This month',
  earlier: 'Earlier this month',
  today: 'today',
  holiday: (segment: HolidaySegment): string =>
    segment === 'trading' ? 'Market holiday' : 'Clearing holiday',
  calledOff: 'Withdrawn or postponed:',
  subscribe: 'Subscribe in your calendar (.ics)',
  subscribeNote: 'If a date changes, your calendar updates.',
} as const
