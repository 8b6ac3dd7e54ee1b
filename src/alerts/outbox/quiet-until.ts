import { addDays, type Instant, istClock, istDay, istInstant } from '../../market/calendar.ts'
import type { QuietHours } from '../rules/alert-rules.ts'

/** When the quiet hours around a moment end; `null` for a moment outside of them. Their end itself is not quiet. */
export function quietUntil(hours: QuietHours | null, at: Instant): Instant | null {
  if (hours === null) return null
  const { from, to } = hours
  const time = istClock(at).slice(-5)
  const isAfterBeginning = time >= from
  const isBeforeEnd = time < to
  const isQuiet = from < to ? isAfterBeginning && isBeforeEnd : isAfterBeginning || isBeforeEnd
  if (!isQuiet) return null
  const day = istDay(at)
  return istInstant(isBeforeEnd ? day : addDays(day, 1), to)
}
