import { addDays, type Day, dayNumber, type Instant, instantFromMs, istMs, msOf } from '../market/calendar.ts'
import { modulo } from './seeded.ts'

/** Business day 0: a Monday before all facts of the demo. */
const EPOCH: Day = '2024-01-01'
const EPOCH_NUMBER = dayNumber(EPOCH)
const daysSinceEpoch = (day: Day) => dayNumber(day) - EPOCH_NUMBER

/** The n-th weekday since the epoch. The invented market has no holidays. */
export const businessDay = (n: number): Day => addDays(EPOCH, Math.floor(n / 5) * 7 + modulo(n, 5))

/** The number of a weekday; for a Saturday or Sunday that of the following Monday. */
export function businessDayNumber(day: Day): number {
  const days = daysSinceEpoch(day)
  return Math.floor(days / 7) * 5 + Math.min(modulo(days, 7), 5)
}

export const isWeekend = (day: Day): boolean => modulo(daysSinceEpoch(day), 7) >= 5

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
