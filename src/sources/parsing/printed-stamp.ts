import {
  addDays,
  type Day,
  type Instant,
  instantFromMs,
  isRealDay,
  istDay,
  msOf,
} from '../../market/calendar.ts'
import { hourOf } from './clock-hours.ts'
import { dayFromDMon, dayFromDMonY, dayFromDMY, dayFromIso, dayFromMonDY, istMoment } from './days.ts'
import { type Stamp, stampOf } from './own-stamp.ts'

/** ISO 8601 with its zone, as in `<time datetime>` and JSON. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/
/** `17:53`, `5:53 PM`, `17.00 hrs`, `05:53:10 p.m. IST` at the end of a text with single spaces. */
const TIME_OF_DAY =
  /(?:^|(?<![ ,|@])[ ,|@]+|(?<=\d)T)(?:at )?(\d{1,2})[:.](\d{2})(?::(\d{2}))? ?([ap]\.?m\.?)?(?: ?(?:hrs\.?|hours))?(?: ?\(?IST\)?)?$/i
/** `15 mins ago`, `an hour ago`, `2 hours ago`. */
const AGO = /^(\d{1,2}|an?)\s*(min(?:ute)?|h(?:ou)?r)s?\.?\s+ago$/i

/**
 * Parses a printed time stamp in any usual form, in Indian time. In numbers alone the day comes first by default.
 * `null` when it is invalid: a future day, or a text without a definite day.
 */
export function stampFrom(
  text: string,
  fetchedAt: Instant,
  dayFromNumbers: (text: string) => Day | null = dayFromDMY,
): Stamp | null {
  const plain = text.trim().replace(/\s+/g, ' ')
  if (ZONED.test(plain)) return zonedStamp(plain, fetchedAt)
  const ago = AGO.exec(plain)
  if (ago) return agoStamp(ago[1] ?? '', ago[2] ?? '', fetchedAt)
  const time = TIME_OF_DAY.exec(plain)
  const dayText = (time ? plain.slice(0, time.index) : plain).replace(/(?<![\s,|-])[\s,|-]+$/, '')
  const momentOn = (day: Day) =>
    time && istMoment(day, hourOf(Number(time[1]), time[4]), Number(time[2]), Number(time[3] ?? 0))
  if (time && dayText === '') return stampOfToday(plain, momentOn(istDay(fetchedAt)), fetchedAt)
  const day =
    dayFromDMonY(withWholeYear(dayText)) ??
    dayFromMonDY(dayText) ??
    dayFromIso(dayText) ??
    dayFromNumbers(dayText) ??
    dayFromDMon(dayText, fetchedAt) ??
    dayFromWord(dayText, fetchedAt)
  if (day === null) return null
  const moment = momentOn(day)
  return time && moment === null ? null : stampOf(day, moment, fetchedAt)
}

/** `12-Aug-26`. Beside the name of a month, the last number can only be the year. */
const withWholeYear = (text: string): string =>
  text.replace(
    /^(\d{1,2}[\s-]+[a-z]{3,9}[\s-]+)(\d{2})$/i,
    (_, dayAndMonth, year) => `${dayAndMonth}20${year}`,
  )

function dayFromWord(text: string, fetchedAt: Instant): Day | null {
  if (/^today$/i.test(text)) return istDay(fetchedAt)
  return /^yesterday$/i.test(text) ? addDays(istDay(fetchedAt), -1) : null
}

/** A time alone is of the day of the reading, unless it is after the reading. `10.05` alone may be anything. */
function stampOfToday(text: string, moment: Instant | null, fetchedAt: Instant): Stamp | null {
  const isTime = /:|[ap]\.?m|hrs|hours/i.test(text)
  if (!isTime || moment === null || moment > fetchedAt) return null
  return stampOf(istDay(fetchedAt), moment, fetchedAt)
}

/** A rounded time gives no moment, and gives a day only where one unit more or less is on the same day. */
function agoStamp(number: string, unit: string, fetchedAt: Instant): Stamp | null {
  const count = /^a/i.test(number) ? 1 : Number(number)
  const unitMs = /^m/i.test(unit) ? 60_000 : 3_600_000
  const dayAgo = (units: number) => istDay(instantFromMs(msOf(fetchedAt) - units * unitMs))
  const day = dayAgo(count)
  const isSure = dayAgo(count + 1) === day && dayAgo(Math.max(count - 1, 0)) === day
  return isSure ? stampOf(day, null, fetchedAt) : null
}

function zonedStamp(text: string, fetchedAt: Instant): Stamp | null {
  const ms = Date.parse(text.replace(' ', 'T').replace(/\s/, ''))
  if (Number.isNaN(ms) || !isRealDay(text.slice(0, 10)) || /^.{11}24/.test(text)) return null
  const moment = instantFromMs(ms)
  return stampOf(istDay(moment), moment, fetchedAt)
}
