import { EXCHANGES, type Exchange } from '../../market/facts/fact.ts'
import { type Holidays, holidaysInForce, holidaysOf } from '../../market/holidays.ts'
import { allHolidayFacts } from '../../store/facts/holiday-facts.ts'
import type { View } from '../../store/view.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByView } from '../memoize-by-view.ts'

/** The holidays that count for issues on these exchanges. */
export type HolidaysFor = (exchanges: readonly Exchange[] | null) => Holidays

/** The holidays of a view with the facts behind them. */
export type MarketCalendar = Awaited<ReturnType<typeof marketCalendar>>

export const marketCalendar = memoizeByView(async ({ db }, view) => {
  const { facts, retracted } = await allHolidayFacts(db, view)
  const unretracted = facts.filter(({ id }) => !retracted.has(id))
  const byExchanges = new Map<string, Holidays>()
  const holidaysFor: HolidaysFor = (exchanges) => {
    const key = (exchanges ?? []).join()
    const known = byExchanges.get(key) ?? holidaysOf(unretracted, exchanges)
    byExchanges.set(key, known)
    return known
  }
  return {
    unretracted,
    retractedFacts: facts.filter(({ id }) => retracted.has(id)),
    /** The retractions of those facts. */
    retracted,
    /** The fact behind each holiday, for all exchanges. */
    inForce: holidaysInForce(unretracted),
    holidaysFor,
  }
})

/** The holidays known to a view. */
export const holidaysKnown = async (market: MarketData, view: View): Promise<HolidaysFor> =>
  (await marketCalendar(market, view)).holidaysFor

/** The holidays of all exchanges together: with these an expected day is never earlier than with those of one. */
export function holidaysAnywhere(holidaysFor: HolidaysFor): Holidays {
  const each = EXCHANGES.map((exchange) => holidaysFor([exchange]))
  return {
    trading: new Set(each.flatMap(({ trading }) => [...trading])),
    clearing: new Set(each.flatMap(({ clearing }) => [...clearing])),
  }
}
