import { type Day, type Instant, istInstant } from '../../src/market/calendar.ts'

/** The invented month is March 2031, which begins on a Saturday. Friday 28 is an exchange holiday. */
export const on = (dayOfMarch: number): Day => `2031-03-${String(dayOfMarch).padStart(2, '0')}`

/** Each day has two rounds: at 11:00, and at 20:30 when the files of the day are published. */
export const morning = (dayOfMarch: number): Instant => istInstant(on(dayOfMarch), '11:00')
export const evening = (dayOfMarch: number): Instant => istInstant(on(dayOfMarch), '20:30')

const WEEKDAYS = [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 24, 25, 26, 27, 28, 31]
export const ROUNDS: readonly Instant[] = WEEKDAYS.flatMap((day) => [morning(day), evening(day)])
export const MORNINGS: readonly Instant[] = WEEKDAYS.map(morning)
export const HOLIDAY = on(28)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const partsOf = (day: Day) => ({
  year: day.slice(0, 4),
  month: MONTHS[Number(day.slice(5, 7)) - 1] ?? '',
  day: day.slice(8),
})

/** `17-Mar-2031`. */
export function dashed(of: Day): string {
  const { year, month, day } = partsOf(of)
  return `${day}-${month}-${year}`
}

/** `17 Mar 2031`. */
export const spaced = (day: Day): string => dashed(day).replaceAll('-', ' ')

/** `Mar 17, 2031`. */
export function american(of: Day): string {
  const { year, month, day } = partsOf(of)
  return `${month} ${day}, ${year}`
}

/** `17-Mar`. */
export const withoutYear = (day: Day): string => dashed(day).slice(0, 6)

/** `10-12 March`. */
export const span = (open: Day, close: Day): string =>
  `${Number(open.slice(8))}-${Number(close.slice(8))} March`

/** `DD-MM-YYYY` with another separator, or none. */
export const dayFirst = (day: Day, sign: string): string => day.split('-').reverse().join(sign)
