import { type Day, type Instant, instantFromMs, istDay } from '../../market/calendar.ts'
import { dayFromDMon, dayFromDMonY, dayFromDMY, dayFromIso, dayFromMonDY, istMoment } from './days.ts'
import { type Stamp, stampOf } from './own-stamp.ts'

/** ISO 8601 with its zone, as `<time datetime>` and JSON have it. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/
/** `17:53`, `5:53 PM`, `17.00 hrs`, `05:53:10 p.m. IST` at the end of a text. */
const TIME_OF_DAY =
  /(?:^|[\s,|@]+|(?<=\d)T)(?:at\s+)?(\d{1,2})[:.](\d{2})(?::(\d{2}))?\s*([ap]\.?m\.?)?(?:\s*(?:hrs\.?|hours))?(?:\s*\(?IST\)?)?$/i

/**
 * A time stamp for readers, in whichever usual form, by the clock in India. Numbers alone have the day first unless said
 * otherwise. `null` when it is none: a time without its day, `2 hours ago`, a day to come.
 */
export function stampFrom(
  text: string,
  fetchedAt: Instant,
  dayFromNumbers: (text: string) => Day | null = dayFromDMY,
): Stamp | null {
  const plain = text.trim()
  if (ZONED.test(plain)) return zonedStamp(plain, fetchedAt)
  const time = TIME_OF_DAY.exec(plain)
  const dayText = (time ? plain.slice(0, time.index) : plain).replace(/[\s,|-]+$/, '')
  const day =
    dayFromDMonY(dayText) ??
    dayFromMonDY(dayText) ??
    dayFromIso(dayText) ??
    dayFromNumbers(dayText) ??
    dayFromDMon(dayText, fetchedAt)
  if (day === null) return null
  if (!time) return stampOf(day, null, fetchedAt)
  const moment = istMoment(day, hourOf(Number(time[1]), time[4]), Number(time[2]), Number(time[3] ?? 0))
  return moment === null ? null : stampOf(day, moment, fetchedAt)
}

function zonedStamp(text: string, fetchedAt: Instant): Stamp | null {
  const ms = Date.parse(text.replace(' ', 'T').replace(/\s/, ''))
  if (Number.isNaN(ms)) return null
  const moment = instantFromMs(ms)
  return stampOf(istDay(moment), moment, fetchedAt)
}

/** The hour of 24; infinity, which no clock shows, for an hour that a half day has not. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
