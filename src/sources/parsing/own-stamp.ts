import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { isMarketDay } from '../../market/facts/bounds.ts'

/** The day that a report belongs to, and when its source says that it was made. */
export interface Stamp {
  readonly observedAt: Day
  readonly reportedAt: Instant | null
}

/** Of a report without a time stamp of its own: the day of the reading. */
export const stampOfReading = (fetchedAt: Instant): Stamp => ({
  observedAt: istDay(fetchedAt),
  reportedAt: null,
})

/**
 * A source's own time stamp. `null` when its day had not begun at the reading, or is no day of a market. The time of day is left out when it is of
 * another day, or had not come yet: then the two clocks differ.
 */
export function stampOf(day: Day, moment: Instant | null, fetchedAt: Instant): Stamp | null {
  if (day > istDay(fetchedAt) || !isMarketDay(day)) return null
  const isOfThatDay = moment !== null && istDay(moment) === day
  return { observedAt: day, reportedAt: isOfThatDay && moment <= fetchedAt ? moment : null }
}
