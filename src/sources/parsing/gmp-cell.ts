import type { Paise } from '../../market/money.ts'
import { paiseFrom } from './numbers.ts'
import { BadCell } from './row.ts'

/** What a GMP cell says: a quote, that there is none, or something that is no quote at all. */
export type GmpCell =
  | { readonly kind: 'quote'; readonly gmp: Paise }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'nonsense'
      readonly rule: 'gmp-percentage' | 'gmp-range' | 'gmp-unreadable'
      readonly reason: string
    }

/** An amount with all that sites print beside it is shorter. */
const LONGEST_CELL = 100
const PERCENTAGE_IN_BRACKETS = /\(\s*[-+−–—]?\s*[\d.,]*\s*%+\s*\)/g
const NO_QUOTE = /^(₹|rs\.?)?\s*[-–—−]*\s*$|^n\.?\s?\/?\s?a\.?$/i
const AMOUNT = '[-+−–]?\\s*(?:₹|rs\\.?)?\\s*[-−–]?\\s*\\d[\\d.,]*'
const RANGE = new RegExp(`^${AMOUNT}\\s*(?:[-–—−]|to)\\s*${AMOUNT}$`, 'i')

/** Reads the rupee part of a GMP cell; a percentage in brackets after it is left aside, one alone is refused. */
export function gmpFrom(printed: string): GmpCell {
  // Patterns below would labour over long runs of spaces, which mean nothing.
  const cell = printed
    .slice(0, LONGEST_CELL + 1)
    .replace(/\s+/g, ' ')
    .trim()
  if (cell.length > LONGEST_CELL)
    return {
      kind: 'nonsense',
      rule: 'gmp-unreadable',
      reason: `"${cell.slice(0, 40)}…" is too long for an amount`,
    }
  const text = cell.replace(PERCENTAGE_IN_BRACKETS, ' ').trim()
  if (NO_QUOTE.test(text)) return { kind: 'none' }
  if (/%/.test(text))
    return {
      kind: 'nonsense',
      rule: 'gmp-percentage',
      reason: `"${cell}" is a percentage, rupees were expected`,
    }
  const gmp = /\d\s*e\s*[-+]?\d/i.test(text) ? null : paiseFrom(text)
  if (gmp !== null) return { kind: 'quote', gmp }
  if (RANGE.test(text))
    return { kind: 'nonsense', rule: 'gmp-range', reason: `"${cell}" is a range, one amount was expected` }
  return { kind: 'nonsense', rule: 'gmp-unreadable', reason: `"${cell}" is no amount in rupees` }
}

/** The quote of a row's GMP cell, `null` when there is none. Throws `BadCell` for what is no quote at all. */
export function quoteIn(cell: string): Paise | null {
  const read = gmpFrom(cell)
  if (read.kind === 'nonsense') throw new BadCell(read.rule, read.reason)
  return read.kind === 'quote' ? read.gmp : null
}
