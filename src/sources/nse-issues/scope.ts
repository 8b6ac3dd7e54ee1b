import type { Board } from '../../market/facts/fact.ts'
import { isFurtherOffer, outcomeOfName } from '../../market/issues/names.ts'

/** Units of trusts (IV, RR), debt and the like have other series, and are out of scope. */
const BOARD_OF_SERIES: ReadonlyMap<string, Board> = new Map([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SME', 'SME'],
])

export const boardOfSeries = (series: string | null): Board | null =>
  BOARD_OF_SERIES.get(series ?? '') ?? null

/** A bare `PP` is part of ordinary symbols; the symbols of partly paid shares have the number of the call. */
const PARTLY_PAID_SYMBOL = /PP\d+$/

/** False for further offers, partly paid shares, and the windows of an issue that has its own row. */
export function isFirstOffer(printedName: string, symbol: string | null): boolean {
  if (isFurtherOffer(printedName) || outcomeOfName(printedName).outcome === 'withdrawal-window') return false
  return symbol === null || !(symbol.endsWith('FPO') || PARTLY_PAID_SYMBOL.test(symbol))
}
