import { addDays, type Day, type Instant, instantFromMs, istMs, msOf } from '../market/calendar.ts'
import { isTradingDay } from '../market/working-days.ts'
import { holidaysFrom, perYear, yearOf } from './holidays.ts'

/** Business day 0 is the first trading day of this year. Earlier days have negative numbers. */
const FIRST_YEAR = 2024
const BUSINESS_DAYS_A_YEAR = 248

interface BusinessYear {
  /** The number of its first business day. */
  readonly start: number
  readonly days: readonly Day[]
  /** The number of each calendar day: that of the next business day, if it is none itself. */
  readonly numbers: ReadonlyMap<Day, number>
}

const daysOfYear = (year: number): Day[] => daysBetween(`${year}-01-01`, `${year}-12-31`)

const businessDaysOfYear = perYear(
  (year): ReadonlySet<Day> => new Set(daysOfYear(year).filter((day) => isTradingDay(day, holidaysFrom(day)))),
)

/** Computed from the years between it and the first one. */
const businessYear = perYear((year): BusinessYear => {
  const days = [...businessDaysOfYear(year)]
  const before = year > FIRST_YEAR ? businessYear(year - 1) : null
  const after = year < FIRST_YEAR ? businessYear(year + 1) : null
  const start = before ? before.start + before.days.length : after ? after.start - days.length : 0
  let next = start
  const numbers = new Map(daysOfYear(year).map((day) => [day, days[next - start] === day ? next++ : next]))
  return { start, days, numbers }
})

/** A day on which the invented exchanges trade. */
export const isBusinessDay = (day: Day): boolean => businessDaysOfYear(yearOf(day)).has(day)

/** The n-th trading day since the first year. */
export function businessDay(n: number): Day {
  let year = FIRST_YEAR + Math.floor(n / BUSINESS_DAYS_A_YEAR)
  while (n < businessYear(year).start) year--
  while (n >= businessYear(year + 1).start) year++
  const { start, days } = businessYear(year)
  const day = days[n - start]
  if (day === undefined) throw new RangeError(`no business day ${n}`)
  return day
}

/** The number of a trading day; for any other day that of the next one. */
export function businessDayNumber(day: Day): number {
  const number = businessYear(yearOf(day)).numbers.get(day)
  if (number === undefined) throw new RangeError(`no day ${day}`)
  return number
}

/** All days from `first` to `last`, both included. */
export function daysBetween(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The moment that is this many minutes and seconds after midnight in India. */
export const demoMoment = (day: Day, minutes: number, seconds = 0): Instant =>
  instantFromMs(istMs(day, '00:00') + (minutes * 60 + seconds) * 1000)

export const later = (moment: Instant, seconds: number): Instant =>
  instantFromMs(msOf(moment) + seconds * 1000)
