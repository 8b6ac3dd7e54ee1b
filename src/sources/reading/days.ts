import { addDays, type Day, type Instant, isRealDay, istDay, istInstant } from '../../market/calendar.ts'

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

/** The day of these numbers if the calendar has it. */
export function dayOf(year: number, month: number | null, day: number): Day | null {
  if (month === null) return null
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isRealDay(text) ? text : null
}

/** `21-Aug-2026`, `21-AUG-2026`, `21 Aug 2026`, `21st August 2026`. */
export function dayFromDMonY(text: string): Day | null {
  const found = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})[\s,-]+(\d{4})$/i.exec(text.trim())
  return found ? dayOf(Number(found[3]), monthFrom(found[2] ?? ''), Number(found[1])) : null
}

/** `Aug 18, 2026`. */
export function dayFromMonDY(text: string): Day | null {
  const found = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text.trim())
  return found ? dayOf(Number(found[3]), monthFrom(found[1] ?? ''), Number(found[2])) : null
}

/** `17/08/2026` or `17-08-2026`: the day first. */
export function dayFromDMY(text: string): Day | null {
  const found = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim())
  return found ? dayOf(Number(found[3]), Number(found[2]), Number(found[1])) : null
}

/** `2026-08-21` with or without a time of day, which is not a moment here but a calendar day. */
export function dayFromIso(text: string): Day | null {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+Z?)?$/.exec(text.trim())?.[1]
  return day !== undefined && isRealDay(day) ? day : null
}

/** A day without a year, in the year that brings it nearest to the day of the reading: a page in January says `28-Dec`. */
export function nearestDay(month: number | null, day: number, fetchedAt: Instant): Day | null {
  const today = istDay(fetchedAt)
  const year = Number(today.slice(0, 4))
  const candidates = [year - 1, year, year + 1].map((candidate) => dayOf(candidate, month, day))
  const distance = (candidate: Day) => Math.abs(Date.parse(candidate) - Date.parse(today))
  return (
    candidates.filter((candidate) => candidate !== null).sort((a, b) => distance(a) - distance(b))[0] ?? null
  )
}

/** `21-25 August`, `30-2 July`, `28-2 Jan`, `Sep 13-19`: a span of days without a year. The month is that of the last day. */
export function spanFrom(
  text: string,
  fetchedAt: Instant,
): { readonly open: Day; readonly close: Day } | null {
  const found =
    /^(\d{1,2})\s*[-–]\s*(\d{1,2})\s+([a-z]{3,9})$/i.exec(text.trim()) ??
    /^(?<month>[a-z]{3,9})\s+(\d{1,2})\s*[-–]\s*(\d{1,2})$/i.exec(text.trim())
  if (!found) return null
  const isMonthFirst = found.groups?.month !== undefined
  const [from, to, monthName] = isMonthFirst ? [found[2], found[3], found[1]] : [found[1], found[2], found[3]]
  const close = nearestDay(monthFrom(monthName ?? ''), Number(to), fetchedAt)
  if (close === null) return null
  const lastDayBefore = addDays(`${close.slice(0, 7)}-01`, -1)
  const monthOfOpen = Number(from) <= Number(to) ? close : lastDayBefore
  const open = dayOf(Number(monthOfOpen.slice(0, 4)), Number(monthOfOpen.slice(5, 7)), Number(from))
  return open === null ? null : { open, close }
}

/** The moment at which a clock in India shows this day and time; `null` when the time is none. */
export function istMoment(day: Day | null, hours: number, minutes: number, seconds = 0): Instant | null {
  if (day === null || hours > 23 || minutes > 59 || seconds > 59) return null
  const time = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  return istInstant(day, time).replace(':00.000Z', `:${String(seconds).padStart(2, '0')}.000Z`)
}
