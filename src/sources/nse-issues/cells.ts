import type { Day } from '../../market/calendar.ts'
import { isPrice } from '../../market/facts/bounds.ts'
import type { Board, Terms } from '../../market/facts/fact.ts'
import { isFurtherOffer, type NamedOutcome, outcomeOfName } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import { outcomeTerms, reportedTerms } from '../exchanges/offer.ts'
import { dayFromDMonY, type Period, periodFrom } from '../parsing/dates.ts'
import { type PriceBand, pricesFrom, rupeesFrom, sharesFrom } from '../parsing/numbers.ts'
import type { CellRule } from '../parsing/row.ts'
import type { ReportedTerms } from '../source.ts'

const NOT_PRINTED = /^(-+|n\.?a\.?|not applicable|null)?$/i

/** `null` for the several forms in which NSE prints an empty value. */
export const ifPrinted = (text: string | null): string | null =>
  text === null || NOT_PRINTED.test(text.trim()) ? null : text

export const DAY: CellRule<Day> = {
  rule: 'date-unreadable',
  expected: 'a day such as 21-Aug-2026',
  from: dayFromDMonY,
}

export const PERIOD: CellRule<Period> = {
  rule: 'date-unreadable',
  expected: 'two days such as 21-Aug-2026 to 25-Aug-2026',
  from: periodFrom,
}

/** One price is both ends of its band. */
export const BAND: CellRule<PriceBand> = {
  rule: 'band-unreadable',
  expected: 'a band such as Rs.95 to Rs.101, or one price, above 0',
  from: (text) => {
    const [priceMin, priceMax = priceMin] = pricesFrom(text) ?? []
    if (priceMin === undefined || priceMax === undefined) return null
    return isPrice(priceMin) && isPrice(priceMax) ? { priceMin, priceMax } : null
  },
}

const amount = (rule: string): CellRule<Paise> => ({
  rule,
  expected: 'an amount in rupees above 0',
  from: (text) => {
    const amount = rupeesFrom(text)
    return amount !== null && isPrice(amount) ? amount : null
  },
})
export const PRICE = amount('price-unreadable')
export const FACE_VALUE = amount('face-value-unreadable')
export const LIMIT = amount('limit-unreadable')

export const SHARES: CellRule<number> = {
  rule: 'lot-unreadable',
  expected: 'a number of shares',
  from: (text) => sharesFrom(text) || null,
}

export const ISSUE_TYPE: CellRule<'book-built' | 'fixed-price'> = {
  rule: 'issue-type-unknown',
  expected: 'Book Building or Fixed Price',
  from: (text) => {
    if (/^(100\s*%\s*)?book[\s-]+buil(ding|t)(\s+(issue|offer|process))?$/i.test(text.trim()))
      return 'book-built'
    return /^(100\s*%\s*)?fixed[\s-]+price(\s+(issue|offer|process))?$/i.test(text.trim())
      ? 'fixed-price'
      : null
  },
}

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

/** The issue of a row or a page. */
export interface NseIssueName {
  readonly name: string
  readonly outcome: NamedOutcome | null
  readonly board: Board
  readonly symbol: string | null
  /** Printed only once the share is listed. */
  readonly isin: string | null
}

/** NSE's terms of an issue: its names, its outcome if the name shows one, and the printed terms. */
export const nseTerms = ({ outcome, ...who }: NseIssueName, printed: Partial<Terms>): ReportedTerms =>
  reportedTerms('NSE', who, { ...who, ...printed, ...outcomeTerms(outcome) })
