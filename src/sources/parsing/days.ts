import { addDays, type Day, type Instant, isRealDay, istDay, istInstant } from '../../market/calendar.ts'
import { isMarketDay } from '../../market/facts/bounds.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** 1 to 12 from `Aug`, `AUG`, `August`, `Sept`; `null` when it is no month. */
export function monthFrom(name: string): number | null {
  const lower = name.toLowerCase()
  const index = MONTHS.findIndex((month) => lower.startsWith(month))
  const isMonth =
    index >= 0 &&
    /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/.test(
      lower,
    )
  return isMonth ? index + 1 : null
}

/** The day of these numbers if it exists in the calendar and is within the bounds of the market. */
export function dayOf(year: number, month: number | null, day: number): Day | null {
  if (month === null) return null
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isRealDay(text) && isMarketDay(text) ? text : null
}

/** `21-Aug-2026`, `21-AUG-2026`, `21 Aug 2026`, `21st August 2026`. */
export const dayFromDMonY = (text: string): Day | null =>
  dayIn(text, /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[a-z]{3,9})[\s,-]+(?<year>\d{4})$/i)

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

export interface Span {
  readonly open: Day
  readonly close: Day
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
 * `21-25 August`, `30-2 July`, `28-2 Jan`, `Sep 13-19`, `28 Dec - 2 Jan`, `Mar 11, 2031 – Mar 13, 2031`. A month
 * printed once, after both days, is that of the last day. `null` where a month is ambiguous.
 */
export function spanFrom(text: string, fetchedAt: Instant): Span | null {
  const [first, last, ...more] = text.split(/[-–—]|\sto\s/i).map((end) => spanEnd(end.trim()))
  if (!first || !last || more.length > 0) return null
  const close = closeOf(first, last, fetchedAt)
  const open = close === null ? null : openOf(first, last, close)
  return open === null || close === null || open > close ? null : { open, close }
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

/** The moment of this day and time in India; `null` when the time is invalid. */
export function istMoment(day: Day | null, hours: number, minutes: number, seconds = 0): Instant | null {
  if (day === null || hours > 23 || minutes > 59 || seconds > 59) return null
  const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return istInstant(day, time).replace(':00.000Z', `:${String(seconds).padStart(2, '0')}.000Z`)
}
