/** A moment in UTC, always `YYYY-MM-DDTHH:MM:SS.sssZ`, so that text order is time order. */
export type Instant = string
/** A day in India, `YYYY-MM-DD`. */
export type Day = string

/** Later than every moment. */
export const END_OF_TIME: Instant = '9999-12-31T23:59:59.999Z'

/** India has one time zone, 5 hours 30 minutes ahead of UTC, and no daylight saving. */
export const IST_OFFSET_MINUTES = 330
const IST_OFFSET_MS = IST_OFFSET_MINUTES * 60_000
export const DAY_MS = 86_400_000

export const instantFromMs = (ms: number): Instant => new Date(ms).toISOString()

export const msOf = (instant: Instant): number => Date.parse(instant)

/** The day in India at an instant. */
export const istDay = (instant: Instant): Day => instantFromMs(msOf(instant) + IST_OFFSET_MS).slice(0, 10)

/** The instant at which a clock in India shows `HH:MM` on a day. */
export const istInstant = (day: Day, time: string): Instant => instantFromMs(istMs(day, time))

/** The same instant in milliseconds since 1970. */
export const istMs = (day: Day, time: string): number => Date.parse(`${day}T${time}:00.000Z`) - IST_OFFSET_MS

export const MONTH_NAMES: readonly string[] = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

/** A day for people to read: `13 Jan 2026`. */
export const writtenDay = (day: Day): string =>
  `${Number(day.slice(8, 10))} ${MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`

/** An instant as a clock in India shows it, for people to read: `2026-01-13 17:40`. */
export const istClock = (instant: Instant): string =>
  instantFromMs(msOf(instant) + IST_OFFSET_MS)
    .slice(0, 16)
    .replace('T', ' ')

export const addDays = (day: Day, days: number): Day =>
  instantFromMs((dayNumber(day) + days) * DAY_MS).slice(0, 10)

export const calendarYear = (day: Day): string => day.slice(0, 4)

/** Days since 1970, so that days can be subtracted. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00.000Z`) / DAY_MS

/** The last midnight in India at or before an instant. */
export const istMidnightBefore = (instant: Instant): Instant => istInstant(istDay(instant), '00:00')
export const istMidnightAfter = (instant: Instant): Instant =>
  istInstant(addDays(istDay(instant), 1), '00:00')

export const istNewYearAfter = (instant: Instant): Instant =>
  istInstant(`${Number(istDay(instant).slice(0, 4)) + 1}-01-01`, '00:00')

/** A day in a date-time field. It is never shifted by 5:30. */
export const dayAsDateTime = (day: Day): Instant => `${day}T00:00:00.000Z`

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** The form that `instantFromMs` writes. */
const OWN_INSTANT = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const DAYS_IN_MONTH: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** True for a day that exists: not 2026-02-30, not a day of year 0. */
export function isRealDay(text: string): text is Day {
  if (!DAY.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const days = (DAYS_IN_MONTH[month - 1] ?? 0) + (month === 2 && isLeapYear(year) ? 1 : 0)
  return year > 0 && day >= 1 && day <= days
}

/** Parses an ISO 8601 date-time in UTC (ending in `Z`); `undefined` if the text is not one, or not a real moment. */
export function parseInstant(text: string): Instant | undefined {
  // Avoids `Date.parse` for instants in our own form: an export may have millions of lines of them.
  if (OWN_INSTANT.test(text)) return isRealDay(text.slice(0, 10)) ? text : undefined
  if (!INSTANT.test(text) || !isRealDay(text.slice(0, 10)) || text.slice(11, 13) === '24') return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : instantFromMs(ms)
}

const UNITS = [
  { name: 'day', ms: DAY_MS },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1000 },
] as const

/** A span of time in the largest unit of which it has at least two, such as "36 hours". */
function spanText(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= 2 * candidate.ms) ?? { name: 'second', ms: 1000 }
  const count = Math.round(ms / unit.ms)
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`
}

/** Explains why facts have a time that this machine's clock has not reached. */
export function timeAheadText(recorded: Instant, clock: Instant): string {
  const ahead = spanText(msOf(recorded) - msOf(clock))
  return `their time is ${recorded}, ${ahead} ahead of this machine's clock (${clock}): this clock is behind, or the clock that stamped the facts before them was ahead, and times never go back`
}
