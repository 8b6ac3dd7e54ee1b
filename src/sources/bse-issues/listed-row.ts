import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { type JsonObject, textOf } from '../formats/json.ts'
import { dayFromIso } from '../parsing/dates.ts'
import { type CellRule, cellIfPrinted, cellOf, type OptionalPart } from '../parsing/row.ts'
import type { ReportedTerms } from '../source.ts'
import { bseTerms, issueNamedIn, optionalCells } from './issue-cells.ts'
import { amountOf } from './price-cells.ts'

export const LISTED_LAYOUT = {
  what: 'the list of new listings',
  required: ['CompanyName', 'Company_Short_Name', 'IssuePrice', 'ListedOn', 'IMAGE'],
  known: ['ListingDayClose', 'ListingDayGain', 'CurrentPrice', 'GainLoss', 'Time'],
}

const LISTED_ON: CellRule<Day> = {
  rule: 'listing-day',
  expected: 'a day such as 2026-08-28T00:00:00',
  from: dayFromIso,
}
/** The trading code is printed only at the end of the address of the share's page. */
const TRADING_CODE: CellRule<string> = {
  rule: 'bse-code',
  expected: 'an address that ends in the trading code',
  from: (text) => /\/(\d{6})\/?$/.exec(text)?.[1] ?? null,
}

/** The terms in a row of the new listings. The row does not name its board, but each board has its own list. */
export function listedTerms(
  row: JsonObject,
  board: Board | null,
  optionalPart: OptionalPart,
): ReportedTerms[] {
  const optional = optionalCells(row, ['CompanyName'], optionalPart)
  const named = issueNamedIn(row, 'CompanyName', optional)
  if (named === null) return []
  const { name } = named
  const listingDate = optional(['ListedOn'], () => cellOf('ListedOn', textOf(row, 'ListedOn'), LISTED_ON))
  const bseCode = optional(['IMAGE'], () => cellIfPrinted('IMAGE', textOf(row, 'IMAGE'), TRADING_CODE))
  const issuePrice = optional(['IssuePrice'], () => amountOf(row, 'IssuePrice', 'issue-price'))
  return [
    bseTerms(
      // The short name helps to find the issue, but only the issue's own page confirms that it is its symbol.
      { name, symbol: textOf(row, 'Company_Short_Name'), bseCode, board },
      { listingDate, bseCode, issuePrice },
    ),
  ]
}
