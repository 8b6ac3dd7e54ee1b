import { isPrice } from '../../market/facts/bounds.ts'
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
