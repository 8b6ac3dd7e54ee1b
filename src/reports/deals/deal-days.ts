import type { Day } from '../../market/calendar.ts'
import { croreOf, dayNets, dealTotals, otherList, repeatedDisclosures } from '../../market/deals/deal.ts'
import { DEAL_KINDS, DEAL_TYPES, type DealFact } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type DealCursor, type DealFilter, dealsAfter, type StoredDeal } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { Moment } from '../moment.ts'
import { pageOfDeals, publishedDeal } from './deals.ts'

/** The most deals that a sum on a page is computed from. */
export const MOST_ADDED_UP = 2000

/** Bought and sold amounts in crore rupees and in shares, by the rule of `dealTotals`. */
export type DealSum = ReturnType<typeof dealSum>

export function dealSum(deals: readonly DealFact[]) {
  const { bought, sold, ...counts } = dealTotals(deals)
  /** `null` when nothing was bought; a very small deal rounds to 0. */
  const inCrore = (value: Paise) => (value === 0 ? null : croreOf(value))
  return { ...counts, boughtCr: inCrore(bought), soldCr: inCrore(sold) }
}

/** The newest deals that match, at most `MOST_ADDED_UP`. */
export interface NewestDeals {
  readonly deals: readonly StoredDeal[]
  readonly sum: DealSum
  readonly isCut: boolean
}

export async function newestDeals(db: Db, moment: Moment, filter: DealFilter): Promise<NewestDeals> {
  const found = await dealsAfter(db, moment, filter, null, MOST_ADDED_UP + 1)
  return summed(found.slice(0, MOST_ADDED_UP), found.length > MOST_ADDED_UP)
}

const summed = (deals: readonly StoredDeal[], isCut: boolean): NewestDeals => ({
  deals,
  sum: dealSum(deals),
  isCut,
})

/**
 * The deals by day. Where deals are cut off, the oldest day is incomplete and left out, since it would look too small.
 */
export function completeDays({ deals, isCut }: NewestDeals): [Day, StoredDeal[]][] {
  const days = [...Map.groupBy(deals, ({ tradeDate }) => tradeDate)]
  return isCut ? days.slice(0, -1) : days
}

interface DealsQuery {
  readonly filter: DealFilter
  readonly after: DealCursor | null
  readonly limit: number
}

/** One page of deals, by day, the newest first. `newest` are the newest deals, if they were already read. */
export async function dealDays(
  db: Db,
  moment: Moment,
  { filter, after, limit }: DealsQuery,
  newest?: NewestDeals,
) {
  const { deals: page, next } = pageOfDeals(
    after === null && newest !== undefined
      ? newest.deals
      : await dealsAfter(db, moment, filter, after, limit + 1),
    limit,
  )
  const days: DealDay[] = []
  for (const [day, deals] of Map.groupBy(page, ({ tradeDate }) => tradeDate)) {
    // Only the first and the last day of a page can have deals on another.
    const isWhole = day !== after?.tradeDate && day !== next?.tradeDate
    const all = isWhole
      ? summed(deals, false)
      : await newestDeals(db, moment, { ...filter, from: day, to: day })
    days.push(dealDay(day, deals, all, filter))
  }
  return { days, next }
}

export type DealDay = ReturnType<typeof dealDay>
/** A deal with the details of a page. */
export type DisclosedDeal = DealDay['deals'][number]

function dealDay(
  day: Day,
  shown: readonly StoredDeal[],
  { deals, sum, isCut }: NewestDeals,
  { dealType, kind }: DealFilter,
) {
  // A part of a day's deals has no net.
  const isWhole = !isCut && includesAll(dealType, DEAL_TYPES) && includesAll(kind, DEAL_KINDS)
  const netOf = dayNets(isWhole ? deals : [])
  const repeated = new Set([...repeatedDisclosures(isCut ? shown : deals)].map(({ id }) => id))
  return {
    day,
    deals: shown.map((deal) => ({
      ...publishedDeal(deal),
      /** The other list, if it has the same trade and counts it. */
      countedAs: repeated.has(deal.id) ? otherList(deal.kind) : null,
      /** What remained of all that its client traded in this share on its day; `null` for a single deal, or if unknown. */
      net: netOf(deal),
    })),
    /** Of the whole day, including deals on other pages. */
    sum,
    /** True when the day has more deals than the sum includes. */
    isCut,
  }
}

/** Choosing all values is no restriction. */
const includesAll = <T>(chosen: readonly T[] | undefined, all: readonly T[]): boolean =>
  chosen === undefined || all.every((each) => chosen.includes(each))
