import { addDays, type Day, dayNumber } from '../market/calendar.ts'
import type { HolidaySegment } from '../market/facts/fact.ts'
import { type Holidays, isTradingDay } from '../market/working-days.ts'
import { pick, type Random, seeded } from './seeded.ts'

/** An invented holiday. */
export interface DemoHoliday {
  readonly day: Day
  readonly name: string
  /** On bank holidays there is trading, but nothing is settled. */
  readonly segments: readonly HolidaySegment[]
  /** The day on which the exchange announces it. */
  readonly announcedOn: Day
}

const WHOLE: DemoHoliday['segments'] = ['trading', 'clearing']
const BANKS_ONLY: DemoHoliday['segments'] = ['clearing']

/** On the same date every year, which may be on a weekend. */
const FIXED = [
  ['01-14', 'Kite Festival'],
  ['05-01', 'Handloom Day'],
  ['08-15', 'Lantern Day'],
  ['10-02', 'Charter Day'],
  ['12-25', 'Midwinter Day'],
] as const

/** One in each month, on a weekday that changes from year to year, so that a holiday is always near. */
const MOVING = [
  ['Guild Day', BANKS_ONLY],
  ['Festival of Rivers', WHOLE],
  ['Marigold Festival', WHOLE],
  ['Ledger Day', BANKS_ONLY],
  ['Banyan Festival', WHOLE],
  ['First Rains', BANKS_ONLY],
  ['Boat Festival', WHOLE],
  ['Silk Festival', BANKS_ONLY],
  ['Millet Festival', WHOLE],
  ['Peacock Festival', WHOLE],
  ['Conch Festival', BANKS_ONLY],
  ['Festival of Bells', WHOLE],
] as const

/** The holiday of each year that the exchange announces only this many days before. */
const LATE = { name: 'Polling Day', daysBefore: 9 } as const
/** The day of the year before on which the exchange announces all others. */
const ANNOUNCED_ON = '12-11'
/** Holidays are at least this many days apart. */
const MIN_GAP = 6

/** Remembers a value per year. */
export function perYear<T>(compute: (year: number) => T): (year: number) => T {
  const known = new Map<number, T>()
  return (year) => {
    const value = known.get(year) ?? compute(year)
    known.set(year, value)
    return value
  }
}

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

const NO_HOLIDAYS: Holidays = { trading: new Set(), clearing: new Set() }
const isWeekday = (day: Day): boolean => isTradingDay(day, NO_HOLIDAYS)

/** The holidays of a year, in order of their days. */
export const holidaysOfYear = perYear((year): readonly DemoHoliday[] => {
  const random = seeded(`holidays ${year}`)
  const announcedOn = `${year - 1}-${ANNOUNCED_ON}`
  const holidays: DemoHoliday[] = FIXED.map(([date, name]) => ({
    day: `${year}-${date}`,
    name,
    segments: WHOLE,
    announcedOn,
  }))
  for (const [month, [name, segments]] of MOVING.entries())
    holidays.push({ day: freeWeekday(year, month, holidays, random), name, segments, announcedOn })
  const day = freeWeekday(year, Math.floor(random() * MOVING.length), holidays, random)
  holidays.push({ day, name: LATE.name, segments: WHOLE, announcedOn: addDays(day, -LATE.daysBefore) })
  return holidays.sort((a, b) => dayNumber(a.day) - dayNumber(b.day))
})

/** A weekday of a month, counted from 0, away from all other holidays. */
function freeWeekday(year: number, month: number, others: readonly DemoHoliday[], random: Random): Day {
  const first = `${year}-${String(month + 1).padStart(2, '0')}-03`
  const free = Array.from({ length: 26 }, (_, n) => addDays(first, n)).filter(
    (day) =>
      isWeekday(day) && others.every((other) => Math.abs(dayNumber(other.day) - dayNumber(day)) >= MIN_GAP),
  )
  return pick(random, free)
}

const inSegment = (year: number, segment: HolidaySegment): Day[] =>
  [year, year + 1]
    .flatMap(holidaysOfYear)
    .flatMap(({ day, segments }) => (segments.includes(segment) ? day : []))

/** The holidays of a year and the next, for what begins in it. */
const holidaysFromYear = perYear(
  (year): Holidays => ({
    trading: new Set(inSegment(year, 'trading')),
    clearing: new Set(inSegment(year, 'clearing')),
  }),
)

/** The holidays that count from a day on. */
export const holidaysFrom = (day: Day): Holidays => holidaysFromYear(yearOf(day))
