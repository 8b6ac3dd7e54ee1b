import { type Day, instantFromMs, istDay } from '../../market/calendar.ts'
import { provenTradingDay, provingSymbol } from '../../market/issues/stages.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { firstDealDays } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { Moment } from '../moment.ts'
import { type Issue, visitIssues } from './issues-in-view.ts'

/** The day by which each of these issues surely traded, of those without a listing price of which a disclosed deal proves it. */
export async function provenTradingDays(
  db: Db,
  moment: Moment,
  issues: readonly Issue[],
): Promise<ReadonlyMap<Issue, Day>> {
  const today = istDay(moment.clock)
  const unpriced = issues.flatMap((issue) => {
    const symbol = issue.listing ? null : provingSymbol(issue.terms, today)
    return symbol === null ? [] : [{ issue, symbol: asciiUpper(symbol) }]
  })
  const firstDeals = await firstDealDays(db, moment, 'NSE', [
    ...new Set(unpriced.map(({ symbol }) => symbol)),
  ])
  if (firstDeals.size === 0) return new Map()
  const firstListings = await firstListingDays(db, moment, firstDeals)
  return new Map(
    unpriced.flatMap(({ issue, symbol }) => {
      const day = provenTradingDay(issue.terms, firstDeals.get(symbol), firstListings.get(symbol))
      return day === null ? [] : [[issue, day] as const]
    }),
  )
}

/** The first day on which any issue listed under each of these symbols. */
async function firstListingDays(db: Db, moment: Moment, symbols: ReadonlyMap<string, unknown>) {
  const first = new Map<string, Day>()
  await visitIssues(db, moment, ({ symbol, hasListing, lists }) => {
    const key = symbol === null ? '' : asciiUpper(symbol)
    if (!hasListing || lists === null || !symbols.has(key)) return
    const day = istDay(instantFromMs(lists))
    if (day < (first.get(key) ?? '9999')) first.set(key, day)
  })
  return first
}
