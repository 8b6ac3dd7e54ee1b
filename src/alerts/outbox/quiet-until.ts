import { addDays, type Instant, istClock, istDay, istInstant } from '../../market/calendar.ts'
import type { QuietHours } from '../rules/alert-rules.ts'
import { isQuietAt } from '../rules/quiet-hours.ts'

/** When the quiet hours around a moment end; `null` for a moment outside of them. Their end itself is not quiet. */
export function quietUntil(hours: QuietHours | null, at: Instant): Instant | null {
  if (hours === null) return null
  const time = istClock(at).slice(-5)
  if (!isQuietAt(hours, time)) return null
  const day = istDay(at)
  return istInstant(time < hours.to ? day : addDays(day, 1), hours.to)
}
