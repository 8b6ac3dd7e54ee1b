import { addDays, calendarYear, type Day, dayNumber } from './calendar.ts'
import {
  compareRecorded,
  EXCHANGES,
  type Exchange,
  type HolidayFact,
  type HolidaySegment,
  type Recorded,
} from './facts/fact.ts'
import { bestStatement, type OnOutvoted } from './facts/outvoted.ts'

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
    .flatMap(
      ([, statements]) =>
        bestStatement(statements.toSorted(compareRecorded), ({ name }) => name, onOutvoted) ?? [],
    )
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

/** The days, beside weekends, on which an exchange does not trade, and on which trades and payments are not settled. */
export interface Holidays {
  readonly trading: ReadonlySet<Day>
  /** Settlement and bank holidays. */
  readonly clearing: ReadonlySet<Day>
}

/** 1970-01-01 was a Thursday, so Saturday and Sunday are the days 2 and 3 of each seven since. */
export function isWeekend(day: Day): boolean {
  const weekday = ((dayNumber(day) % 7) + 7) % 7
  return weekday === 2 || weekday === 3
}

/** Neither a weekend nor a trading holiday. Trading may happen on a bank holiday. */
export const isTradingDay = (day: Day, { trading }: Holidays): boolean => !isWeekend(day) && !trading.has(day)

/** A trading day that is no clearing holiday either: exchanges and banks are both open. */
export const isClearingDay = (day: Day, holidays: Holidays): boolean =>
  isTradingDay(day, holidays) && !holidays.clearing.has(day)

export const nextTradingDay = (after: Day, holidays: Holidays): Day =>
  nearestDay(after, 1, (day) => isTradingDay(day, holidays))

export const previousTradingDay = (before: Day, holidays: Holidays): Day =>
  nearestDay(before, -1, (day) => isTradingDay(day, holidays))

export const nextClearingDay = (after: Day, holidays: Holidays): Day =>
  nearestDay(after, 1, (day) => isClearingDay(day, holidays))

function nearestDay(from: Day, step: 1 | -1, counts: (day: Day) => boolean): Day {
  let day = addDays(from, step)
  while (!counts(day)) day = addDays(day, step)
  return day
}
