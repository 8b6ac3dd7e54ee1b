import type { Board } from '../../market/fact.ts'

/** What trackers append to a company's name: its board, and that it is an IPO. */
const BOARD_WORDS = /(?:^|\s+)[([]?(?:(?:NSE|BSE)\s+)?(SME|mainboard|mainline|IPO)[)\]]?$/i

/** `Acme Foods NSE SME IPO` and `Acme Foods (MAINBOARD)` are `Acme Foods`. */
export function withoutBoardWords(name: string): string {
  const shorter = name.trim().replace(BOARD_WORDS, '').trim()
  return shorter === '' || shorter === name.trim() ? name.trim() : withoutBoardWords(shorter)
}

/** The board that the last words name, such as `Mainboard` or `Acme Foods BSE SME`. `IPO` alone names none. */
export function boardNamedIn(text: string): Board | null {
  const last = BOARD_WORDS.exec(text.trim())
  const word = last?.[1]?.toUpperCase()
  if (last === null || word === undefined) return null
  if (word === 'IPO') return boardNamedIn(text.trim().slice(0, last.index))
  return word === 'SME' ? 'SME' : 'MAINBOARD'
}
