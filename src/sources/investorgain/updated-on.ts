import { addDays, type Instant, istDay } from '../../market/calendar.ts'
import { dayOf, istMoment, monthFrom } from '../reading/days.ts'
import { type Stamp, stampOf } from '../reading/own-stamp.ts'

/** `27-Aug 20:02`, in India and without a year: the newest such moment that had come at the reading. */
export function updatedOn(text: string, fetchedAt: Instant): Stamp | null {
  const found = /^(\d{1,2})-([a-z]{3,9}),?\s+(\d{1,2}):(\d{2})$/i.exec(text)
  if (!found) return null
  const [, dayNumber, monthName = '', hours, minutes] = found
  const today = istDay(fetchedAt)
  const year = Number(today.slice(0, 4))
  // Tomorrow's date is a clock that is ahead, not a quote that is a year old; `stampOf` refuses it.
  const latest = addDays(today, 1)
  const day = [year + 1, year, year - 1]
    .map((candidate) => dayOf(candidate, monthFrom(monthName), Number(dayNumber)))
    .find((candidate) => candidate !== null && candidate <= latest)
  if (day === undefined || day === null) return null
  const moment = istMoment(day, Number(hours), Number(minutes))
  return moment === null ? null : stampOf(day, moment, fetchedAt)
}
