import { type Board, EXCHANGES } from '../../market/facts/fact.ts'

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
export function withoutBoardWords(name: string): string {
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
