import { addDays, type Day, type Instant, instantFromMs, istDay, istMs } from '../market/calendar.ts'
import type { Fact, HolidaySegment } from '../market/facts/fact.ts'
import { type Holidays, isTradingDay, isWeekend } from '../market/holidays.ts'
import { pick, seeded } from './seeded.ts'

/** An invented fact and its recording time. */
export interface DemoFact {
  readonly fact: Fact
  readonly recordedAt: Instant
}

const WHOLE = ['trading', 'clearing'] as const
/** On bank holidays there is trading, but nothing is settled. */
const BANKS_ONLY = ['clearing'] as const

/**
 * The holidays of every year, at least one in each month, so that one is always near. A fixed one is on its date, even if
 * that is a weekend; any other on a weekday of the seven days from its date, which changes from year to year.
 */
const HOLIDAYS = [
  { from: '01-14', name: 'Kite Festival', segments: WHOLE, isFixed: true },
  { from: '01-20', name: 'Guild Day', segments: BANKS_ONLY },
  { from: '02-09', name: 'Festival of Rivers', segments: WHOLE },
  { from: '03-10', name: 'Marigold Festival', segments: WHOLE },
  { from: '04-04', name: 'Ledger Day', segments: BANKS_ONLY },
  { from: '04-17', name: 'Polling Day', segments: WHOLE, daysOfNotice: 9 },
  { from: '05-01', name: 'Handloom Day', segments: WHOLE, isFixed: true },
  { from: '05-16', name: 'Banyan Festival', segments: WHOLE },
  { from: '06-15', name: 'First Rains', segments: BANKS_ONLY },
  { from: '07-19', name: 'Boat Festival', segments: WHOLE },
  { from: '08-15', name: 'Lantern Day', segments: WHOLE, isFixed: true },
  { from: '08-21', name: 'Silk Festival', segments: BANKS_ONLY },
  { from: '09-14', name: 'Millet Festival', segments: WHOLE },
  { from: '10-02', name: 'Charter Day', segments: WHOLE, isFixed: true },
  { from: '10-14', name: 'Peacock Festival', segments: WHOLE },
  { from: '11-04', name: 'Conch Festival', segments: BANKS_ONLY },
  { from: '12-07', name: 'Festival of Bells', segments: WHOLE },
  { from: '12-25', name: 'Midwinter Day', segments: WHOLE, isFixed: true },
]
/** The day of the year before on which the exchange announces holidays, unless they have less notice. */
const ANNOUNCED_ON = '12-11'
/** When its announcements appear, in minutes after midnight in India. */
const ANNOUNCED_AT = 18 * 60 + 20

const yearOf = (day: Day): number => Number(day.slice(0, 4))

/** The holidays of a year in order of their days, each with the day on which the exchange announces it. */
export const holidaysOfYear = (year: number) =>
  HOLIDAYS.map(({ from, name, segments, isFixed = false, daysOfNotice = null }) => {
    const first = `${year}-${from}`
    const weekdays = daysBetween(first, addDays(first, 6)).filter((day) => !isWeekend(day))
    const day = isFixed ? first : pick(seeded(`${year} ${name}`), weekdays)
    const announcedOn = daysOfNotice === null ? `${year - 1}-${ANNOUNCED_ON}` : addDays(day, -daysOfNotice)
    return { day, name, segments: [...segments] as HolidaySegment[], announcedOn }
  })

const holidaysByYear = new Map<number, Holidays>()

/** The holidays that count from a day on: those of its year and of the next, for what begins in it. */
export function holidaysFrom(day: Day): Holidays {
  const year = yearOf(day)
  const known = holidaysByYear.get(year)
  if (known) return known
  const both = [...holidaysOfYear(year), ...holidaysOfYear(year + 1)]
  const ofSegment = (segment: HolidaySegment) =>
    new Set(both.filter(({ segments }) => segments.includes(segment)).map((holiday) => holiday.day))
  const holidays = { trading: ofSegment('trading'), clearing: ofSegment('clearing') }
  holidaysByYear.set(year, holidays)
  return holidays
}

/** The announcements of the holidays of all years with a day from `first` on, as far as they may be known by `upTo`. */
export function holidayFacts(first: Day, upTo: Instant): DemoFact[] {
  // The holidays of the next year are announced in December.
  const lastYear = yearOf(istDay(upTo)) + 1
  const years = Array.from({ length: lastYear - yearOf(first) + 1 }, (_, n) => yearOf(first) + n)
  return years.flatMap(holidaysOfYear).flatMap(({ day, name, segments, announcedOn }) =>
    segments.map((segment) => ({
      fact: { fact: 'holiday' as const, exchange: 'NSE' as const, segment, day, name, source: 'nse' },
      recordedAt: demoMoment(announcedOn, ANNOUNCED_AT),
    })),
  )
}

/** A day on which the invented exchanges trade. */
export const isBusinessDay = (day: Day): boolean => isTradingDay(day, holidaysFrom(day))

/** The trading day that many trading days after a day, or before it; 0 is the day itself, or the next one. */
export function businessDayFrom(day: Day, steps: number): Day {
  let at = day
  while (steps === 0 && !isBusinessDay(at)) at = addDays(at, 1)
  for (let left = Math.abs(steps); left > 0; ) {
    at = addDays(at, Math.sign(steps))
    if (isBusinessDay(at)) left--
  }
  return at
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
