import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { isMarketDay } from '../../market/facts/bounds.ts'

/** The day of a report, and the time of the report according to its source. */
export interface Stamp {
  readonly observedAt: Day
  readonly reportedAt: Instant | null
}

/** For a report without its own time stamp: the day of the reading. */
export const stampOfReading = (fetchedAt: Instant): Stamp => ({
  observedAt: istDay(fetchedAt),
  reportedAt: null,
})

/**
 * A source's own time stamp. `null` when its day is after the reading or outside the bounds of the market. The time of
 * day is left out when it is of another day, or after the reading: then the two clocks differ.
 */
export function stampOf(day: Day, moment: Instant | null, fetchedAt: Instant): Stamp | null {
  if (day > istDay(fetchedAt) || !isMarketDay(day)) return null
  const isOfThatDay = moment !== null && istDay(moment) === day
  return { observedAt: day, reportedAt: isOfThatDay && moment <= fetchedAt ? moment : null }
}
