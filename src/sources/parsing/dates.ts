import {
  addDays,
  type Day,
  type Instant,
  instantFromMs,
  isRealDay,
  istDay,
  istInstant,
  msOf,
} from '../../market/calendar.ts'
import { isMarketDay, LAST_DAY } from '../../market/facts/bounds.ts'

// Days.

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const SHORT_MONTHS = MONTHS.map((month) => month.slice(0, 3))

/** 1 to 12 from `Aug`, `AUG`, `August`, `Sept`; `null` when it is no month. */
export function monthFrom(name: string): number | null {
  const lower = name.toLowerCase().replace(/^sept$/, 'sep')
  const index = MONTHS.findIndex((month, i) => lower === month || lower === SHORT_MONTHS[i])
  return index < 0 ? null : index + 1
}

/** The day of these numbers if it exists in the calendar and is within the bounds of the market. */
function dayOf(year: number, month: number | null, day: number): Day | null {
  if (month === null) return null
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isRealDay(text) && isMarketDay(text) ? text : null
}

/** `21-Aug-2026`, `21-AUG-2026`, `21 Aug 2026`, `21st August 2026`. */
export const dayFromDMonY = (text: string): Day | null =>
  dayIn(text, /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})[\s,-]+(?<year>\d{4})$/i)

/** Also `12-Aug-26`: beside the name of a month, the last number can only be the year. */
export const dayFromDMonYY = (text: string): Day | null =>
  dayFromDMonY(text.replace(/^(\d{1,2}[\s-]+[a-z]{3,9}[\s-]+)(\d{2})$/i, '$120$2'))

/** `Mar 11, 2031`. */
export const dayFromMonDY = (text: string): Day | null =>
  dayIn(text, /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})$/i)

/** `17/08/2026`, `17-08-2026` or `17.08.2026`: the day first. */
export const dayFromDMY = (text: string): Day | null =>
  dayIn(text, /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/)

/** `8/17/2026` or `08-17-2026`: the month first, as spreadsheets with American settings write it. */
export const dayFromMDY = (text: string): Day | null =>
  dayIn(text, /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/)

/** The day whose parts a pattern names. */
function dayIn(text: string, pattern: RegExp): Day | null {
  const { year, month = '', day } = pattern.exec(text.trim())?.groups ?? {}
  return dayOf(Number(year), /^\d/.test(month) ? Number(month) : monthFrom(month), Number(day))
}

/** `2026-08-21` with or without a time of day; here it is a calendar day, not a moment. */
export function dayFromIso(text: string): Day | null {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+Z?)?$/.exec(text.trim())?.[1]
  return day !== undefined && isRealDay(day) && isMarketDay(day) ? day : null
}

/**
 * A day without a year, in the year that makes it nearest to the day of the reading: a page in January may print
 * `28-Dec`.
 */
export function nearestDay(month: number | null, day: number, fetchedAt: Instant): Day | null {
  const today = istDay(fetchedAt)
  const year = Number(today.slice(0, 4))
  const candidates = [year - 1, year, year + 1].map((candidate) => dayOf(candidate, month, day))
  const distance = (candidate: Day) => Math.abs(Date.parse(candidate) - Date.parse(today))
  return (
    candidates.filter((candidate) => candidate !== null).sort((a, b) => distance(a) - distance(b))[0] ?? null
  )
}

/**
 * `21-Aug`, `21st August`, `Aug 21`: without a year, so the year is the one that makes the day nearest to the reading.
 */
export function dayFromDMon(text: string, fetchedAt: Instant): Day | null {
  const found =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})$/i.exec(text.trim()) ??
    /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})$/i.exec(text.trim())
  return nearestDay(monthFrom(found?.groups?.month ?? ''), Number(found?.groups?.day), fetchedAt)
}

// From one day to another.

export interface Period {
  readonly openDate: Day
  readonly closeDate: Day
}

/** One end of a span as printed: `28`, `28th`, `28 Dec`, `Dec 28`, with or without a year. */
interface SpanEnd {
  readonly day: number
  readonly month: number | null
  readonly year: number | null
}

const SPAN_ENDS = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+(?<month>[a-z]{3,9})(?:,?\s+(?<year>\d{4}))?)?$/i,
  /^(?<month>[a-z]{3,9})\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(?<year>\d{4}))?$/i,
]

function spanEnd(text: string): SpanEnd | null {
  const found = SPAN_ENDS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!found) return null
  const month = found.month === undefined ? null : monthFrom(found.month)
  if (found.month !== undefined && month === null) return null
  return { day: Number(found.day), month, year: found.year === undefined ? null : Number(found.year) }
}

/**
 * The days as trackers print them: `21-25 August`, `30-2 July`, `28-2 Jan`, `Sep 13-19`, `28 Dec - 2 Jan`, `Mar 11,
 * 2031 – Mar 13, 2031`. A month printed once, after both days, is that of the last day. `null` where a month is
 * ambiguous.
 */
export function spanFrom(text: string, fetchedAt: Instant): Period | null {
  const [first, last, ...more] = text.split(/[-–—]|\sto\s/i).map((end) => spanEnd(end.trim()))
  if (!first || !last || more.length > 0) return null
  const closeDate = closeOf(first, last, fetchedAt)
  const openDate = closeDate === null ? null : openOf(first, last, closeDate)
  return openDate === null || closeDate === null || openDate > closeDate ? null : { openDate, closeDate }
}

function closeOf(first: SpanEnd, last: SpanEnd, fetchedAt: Instant): Day | null {
  // `Sep 28-2` does not show the month of the second day.
  const month = last.month ?? (first.day <= last.day ? first.month : null)
  return last.year === null ? nearestDay(month, last.day, fetchedAt) : dayOf(last.year, month, last.day)
}

function openOf(first: SpanEnd, last: SpanEnd, close: Day): Day | null {
  const closeYear = Number(close.slice(0, 4))
  if (first.month !== null) {
    const closeMonth = Number(close.slice(5, 7))
    return dayOf(first.year ?? (first.month > closeMonth ? closeYear - 1 : closeYear), first.month, first.day)
  }
  const lastDayOfMonthBefore = addDays(`${close.slice(0, 7)}-01`, -1)
  const monthOfOpen = first.day <= last.day ? close : lastDayOfMonthBefore
  return dayOf(Number(monthOfOpen.slice(0, 4)), Number(monthOfOpen.slice(5, 7)), first.day)
}

/**
 * The days as exchanges print them: `21-Aug-2026 to 25-Aug-2026`, `21 Aug 2026 – 25 Aug 2026 (The Issue is further
 * extended)`. `null` unless both can be parsed, and when a note in brackets is about something else than an extension,
 * or has a day that is not up to the closing day: the period may then be another.
 */
export function periodFrom(text: string): Period | null {
  const plain = text.trimEnd()
  const noteAt = plain.endsWith(')') ? plain.indexOf('(') : -1
  const [printed, note] = noteAt < 0 ? [plain, ''] : [plain.slice(0, noteAt).trimEnd(), plain.slice(noteAt)]
  const days = printed.split(/\sto\s|\s-\s|[–—]/i).map(dayFromDMonY)
  const [openDate = null, closeDate = null, ...more] = days
  if (openDate === null || closeDate === null || more.length > 0) return null
  return note === '' || isAboutExtension(note, closeDate) ? { openDate, closeDate } : null
}

const DAY_IN_TEXT = /\b(?:\d{1,2}(?:st|nd|rd|th)?[\s-][a-z]{3,9}[\s,-]|[a-z]{3,9}\s\d{1,2},?\s)\d{4}\b/gi
const MONTH = `(?:${SHORT_MONTHS.join('|')})`
/** A day in figures, or a number beside a month. */
const OTHER_DAY = new RegExp(`\\d[./-]\\d|\\d(?:st|nd|rd|th)?[ -]?${MONTH}|${MONTH}[a-z]{0,6}[ -]?\\d`, 'i')

function isAboutExtension(note: string, closeDate: Day): boolean {
  const isEarlier = (text: string) => (dayFromDMonY(text) ?? dayFromMonDY(text) ?? LAST_DAY) <= closeDate
  const others = note.replace(DAY_IN_TEXT, (day) => (isEarlier(day) ? ' ' : day))
  return /\b(?:revised|extended|extension)\b/i.test(note) && !OTHER_DAY.test(others)
}

// Moments.

/** `17:53`, `5 PM`, `17.00 hrs`, `at 05:53:10 p.m. IST` at the end of a text with single spaces. */
const TIME_OF_DAY =
  /(?:^|(?<![ ,|@])[ ,|@]+|(?<=\d)T)(?:at )?(?=\d{1,2}(?:[:.]\d| ?[ap]\.?m))(?<hour>\d{1,2})(?:[:.](?<minute>\d{2})(?:[:.](?<second>\d{2}))?)? ?(?<half>[ap]\.?m\.?)?(?: ?\(?(?:hrs|hours|IST)\.?\)?)*$/i

/** A text without the time of day at its end, and the moment of that time on a day; `null` where none is printed. */
function splitTime(text: string): {
  readonly dayText: string
  readonly momentOn: ((day: Day) => Instant | null) | null
} {
  const time = TIME_OF_DAY.exec(text)
  const dayText = (time ? text.slice(0, time.index) : text).replace(/(?<![\s,|-])[\s,|-]+$/, '')
  if (!time) return { dayText, momentOn: null }
  const { hour, minute = 0, second = 0, half } = time.groups ?? {}
  const [hours, minutes, seconds] = [hourOf(Number(hour), half), Number(minute), Number(second)]
  return { dayText, momentOn: (day) => istMoment(day, hours, minutes, seconds) }
}

/** The hour of 24 from `5` and `p.m.`; infinity, an invalid hour, for hours outside 1 to 12. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

/** The moment of this day and time in India; `null` when the time is invalid. */
export function istMoment(day: Day, hours: number, minutes: number, seconds = 0): Instant | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return istInstant(day, time).replace(':00.000Z', `:${String(seconds).padStart(2, '0')}.000Z`)
}

/** The moment of a day in a given form and a time of day, in India; `null` when either is missing or invalid. */
export function momentFrom(text: string, dayFrom: (text: string) => Day | null): Instant | null {
  const { dayText, momentOn } = splitTime(text.trim().replace(/\s+/g, ' '))
  const day = dayFrom(dayText)
  return day === null || momentOn === null ? null : momentOn(day)
}

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

/** ISO 8601 with its zone, as in `<time datetime>` and JSON. */
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/
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
  const { dayText, momentOn } = splitTime(plain)
  if (momentOn && dayText === '') return stampOfToday(plain, momentOn(istDay(fetchedAt)), fetchedAt)
  const day =
    dayFromDMonYY(dayText) ??
    dayFromMonDY(dayText) ??
    dayFromIso(dayText) ??
    dayFromNumbers(dayText) ??
    dayFromDMon(dayText, fetchedAt) ??
    dayFromWord(dayText, fetchedAt)
  if (day === null) return null
  const moment = momentOn?.(day) ?? null
  return momentOn && moment === null ? null : stampOf(day, moment, fetchedAt)
}

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
