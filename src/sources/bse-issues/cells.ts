import type { Terms } from '../../market/facts/fact.ts'
import { isFurtherOffer, type NamedOutcome, outcomeOfName } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import { checkOutcome } from '../exchanges/offer.ts'
import { NO_BAND, type PriceBand, pricesFrom, rupeesFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, type Row } from '../parsing/row.ts'

const NAME: CellRule<string> = {
  rule: 'issue-name',
  expected: "the company's name",
  from: (text) => text,
}

/** BSE's own number of an issue. The bidding code beside it is neither this nor the trading code. */
export const IPO_NUMBER: CellRule<string> = {
  rule: 'ipo-number',
  expected: 'a number',
  from: (text) => (/^\d+$/.test(text) ? text : null),
}

/**
 * The issue of a row, without the outcome appended to its name. `null` for anything but a first offer, or for a window
 * of one.
 */
export function issueNamedIn(
  row: Row,
  key: string,
): { readonly name: string; readonly outcome: NamedOutcome | null } | null {
  const printed = row.cell(key, NAME)
  const named = outcomeOfName(printed)
  if (isFurtherOffer(printed) || named.outcome === 'withdrawal-window') return null
  row.optional([], () => checkOutcome(key, printed))
  return named
}

type Days = Pick<Terms, 'openDate' | 'closeDate'>

export const NO_PERIOD: Days = { openDate: null, closeDate: null }

export function checkedPeriod(period: Days): Days {
  const { openDate, closeDate } = period
  if (openDate !== null && closeDate !== null && closeDate < openDate)
    throw new BadCell('issue-period', `the issue closes on ${closeDate}, before it opens on ${openDate}`)
  return period
}

const BAND: CellRule<PriceBand> = {
  rule: 'price-band',
  expected: 'a band such as 95.00-100.00',
  from: (text) => {
    // A note on discounts may follow: `95.00-100.00|/Discount of Rs 5 for employees|`.
    const [priceMin, priceMax = priceMin] = pricesFrom(text.split('|')[0] ?? '') ?? []
    if (priceMin === undefined || priceMax === undefined) return null
    if (priceMax === 0) return NO_BAND
    return priceMin > 0 && priceMin <= priceMax ? { priceMin, priceMax } : null
  },
}

/** The band of a row: `95.00 - 100.00`, one price when it is fixed, zeros or nothing while it is not known. */
export const bandIn = (row: Row): PriceBand => row.optionalCell('Price_Band', BAND) ?? NO_BAND

/** An amount of a row, `null` while it is not known, which BSE may also print as zero. */
export const amountIn = (row: Row, key: string, rule: string): Paise | null =>
  row.optionalCell(key, { rule, expected: 'an amount in rupees', from: amountFrom }) || null

function amountFrom(text: string): Paise | null {
  const amount = rupeesFrom(text)
  return amount !== null && amount >= 0 ? amount : null
}
