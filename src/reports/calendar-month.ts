import { addDays, type Day, instantFromMs, istDay, istMs } from '../market/calendar.ts'
import { EXCHANGES, type HolidayFact, type HolidaySegment } from '../market/facts/fact.ts'
import { mayBeLockedIn } from '../market/issues/lock-ins.ts'
import { compareText } from '../market/text-order.ts'
import { type CalendarEvent, calendarEvents, EVENT_KINDS } from './ipos/calendar.ts'
import { type NumberedHead, visitIssues, visitTracked } from './ipos/issues-in-view.ts'
import { marketCalendar } from './ipos/market-calendar.ts'
import type { MarketData } from './market-data.ts'
import type { ClockSpan, Moment } from './moment.ts'

/** A month as `YYYY-MM`, so that text order is time order. */
export type Month = string

export const monthOfDay = (day: Day): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): Day => `${month}-01`

/** The month that many months later, or earlier if negative. */
export function addMonths(month: Month, months: number): Month {
  const sinceYear0 = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  const [year, index] = [Math.floor(sinceYear0 / 12), sinceYear0 % 12]
  return `${String(year).padStart(4, '0')}-${String(index + 1).padStart(2, '0')}`
}

export const lastDayOf = (month: Month): Day => addDays(firstDayOf(addMonths(month, 1)), -1)

/** A day on which the exchanges do not trade, or only the clearing of payments rests. */
export interface MonthHoliday {
  readonly day: Day
  readonly name: string
  readonly segment: HolidaySegment
}

export interface CalendarMonth {
  /** By day, then slug, then kind. Withdrawn and postponed issues have none. */
  readonly events: readonly CalendarEvent[]
  /** One per day at most. */
  readonly holidays: readonly MonthHoliday[]
  /** Withdrawn and postponed issues that would have opened or closed in this month, by slug. */
  readonly offMarket: readonly Pick<NumberedHead, 'slug' | 'name'>[]
}

/** Months later than this have no page. */
const MONTHS_AHEAD = 24

export interface MonthLimits {
  readonly first: Month
  readonly last: Month
  /** The span in which no status changes. */
  readonly span: ClockSpan
}

/** From the month of the first known day of an issue to two years ahead. */
export async function monthLimits(market: MarketData, moment: Moment): Promise<MonthLimits> {
  const now = monthOfDay(istDay(moment.clock))
  let earliest = istMs(firstDayOf(now), '00:00')
  const span = await visitTracked(market.db, moment, ({ opens, closes, lists }) => {
    earliest = Math.min(earliest, opens ?? earliest, closes ?? earliest, lists ?? earliest)
  })
  return { first: monthOfDay(istDay(instantFromMs(earliest))), last: addMonths(now, MONTHS_AHEAD), span }
}

/** Allotment, whose day no index has, and expected days are at most this many days from another day of the issue. */
const NEARBY_DAYS = 45

/** The days of one month. */
export async function calendarMonth(
  market: MarketData,
  moment: Moment,
  month: Month,
): Promise<CalendarMonth> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  const isIn = isInMonth(month)
  const isNear = betweenDays(addDays(first, -NEARBY_DAYS), addDays(last, NEARBY_DAYS))
  const mayBeLocked = mayBeLockedIn(first, last)
  const events = await calendarEvents(market, moment, {
    mayMatch: (head) =>
      !head.offMarket && ([head.opens, head.closes, head.lists].some(isNear) || mayBeLocked(head)),
    isMatching: () => true,
    kinds: EVENT_KINDS,
  })
  const { inForce } = await marketCalendar(market, moment)
  return {
    events: events.filter(isIn),
    holidays: onePerDay(inForce.filter(isIn)),
    offMarket: await offMarketBetween(market, moment, betweenDays(first, last)),
  }
}

const isInMonth =
  (month: Month) =>
  ({ day }: { readonly day: Day }): boolean =>
    monthOfDay(day) === month

/** The slugs of the issues of which a lock-in ends in a month. */
export async function endingLockIns(
  market: MarketData,
  moment: Moment,
  month: Month,
): Promise<ReadonlySet<string>> {
  const events = await calendarEvents(market, moment, {
    // Compared as text, so that the last month of all needs no next one.
    mayMatch: mayBeLockedIn(firstDayOf(month), `${month}-31`),
    isMatching: () => true,
    kinds: ['LOCKIN'],
  })
  return new Set(events.filter(isInMonth(month)).map(({ view }) => view.slug))
}

const betweenDays = (first: Day, last: Day) => {
  const [from, to] = [istMs(first, '00:00'), istMs(addDays(last, 1), '00:00')]
  return (at: number | null): boolean => at !== null && at >= from && at < to
}

async function offMarketBetween(
  market: MarketData,
  moment: Moment,
  isIn: (at: number | null) => boolean,
): Promise<NumberedHead[]> {
  const heads: NumberedHead[] = []
  await visitIssues(market.db, moment, (head) => {
    if (head.offMarket && (isIn(head.opens) || isIn(head.closes))) heads.push(head)
  })
  return heads.sort((a, b) => compareText(a.slug, b.slug))
}

/** A day without trading matters more than one without clearing; then the preferred exchange's name counts. */
function onePerDay(facts: readonly HolidayFact[]): MonthHoliday[] {
  const rank = ({ segment, exchange }: HolidayFact) =>
    (segment === 'trading' ? 0 : EXCHANGES.length) + EXCHANGES.indexOf(exchange)
  const days = Map.groupBy(facts, ({ day }) => day)
  return [...days.values()]
    .flatMap((ofDay) => ofDay.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
    .flatMap(({ day, name, segment }) => (name === null ? [] : { day, name, segment }))
    .sort((a, b) => compareText(a.day, b.day))
}
