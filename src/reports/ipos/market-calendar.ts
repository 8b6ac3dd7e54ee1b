import type { Instant } from '../../market/calendar.ts'
import { EXCHANGES, type Exchange } from '../../market/facts/fact.ts'
import { unretractedAt } from '../../market/facts/issue-facts.ts'
import { firstIndex } from '../../market/first-index.ts'
import { type Holidays, holidaysInForce, holidaysOf } from '../../market/holidays.ts'
import { compareText } from '../../market/text-order.ts'
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
  const news = [...facts, ...retracted.values()].map(({ recorded }) => recorded).sort(compareText)
  const byNews = new Map<number, Holidays>()
  /** The holidays of the main exchange as known at a moment of the past. */
  const mainHolidaysAt = (at: Instant): Holidays => {
    const known = firstIndex(news, (recorded) => recorded > at)
    const holidays = byNews.get(known) ?? holidaysOf(unretractedAt(at, retracted)(facts), null)
    byNews.set(known, holidays)
    return holidays
  }
  return {
    unretracted,
    retractedFacts: facts.filter(({ id }) => retracted.has(id)),
    /** The retractions of those facts. */
    retracted,
    /** The fact behind each holiday, for all exchanges. */
    inForce: holidaysInForce(unretracted),
    holidaysFor,
    mainHolidaysAt,
    /** The moments at which holidays were recorded or retracted. */
    news: new Set(news),
  }
})

/** The holidays known to a view. */
export const holidaysKnown = async (market: MarketData, view: View): Promise<HolidaysFor> =>
  (await marketCalendar(market, view)).holidaysFor

/** The holidays of the main exchange that a view knows: they decide how long a quote counts. */
export const mainHolidays = async (market: MarketData, view: View): Promise<Holidays> =>
  (await holidaysKnown(market, view))(null)

/** The holidays of all exchanges together: with these an expected day is never earlier than with those of one. */
export function holidaysAnywhere(holidaysFor: HolidaysFor): Holidays {
  const each = EXCHANGES.map((exchange) => holidaysFor([exchange]))
  return {
    trading: new Set(each.flatMap(({ trading }) => [...trading])),
    clearing: new Set(each.flatMap(({ clearing }) => [...clearing])),
  }
}
