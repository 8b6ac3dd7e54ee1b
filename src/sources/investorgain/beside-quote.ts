import type { Paise } from '../../market/money.ts'
import { gmpFrom } from '../parsing/gmp-cell.ts'
import { BadCell } from '../parsing/row.ts'

export interface QuoteRange {
  readonly printedLow: Paise
  readonly printedHigh: Paise
}

/** `46 ↓ / 55 ↑`: the lowest and the highest quote so far. Dashes and zeros stand for none. Throws `BadCell` otherwise. */
export function rangeIn(text: string): QuoteRange | null {
  if (text === '') return null
  const [low = '', high = '', ...more] = text.split('/').map((part) => part.trim())
  const [printedLow, printedHigh] = [amountBefore(low, '↓'), amountBefore(high, '↑')]
  if (more.length === 0 && printedLow === null && printedHigh === null) return null
  if (
    more.length > 0 ||
    typeof printedLow !== 'number' ||
    typeof printedHigh !== 'number' ||
    printedLow > printedHigh
  )
    throw new BadCell('range-unreadable', `"${text}" is no range such as 46 ↓ / 55 ↑`)
  return printedLow === 0 && printedHigh === 0 ? null : { printedLow, printedHigh }
}

/** `null` for a dash; `undefined` when it is neither that nor an amount. */
function amountBefore(text: string, arrow: string): Paise | null | undefined {
  if (!text.endsWith(arrow)) return undefined
  const read = gmpFrom(text.slice(0, -arrow.length))
  if (read.kind === 'nonsense') return undefined
  return read.kind === 'quote' ? read.gmp : null
}

/** The price of a whole application. A zero or a dash stands for none. Throws `BadCell` for another text. */
export function saudaIn(text: string): Paise | null {
  const read = gmpFrom(text)
  if (read.kind === 'none' || (read.kind === 'quote' && read.gmp === 0)) return null
  if (read.kind === 'quote' && read.gmp > 0) return read.gmp
  throw new BadCell('sauda-unreadable', `subject_to_sauda is "${text}", an amount in rupees was expected`)
}
