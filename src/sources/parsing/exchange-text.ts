import type { Paise } from '../../market/money.ts'
import { countFrom, paiseFrom } from './numbers.ts'

/** A note that a cell was changed, which does not affect its value: `(Revised)`, `(Period Extended)`. */
const NOTE = /\b(?:revised|extended)\b/i
/** What an amount is for: `Rs. 50/- per equity share of face value of Re. 1 each`. */
const PER_SHARE =
  /\/-(?!\s*\d)|\bof\s+(?:the\s+)?face\s+value\b.*$|\b(?:per\s+)?equity\s+shares?\b|\bper\s+share\b|\beach\b/gis

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
