import type { Category } from '../../market/facts/fact.ts'
import type { IpoDetail } from '../../reports/schemas/ipos.ts'
import type { IpoSubscriptionDay } from '../../reports/schemas/offer.ts'

/** One day of bidding with its entry of each category. */
export interface BidsOfDay extends Pick<IpoSubscriptionDay, 'day' | 'dayNumber' | 'days'> {
  /** True when no later bid can change any of its figures. */
  readonly isFinal: boolean
  readonly entries: ReadonlyMap<Category, IpoSubscriptionDay>
}

/** The days of bidding with figures, oldest first. */
export function biddingDays({ subsByDay }: Pick<IpoDetail, 'subsByDay'>): BidsOfDay[] {
  return [...Map.groupBy(subsByDay, ({ day }) => day).values()].flatMap((entries) => {
    const [first] = entries
    if (!first) return []
    const { day, dayNumber, days } = first
    const isFinal = entries.every((entry) => entry.isFinal)
    return {
      day,
      dayNumber,
      days,
      isFinal,
      entries: new Map(entries.map((entry) => [entry.category, entry])),
    }
  })
}
