import { atFirstUse } from '../at-first-use.ts'
import { addDays, type Day, type Instant, istClock, istDay, MONTH_NAMES } from '../market/calendar.ts'
import type { Board } from '../market/facts/fact.ts'

/** Formats figures and days as text in the Indian convention, independent of the machine's time zone and locale. */

const MINUS = '−'
/** Keeps a figure and its unit on one line. */
const NBSP = '\u00a0'

/** Formats digits in Indian groups. One takes ten milliseconds to make, and most commands print no figure. */
export function digitGroups(fractionDigits: { least: number; most: number }): (value: number) => string {
  const made = atFirstUse(
    () =>
      new Intl.NumberFormat('en-IN', {
        minimumFractionDigits: fractionDigits.least,
        maximumFractionDigits: fractionDigits.most,
      }),
  )
  return (value) => made().format(value)
}
const whole = digitGroups({ least: 0, most: 0 })
const hundredths = digitGroups({ least: 2, most: 2 })
const tenThousandths = digitGroups({ least: 4, most: 4 })
const oneDecimal = digitGroups({ least: 1, most: 1 })

/** Puts a typographic minus before the currency. */
const signed = (value: number, text: string): string => (value < 0 ? `${MINUS}${text}` : text)
const withPlus = (value: number, text: string): string => (value > 0 ? `+${text}` : signed(value, text))

/** `1,23,456` */
export const count = (value: number): string => signed(value, whole(Math.abs(value)))

/** A difference of counts with its sign: `+1,23,456`. */
export const countChange = (value: number): string => withPlus(value, whole(Math.abs(value)))

/** `₹1,23,456` or `₹1,23,456.50`: paise only if there are any, and then with both digits. */
export const rupees = (value: number): string => signed(value, `₹${amount(value)}`)

/** An estimate, to two digits: `₹42,000`. */
export const rupeesAbout = (value: number): string => rupees(Number(value.toPrecision(2)))

/** A change: `+₹6`, `−₹3.50`, `₹0`. */
export const rupeesChange = (value: number): string => withPlus(value, `₹${amount(value)}`)

/** Without sign and currency. */
export const amount = (value: number): string =>
  (Number.isInteger(value) ? whole : hundredths)(Math.abs(value))

/**
 * `₹420.50 Cr`; four decimals for amounts that two would show as 0, such as `₹0.0037 Cr`; and a bound for still smaller
 * ones.
 */
export function croreText(value: number): string {
  const amountCr = Math.abs(value)
  if (amountCr === 0) return `below ₹0.0001${NBSP}Cr`
  const digits = amountCr > 0 && amountCr < 0.01 ? tenThousandths : hundredths
  return signed(value, `₹${digits(amountCr)}${NBSP}Cr`)
}

/** Exact up to ten lakh, and then as people say it: `₹2,05,968`, `₹10.03 lakh`, `₹1,565.75 Cr`. */
export function rupeesInWords(value: number): string {
  const size = Math.abs(value)
  if (size < 10_00_000) return rupees(value)
  const [unit, name] = size < 1_00_00_000 ? [1_00_000, 'lakh'] : [1_00_00_000, 'Cr']
  return signed(value, `₹${hundredths(size / unit)}${NBSP}${name}`)
}

/** A gain or loss: `+14.4%`. */
export const gain = (pct: number): string => withPlus(tenth(pct), `${oneDecimal(Math.abs(pct))}%`)

/** A share of a whole: `76.2%`. */
export const share = (pct: number): string => `${oneDecimal(pct)}%`

/** A range of expected gains: `10 to 20%`. */
export function expectedGainText({ from, to }: Record<'from' | 'to', number | null>): string {
  if (from === null) return `less than ${count(to ?? 0)}%`
  return to === null ? `${count(from)}% or more` : `${count(from)} to ${count(to)}%`
}

/** Percentage points: `11.67`. */
export const points = (value: number): string => signed(value, hundredths(Math.abs(value)))

/** Percentage points in a sentence: `11.7`. */
export const pointsInWords = (value: number): string => (value < 0.1 ? 'less than 0.1' : oneDecimal(value))

/** Percentage points with their sign: `+6.42`. */
export const pointsChange = (value: number): string => withPlus(value, hundredths(Math.abs(value)))

/** A subscription: `8.42×`. */
export const times = (value: number): string => `${hundredths(value)}×`

/** `Day 1 of 3`. An extended issue may have more days of bidding than planned. */
export function biddingDayText({
  dayNumber,
  days,
}: {
  readonly dayNumber: number | null
  readonly days: number | null
}): string {
  if (dayNumber === null) return 'Before bidding'
  return days === null || days < dayNumber ? `Day ${dayNumber}` : `Day ${dayNumber} of ${days}`
}

/** `₹271–285`, or one price if there is no band. */
export function band(low: number | null, high: number | null): string | null {
  if (low === null && high === null) return null
  if (low === null || high === null || low === high) return rupees(high ?? low ?? 0)
  return `${rupees(low)}–${amount(high)}`
}

/** A percentage rounded as `gain` shows it, so that a value that rounds to 0 is neither up nor down. */
export const tenth = (pct: number): number => {
  const rounded = Math.round(Math.abs(pct) * 10) / 10
  return rounded === 0 ? 0 : Math.sign(pct) * rounded
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const monthOf = (day: Day): string => MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? ''

/** `13 Jan 2026` */
export const longDay = (day: Day): string => `${shortDay(day)}${NBSP}${day.slice(0, 4)}`

/** `13 Jan`, where the context makes the year clear. */
export const shortDay = (day: Day): string => `${Number(day.slice(8))}${NBSP}${monthOf(day)}`

/** `13 Jan`, with the year if it differs from that of `today`. */
export const plainDay = (day: Day, today: Day): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : longDay(day)

/** `Tue 13 Jan`, with the year if it differs from that of `today`. */
export function weekday(day: Day, today: Day): string {
  const name = WEEKDAYS[new Date(`${day}T00:00:00.000Z`).getUTCDay()] ?? ''
  return `${name}${NBSP}${plainDay(day, today)}`
}

/** `today`, `tomorrow`, otherwise with the weekday. */
export function nearDay(day: Day, today: Day): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : weekday(day, today)
}

/** `Tue 13 Jan 2026` */
export const longWeekday = (day: Day): string => weekday(day, '')

const LONG_MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** `January 2026` */
export const longMonth = (day: Day): string =>
  `${LONG_MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`

/** `5:00 pm` */
export function clockTime(instant: Instant): string {
  const [hours = 0, minutes = 0] = istClock(instant).slice(11).split(':').map(Number)
  const hour = hours % 12 === 0 ? 12 : hours % 12
  return `${hour}:${String(minutes).padStart(2, '0')}${NBSP}${hours < 12 ? 'am' : 'pm'}`
}

/** `today 5:00 pm`, `13 Jan 5:00 pm`, with the year if it is another. */
export function dayAndTime(instant: Instant, today: Day): string {
  const day = istDay(instant)
  if (day === today) return `today ${clockTime(instant)}`
  return `${plainDay(day, today)}, ${clockTime(instant)}`
}

const BOARD_NAMES: Readonly<Record<Board, string>> = { MAINBOARD: 'Mainboard', SME: 'SME' }
export const boardName = (board: Board): string => BOARD_NAMES[board]

/** `1 lot`, `3 sources`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`

/** Characters that would reverse the text after a name, or end its isolation. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
/** No script needs more marks on one letter; a pile of them covers the lines around it. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** A name from outside without characters that damage the text around it. */
export const harmless = (name: string): string =>
  name.replace(DIRECTION_CONTROLS, '').replace(PILED_MARKS, '$1')

/** A name from outside for plain text, isolated so that its writing direction does not affect the text around it. */
export const isolated = (name: string): string => `\u2068${harmless(name)}\u2069`

/** Text for a title or a description, which other programs show: without invisible characters. */
export const plainText = (text: string): string =>
  text.replaceAll(NBSP, ' ').replace(DIRECTION_CONTROLS, '').replaceAll('\u2060', '')

/** `open, closed or listed` */
export const joined = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** With a capital at the beginning. */
export const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** With a small letter at the beginning. */
export const uncapitalized = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`

/** Turns a message of ours, which has no capital and no full stop, into a sentence. */
export const sentence = (message: string): string =>
  `${capitalized(message)}${/[.?!]$/.test(message) ? '' : '.'}`

const SIZE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** The size of a file or disk: `1.5 GB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(SIZE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${power === 0 ? size : size.toFixed(1)} ${SIZE_UNITS[power]}`
}
