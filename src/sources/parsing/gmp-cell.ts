import type { Paise } from '../../market/money.ts'
import { paiseFrom } from './numbers.ts'
import { BadCell } from './row.ts'

/** The content of a GMP cell: a quote, no quote, or something invalid. */
export type GmpCell =
  | { readonly kind: 'quote'; readonly gmp: Paise }
  | { readonly kind: 'none' }
  | { readonly kind: 'nonsense'; readonly rule: string; readonly reason: string }

/** An amount with everything that sites print beside it is shorter. */
const LONGEST_CELL = 100
const PERCENTAGE_IN_BRACKETS = /\(\s*[-+−–—]?\s*[\d.,]*\s*%+\s*\)/g
const NO_QUOTE = /^(₹|rs\.?)?\s*[-–—−]*\s*$|^n\.?\s?\/?\s?a\.?$/i
const AMOUNT = '[-+−–]?\\s*(?:₹|rs\\.?)?\\s*[-−–]?\\s*\\d[\\d.,]*'
const RANGE = new RegExp(`^${AMOUNT}\\s*(?:[-–—−]|to)\\s*${AMOUNT}$`, 'i')

const nonsense = (rule: 'gmp-percentage' | 'gmp-range' | 'gmp-unreadable', reason: string): GmpCell => ({
  kind: 'nonsense',
  rule,
  reason,
})

/** Parses the rupee part of a GMP cell; a percentage in brackets after it is ignored, a percentage alone is refused. */
export function gmpFrom(printed: string): GmpCell {
  // The patterns below would be slow on long runs of spaces, which mean nothing.
  const cell = printed
    .slice(0, LONGEST_CELL + 1)
    .replace(/\s+/g, ' ')
    .trim()
  if (cell.length > LONGEST_CELL)
    return nonsense('gmp-unreadable', `"${cell.slice(0, 40)}…" is too long for an amount`)
  const text = cell.replace(PERCENTAGE_IN_BRACKETS, ' ').trim()
  if (NO_QUOTE.test(text)) return { kind: 'none' }
  if (/%/.test(text)) return nonsense('gmp-percentage', `"${cell}" is a percentage, rupees were expected`)
  const gmp = /\d\s*e\s*[-+]?\d/i.test(text) ? null : paiseFrom(text)
  if (gmp !== null) return { kind: 'quote', gmp }
  if (RANGE.test(text)) return nonsense('gmp-range', `"${cell}" is a range, one amount was expected`)
  return nonsense('gmp-unreadable', `"${cell}" is no amount in rupees`)
}

/** The quote of a row's GMP cell, `null` when there is none. Throws `BadCell` for an invalid cell. */
export function quoteIn(cell: string): Paise | null {
  const read = gmpFrom(cell)
  if (read.kind === 'nonsense') throw new BadCell(read.rule, read.reason)
  return read.kind === 'quote' ? read.gmp : null
}
