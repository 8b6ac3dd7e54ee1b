import type { Day } from '../../market/calendar.ts'
import { LAST_DAY } from '../../market/facts/bounds.ts'
import type { Paise } from '../../market/money.ts'
import { dayFromDMonY, dayFromMonDY } from './days.ts'
import { countFrom, paiseFrom } from './numbers.ts'

/** A note that a cell was changed, which does not affect its value: `(Revised)`, `(Period Extended)`. */
const NOTE = /\b(?:revised|extended)\b/i
/** What an amount is for: `Rs. 50/- per equity share of face value of Re. 1 each`. */
const PER_SHARE =
  /\/-(?!\s*\d)|\bof\s+(?:the\s+)?face\s+value\b.*$|\b(?:per\s+)?equity\s+shares?\b|\bper\s+share\b|\beach\b/gis

const DAY_IN_TEXT = /\b(?:\d{1,2}(?:st|nd|rd|th)?[\s-][a-z]{3,9}[\s,-]|[a-z]{3,9}\s\d{1,2},?\s)\d{4}\b/gi

export interface Period {
  readonly openDate: Day
  readonly closeDate: Day
}

/**
 * The text without a note in brackets at its end. Brackets with a figure or further brackets in them are not a note.
 */
export function withoutNote(text: string): string {
  const plain = text.trimEnd()
  const from = plain.lastIndexOf('(')
  if (from < 0 || plain.indexOf(')', from) !== plain.length - 1) return text
  const note = plain.slice(from)
  return NOTE.test(note) && !/\d/.test(note) ? plain.slice(0, from).trimEnd() : text
}

/** The amount of `Rs. 50/- per equity share`, `Rs. 1/- each`. */
export const rupeesFrom = (text: string): Paise | null => paiseFrom(text.replace(PER_SHARE, ' '))

/** The count of `1200`, `1200 Equity Shares`, `Minimum of 110 Equity shares and in multiples thereof`. */
export function sharesFrom(text: string): number | null {
  const count = /^(?:minimum\s+(?:of\s+)?)?([\d,]+)(\s+(equity\s+)?shares?\b.*)?$/is.exec(text.trim())?.[1]
  return count === undefined ? null : countFrom(count)
}

/**
 * The days of `21-Aug-2026 to 25-Aug-2026`, `21 Aug 2026 – 25 Aug 2026 (The Issue is further extended)`. `null` unless
 * both can be parsed, and when a note in brackets is about something else than an extension, or has a day that is not
 * up to the closing day: the period may then be another.
 */
export function periodFrom(text: string): Period | null {
  const [printed, note] = splitNote(text)
  const days = printed.split(/\sto\s|\s-\s|[–—]/i).map(dayFromDMonY)
  const [openDate = null, closeDate = null, ...more] = days
  if (openDate === null || closeDate === null || more.length > 0) return null
  return note === '' || isAboutExtension(note, closeDate) ? { openDate, closeDate } : null
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** A day in figures, or a number beside a month. */
const OTHER_DAY = new RegExp(`\\d[./-]\\d|\\d(?:st|nd|rd|th)?[ -]?${MONTH}|${MONTH}[a-z]{0,6}[ -]?\\d`, 'i')

function isAboutExtension(note: string, closeDate: Day): boolean {
  const isEarlier = (text: string) => (dayFromDMonY(text) ?? dayFromMonDY(text) ?? LAST_DAY) <= closeDate
  const others = note.replace(DAY_IN_TEXT, (day) => (isEarlier(day) ? ' ' : day))
  return /\b(?:revised|extended|extension)\b/i.test(note) && !OTHER_DAY.test(others)
}

/** A text, and what follows it in brackets up to its end. */
function splitNote(text: string): readonly [string, string] {
  const plain = text.trimEnd()
  const from = plain.indexOf('(')
  return from < 0 || !plain.endsWith(')') ? [plain, ''] : [plain.slice(0, from).trimEnd(), plain.slice(from)]
}
