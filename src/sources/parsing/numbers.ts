import { isPrice } from '../../market/facts/bounds.ts'
import type { Terms } from '../../market/facts/fact.ts'
import { type Paise, paiseFromRupees } from '../../market/money.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
/** Thousands or Indian grouping: 1,234 or 1,23,45,67,890, and no other use of commas. */
const GROUPED = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/

const CURRENCY = /₹|&#8377;|(?<![a-z])(?:Rs|Re|INR)(?![a-z])\.?/gi

/**
 * A number as upstreams print it: grouped, in Java's scientific notation, or with a `.0`. `null` when the text is none.
 */
export function numberFrom(text: string): number | null {
  const plain = text.trim()
  if (GROUPED.test(plain)) return Number(plain.replaceAll(',', ''))
  if (!NUMBER.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** A count, such as a number of shares: a whole number from 0. */
export function countFrom(text: string): number | null {
  const value = numberFrom(text)
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/**
 * Rupees with or without sign and currency: `₹1,140.50`, `Rs. -15`, `-₹5`, `− 7`. `null` when it is no amount, or two:
 * digits on both sides of a space or a currency are not joined.
 */
export function paiseFrom(text: string): Paise | null {
  if ((text.match(CURRENCY)?.length ?? 0) > 1 || /[.,]\s+\S*\d|\d\s+[.,]/.test(text.replace(CURRENCY, '')))
    return null
  const plain = text
    .replace(/[−–](?=\s*[\d₹R.])/gi, '-')
    .replace(CURRENCY, ' ')
    .replace(/\s+/g, spaceBetweenDigits)
    .replace(/^[+-](?=-)/, '')
  const value = numberFrom(plain)
  return value === null ? null : (paiseFromRupees(value) ?? null)
}

/** A price in rupees; `null` when it is no amount above zero. */
export function priceFrom(text: string): Paise | null {
  const amount = paiseFrom(text)
  return amount !== null && isPrice(amount) ? amount : null
}

/** Only a space between two digits has a meaning: that there are two numbers. */
const spaceBetweenDigits = (spaces: string, at: number, text: string): string =>
  isDigit(text[at - 1]) && isDigit(text[at + spaces.length]) ? ' ' : ''

const isDigit = (character: string | undefined): boolean => /\d/.test(character ?? '')

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

export type PriceBand = Pick<Terms, 'priceMin' | 'priceMax'>

export const NO_BAND: PriceBand = { priceMin: null, priceMax: null }

/** The prices in a text, one or two: `Rs. 95 to Rs. 101 per share`, `₹131 - ₹138`. `null` unless all can be parsed. */
export function pricesFrom(text: string): readonly [Paise, Paise?] | null {
  const ends = withoutNote(text)
    .replace(/\/-(?!\s*\d)/g, ' ')
    .split(/[-–—]|\sto\s/i)
  const [first = null, last, ...more] = ends.map(rupeesFrom)
  if (first === null || last === null || more.length > 0) return null
  return last === undefined ? [first] : [first, last]
}

/** `₹95 to ₹101`, `114-120`; one price alone is the upper end, since trackers print that. */
export function bandFrom(text: string): PriceBand {
  const [first = 0, last] = pricesFrom(text) ?? []
  if (first <= 0) return NO_BAND
  if (last === undefined) return { priceMin: null, priceMax: first }
  return first <= last ? { priceMin: first, priceMax: last } : NO_BAND
}
