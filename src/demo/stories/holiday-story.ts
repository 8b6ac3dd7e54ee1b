import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { demoMoment } from '../business-days.ts'
import type { DemoFact } from '../demo-fact.ts'
import { type DemoHoliday, holidaysOfYear, yearOf } from '../holidays.ts'

/** When the exchange's announcements appear, in minutes after midnight in India. */
const ANNOUNCED_AT = 18 * 60 + 20

/** The holidays of all years with a day from `first` on that may be announced by `upTo`. */
export function holidayStory(first: Day, upTo: Instant): DemoFact[] {
  // The holidays of the next year are announced in December.
  const lastYear = yearOf(istDay(upTo)) + 1
  const years = Array.from({ length: lastYear - yearOf(first) + 1 }, (_, n) => yearOf(first) + n)
  return years.flatMap(holidaysOfYear).flatMap(announcement)
}

const announcement = ({ day, name, segments, announcedOn }: DemoHoliday): DemoFact[] =>
  segments.map((segment) => ({
    fact: { fact: 'holiday', exchange: 'NSE', segment, day, name, source: 'nse' },
    recordedAt: demoMoment(announcedOn, ANNOUNCED_AT),
  }))
