import { calendarYear, type Day } from './calendar.ts'
import {
  compareRecorded,
  EXCHANGES,
  type Exchange,
  type HolidayFact,
  type HolidaySegment,
  type Recorded,
} from './facts/fact.ts'
import type { OnOutvoted } from './facts/outvoted.ts'
import { rankOf } from './facts/publisher.ts'
import type { Holidays } from './working-days.ts'

/** The exchange whose holidays count for another one of which none are recorded. */
const [MAIN_EXCHANGE] = EXCHANGES

/**
 * The fact behind each holiday of an exchange and segment, by day. Only the last statement of each source counts, and
 * none if that is `null`; then the best rank, and within a rank the newest.
 */
export function holidaysInForce(
  facts: readonly Recorded<HolidayFact>[],
  onOutvoted?: OnOutvoted<Recorded<HolidayFact>>,
): Recorded<HolidayFact>[] {
  const days = Map.groupBy(facts, ({ exchange, segment, day }) => `${day} ${exchange} ${segment}`)
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, statements]) => bestStatement(statements, onOutvoted) ?? [])
}

function bestStatement(
  facts: readonly Recorded<HolidayFact>[],
  onOutvoted?: OnOutvoted<Recorded<HolidayFact>>,
): Recorded<HolidayFact> | undefined {
  const newestFirst = facts.toSorted((a, b) => compareRecorded(b, a))
  const last = new Map<string, Recorded<HolidayFact>>()
  for (const fact of newestFirst)
    if (last.has(fact.source)) onOutvoted?.(fact, 'later-word')
    else last.set(fact.source, fact)
  // The sort is stable: within a rank the newest stays first.
  const ranked = [...last.values()].toSorted((a, b) => rankOf(a.source) - rankOf(b.source))
  const [best, ...others] = ranked.filter(({ name }) => name !== null)
  if (!onOutvoted) return best
  for (const fact of ranked) if (fact.name === null) onOutvoted(fact, 'taken-back')
  for (const fact of others)
    onOutvoted(fact, best && rankOf(fact.source) === rankOf(best.source) ? 'older-word' : 'lower-rank')
  return best
}

/**
 * Selects the holidays that count for an issue: those of its first exchange in order of preference. The main exchange's
 * count for each year and segment of which that exchange has none, and while the exchanges of an issue are unknown.
 */
export function holidaySelector(
  inForce: readonly HolidayFact[],
  exchanges: readonly Exchange[] | null,
): (holiday: HolidayFact) => boolean {
  const own = EXCHANGES.find((exchange) => exchanges?.includes(exchange)) ?? MAIN_EXCHANGE
  const listOf = ({ segment, day }: HolidayFact) => `${segment} ${calendarYear(day)}`
  const ownLists = new Set(inForce.filter(({ exchange }) => exchange === own).map(listOf))
  return (holiday) =>
    holiday.exchange === own || (holiday.exchange === MAIN_EXCHANGE && !ownLists.has(listOf(holiday)))
}

/** The holidays that count for an issue on these exchanges. */
export function holidaysOf(
  facts: readonly Recorded<HolidayFact>[],
  exchanges: readonly Exchange[] | null,
): Holidays {
  const inForce = holidaysInForce(facts)
  const counted = inForce.filter(holidaySelector(inForce, exchanges))
  const daysOf = (segment: HolidaySegment): ReadonlySet<Day> =>
    new Set(counted.filter((fact) => fact.segment === segment).map(({ day }) => day))
  return { trading: daysOf('trading'), clearing: daysOf('clearing') }
}

/** Whether both kinds of holidays are known for each of these days: every year has some of each. */
export function areHolidaysKnown(days: readonly Day[], { trading, clearing }: Holidays): boolean {
  const years = new Set(days.map(calendarYear))
  return [trading, clearing].every((known) => years.isSubsetOf(new Set([...known].map(calendarYear))))
}
