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

/** The same day with only the entries that have a multiple; nothing if there are none. */
function withMultiples(day: BidsOfDay): BidsOfDay | undefined {
  const entries = [...day.entries].filter(([, { timesSub }]) => timesSub !== null)
  if (entries.length === 0) return undefined
  return { ...day, isFinal: entries.every(([, { isFinal }]) => isFinal), entries: new Map(entries) }
}

/** The day of the newest multiples, which may be before the newest bids. Final only if every category's multiple is. */
export function lastDayOfMultiples(ipo: Pick<IpoDetail, 'subsByDay' | 'subs'>): BidsOfDay | undefined {
  const last = biddingDays(ipo)
    .flatMap((day) => withMultiples(day) ?? [])
    .at(-1)
  if (!last) return undefined
  return { ...last, isFinal: last.isFinal && ipo.subs.every(({ category }) => last.entries.has(category)) }
}
