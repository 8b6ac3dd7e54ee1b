import { EXCHANGES, type Exchange, type HolidayFact, type Recorded } from '../../market/facts/fact.ts'
import type { Retracted } from '../../market/facts/issue-facts.ts'
import { type Holidays, holidaysInForce, holidaysOf } from '../../market/holidays.ts'
import { allHolidayFacts } from '../../store/facts/holiday-facts.ts'
import type { View } from '../../store/view.ts'
import type { MarketData } from '../market-data.ts'
import { memoizeByView } from '../memoize-by-view.ts'

/** The holidays that count for issues on these exchanges. */
export type HolidaysFor = (exchanges: readonly Exchange[] | null) => Holidays

/** The holidays of a view with the facts behind them. */
export interface MarketCalendar {
  /** Facts that are not retracted. */
  readonly unretracted: readonly Recorded<HolidayFact>[]
  readonly retractedFacts: readonly Recorded<HolidayFact>[]
  /** The retractions of those facts. */
  readonly retracted: Retracted
  /** The fact behind each holiday, for all exchanges. */
  readonly inForce: readonly Recorded<HolidayFact>[]
  readonly holidaysFor: HolidaysFor
}

export const marketCalendar = memoizeByView(async ({ db }, view): Promise<MarketCalendar> => {
  const { facts, retracted } = await allHolidayFacts(db, view)
  const unretracted = facts.filter(({ id }) => !retracted.has(id))
  const byExchanges = new Map<string, Holidays>()
  const holidaysFor: HolidaysFor = (exchanges) => {
    const key = (exchanges ?? []).join()
    const known = byExchanges.get(key) ?? holidaysOf(unretracted, exchanges)
    byExchanges.set(key, known)
    return known
  }
  const retractedFacts = facts.filter(({ id }) => retracted.has(id))
  return { unretracted, retractedFacts, retracted, inForce: holidaysInForce(unretracted), holidaysFor }
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
