import type { Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import { type NamedIssue, namedFirstOffer, reportUnknownOutcome } from '../exchanges/offer.ts'
import { NO_BAND, type PriceBand, pricesFrom, rupeesFrom } from '../parsing/numbers.ts'
import { anyText, BadCell, cellRule, type Row } from '../parsing/row.ts'

const NAME = cellRule('issue-name', "the company's name", anyText)

/** BSE's own number of an issue. The bidding code beside it is neither this nor the trading code. */
export const IPO_NUMBER = cellRule('ipo-number', 'a number', (text) => (/^\d+$/.test(text) ? text : null))

/** The issue of a row; `null` for anything but a first offer. */
export function issueNamedIn(row: Row, key: string): NamedIssue | null {
  const printed = row.cell(key, NAME)
  const named = namedFirstOffer(printed)
  if (named !== null) reportUnknownOutcome(row, [], key, printed)
  return named
}

type Days = Pick<Terms, 'openDate' | 'closeDate'>

export const NO_PERIOD: Days = { openDate: null, closeDate: null }

/** The days of bidding in some cells of a row; without either day when one is invalid, which is reported. */
export const periodIn = (row: Row, keys: readonly string[], read: () => Days): Days =>
  row.optional(keys, () => {
    const { openDate, closeDate } = read()
    if (openDate !== null && closeDate !== null && closeDate < openDate)
      throw new BadCell('issue-period', `the issue closes on ${closeDate}, before it opens on ${openDate}`)
    return { openDate, closeDate }
  }) ?? NO_PERIOD

const BAND = cellRule('price-band', 'a band such as 95.00-100.00', (text) => {
  // A note on discounts may follow: `95.00-100.00|/Discount of Rs 5 for employees|`.
  const [priceMin, priceMax = priceMin] = pricesFrom(text.split('|')[0] ?? '') ?? []
  if (priceMin === undefined || priceMax === undefined) return null
  if (priceMax === 0) return NO_BAND
  return priceMin > 0 && priceMin <= priceMax ? { priceMin, priceMax } : null
})

/** The band of a row: `95.00 - 100.00`, one price when it is fixed, zeros or nothing while it is not known. */
export const bandIn = (row: Row): PriceBand => row.optionalCell('Price_Band', BAND) ?? NO_BAND

/** An amount of a row, `null` while it is not known, which BSE may also print as zero. */
export const amountIn = (row: Row, key: string, rule: string): Paise | null =>
  row.optionalCell(key, cellRule(rule, 'an amount in rupees', amountFrom)) || null

function amountFrom(text: string): Paise | null {
  const amount = rupeesFrom(text)
  return amount !== null && amount >= 0 ? amount : null
}
