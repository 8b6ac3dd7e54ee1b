import { isPrice } from '../../market/facts/bounds.ts'
import type { Board, Terms } from '../../market/facts/fact.ts'
import { type NamedIssue, namedFirstOffer, outcomeTerms, reportedTerms } from '../exchanges/offer.ts'
import { dayFromDMonY, periodFrom } from '../parsing/dates.ts'
import { pricesFrom, rupeesFrom, sharesFrom } from '../parsing/numbers.ts'
import { cellRule } from '../parsing/row.ts'
import type { ReportedTerms } from '../source.ts'

const NOT_PRINTED = /^(-+|n\.?a\.?|not applicable|null)?$/i

/** `null` for the several forms in which NSE prints an empty value. */
export const ifPrinted = (text: string | null): string | null =>
  text === null || NOT_PRINTED.test(text.trim()) ? null : text

export const DAY_CELL = cellRule('date-unreadable', 'a day such as 21-Aug-2026', dayFromDMonY)
export const PERIOD = cellRule('date-unreadable', 'two days such as 21-Aug-2026 to 25-Aug-2026', periodFrom)

/** One price is both ends of its band. */
export const BAND = cellRule(
  'band-unreadable',
  'a band such as Rs.95 to Rs.101, or one price, above 0',
  (text) => {
    const [priceMin, priceMax = priceMin] = pricesFrom(text) ?? []
    if (priceMin === undefined || priceMax === undefined) return null
    return isPrice(priceMin) && isPrice(priceMax) ? { priceMin, priceMax } : null
  },
)

/** An amount is above zero. */
export const amountRule = (rule: string) =>
  cellRule(rule, 'an amount in rupees above 0', (text) => {
    const amount = rupeesFrom(text)
    return amount !== null && isPrice(amount) ? amount : null
  })
export const SHARES = cellRule('lot-unreadable', 'a number of shares', (text) => sharesFrom(text) || null)

export const ISSUE_TYPE = cellRule<'book-built' | 'fixed-price'>(
  'issue-type-unknown',
  'Book Building or Fixed Price',
  (text) => {
    if (/^(100\s*%\s*)?book[\s-]+buil(ding|t)(\s+(issue|offer|process))?$/i.test(text.trim()))
      return 'book-built'
    const isFixed = /^(100\s*%\s*)?fixed[\s-]+price(\s+(issue|offer|process))?$/i.test(text.trim())
    return isFixed ? 'fixed-price' : null
  },
)

/** Units of trusts (IV, RR), debt and the like have other series, and are out of scope. */
const BOARD_OF_SERIES: ReadonlyMap<string, Board> = new Map([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SME', 'SME'],
])

export const boardOfSeries = (series: string | null): Board | null =>
  BOARD_OF_SERIES.get(series ?? '') ?? null

/** A bare `PP` is part of ordinary symbols; the symbols of partly paid shares have the number of the call. */
const NOT_FIRST_SYMBOL = /FPO$|PP\d+$/

/** The issue of a printed name; `null` for further offers, partly paid shares, and the windows of an issue. */
export const issueNamed = (printedName: string, symbol: string | null): NamedIssue | null =>
  NOT_FIRST_SYMBOL.test(symbol ?? '') ? null : namedFirstOffer(printedName)

/** The issue of a row or a page. */
export interface NseIssue extends NamedIssue {
  readonly board: Board
  readonly symbol: string | null
  /** Printed only once the share is listed. */
  readonly isin: string | null
}

/** NSE's terms of an issue: its names, its outcome if the name shows one, and the printed terms. */
export const nseTerms = ({ outcome, ...who }: NseIssue, printed: Partial<Terms>): ReportedTerms =>
  reportedTerms('NSE', who, { ...who, ...printed, ...outcomeTerms(outcome) })
