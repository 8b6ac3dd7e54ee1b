import { type Board, EXCHANGES } from '../../market/facts/fact.ts'
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

/** What trackers append to a company's name: its board, and the word IPO. */
const BOARD_WORD = /^(?<bracket>[([]?)(?<board>SME|mainboard|mainline|IPO)[)\]]?$/i
/** May precede the board: `NSE SME`. */
const EXCHANGE_WORD = new RegExp(`^[([]?(?:${EXCHANGES.join('|')})$`, 'i')

/** The words of a text and their positions. */
const wordsOf = (text: string) =>
  Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, index, end: index + word.length }))

interface BoardWords {
  readonly board: string
  /** The number of words before them. */
  readonly before: number
}

/** The board named by the last of the first `count` words, such as `SME`, `(MAINBOARD)` or `BSE SME`. */
function boardAtEnd(words: ReturnType<typeof wordsOf>, count: number): BoardWords | null {
  const { bracket, board } = BOARD_WORD.exec(words[count - 1]?.word ?? '')?.groups ?? {}
  if (board === undefined) return null
  const hasExchange = bracket === '' && EXCHANGE_WORD.test(words[count - 2]?.word ?? '')
  return { board: board.toUpperCase(), before: hasExchange ? count - 2 : count - 1 }
}

/**
 * `Acme Foods NSE SME IPO` and `Acme Foods (MAINBOARD)` become `Acme Foods`. A name of only such words keeps its first
 * ones.
 */
export function nameWithoutBoard(name: string): string {
  const words = wordsOf(name)
  let count = words.length
  for (let found = boardAtEnd(words, count); found && found.before > 0; found = boardAtEnd(words, count))
    count = found.before
  return name.slice(0, words[count - 1]?.end ?? 0).trim()
}

/** The board named by the last words, such as `Mainboard` or `Acme Foods BSE SME`. `IPO` alone names none. */
export function boardNamedIn(text: string): Board | null {
  const words = wordsOf(text)
  let found = boardAtEnd(words, words.length)
  while (found?.board === 'IPO') found = boardAtEnd(words, found.before)
  if (found === null) return null
  return found.board === 'SME' ? 'SME' : 'MAINBOARD'
}
