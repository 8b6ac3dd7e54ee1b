import type { Day } from '../../market/calendar.ts'
import type { Terms } from '../../market/facts/fact.ts'
import { outcomeOfName } from '../../market/issues/names.ts'
import { checkOutcome } from '../exchanges/offer.ts'
import { asRows, checkKeys, type JsonObject, readJson } from '../formats/json.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { type CellRule, cellIfPrinted, cellOf, jsonRow, type Row, readJsonRows } from '../parsing/row.ts'
import type { Observation, ParsedDocument } from '../source.ts'
import { bidsOfRow } from './bids.ts'
import {
  BAND,
  boardOfSeries,
  DAY,
  ifPrinted,
  isFirstOffer,
  type NseIssueName,
  nseTerms,
  PRICE,
  SHARES,
} from './cells.ts'

/** The keys of a list by their contents; several keys for one value are tried in order. */
interface Layout {
  readonly name: readonly string[]
  readonly series: string
  readonly openDate: string
  readonly closeDate: string
  readonly band: readonly string[]
  readonly required: readonly string[]
  readonly known: readonly string[]
}

const COMING = {
  name: ['companyName'],
  series: 'series',
  openDate: 'issueStartDate',
  closeDate: 'issueEndDate',
  band: ['issuePrice', 'priceBand'],
  required: ['companyName', 'symbol', 'series', 'issueStartDate', 'issueEndDate'],
  // The size is not read: it is a number of shares, without the anchor's part once that is allotted.
  known: ['status', 'issuePrice', 'priceBand', 'issueSize', 'lotSize', 'isBse', 'category', 'srNo', 'sr_no'],
} as const

const LAYOUTS = {
  current: { ...COMING, required: [...COMING.required, 'noOfSharesOffered', 'noOfsharesBid', 'noOfTime'] },
  upcoming: { ...COMING, known: [...COMING.known, 'noOfSharesOffered', 'noOfsharesBid', 'noOfTime'] },
  past: {
    name: ['company', 'companyName'],
    series: 'securityType',
    openDate: 'ipoStartDate',
    closeDate: 'ipoEndDate',
    band: ['priceRange'],
    required: [
      'company',
      'symbol',
      'securityType',
      'ipoStartDate',
      'ipoEndDate',
      'priceRange',
      'issuePrice',
      'listingDate',
    ],
    known: ['companyName', 'htmSym', 'linkRemovalDate'],
  },
} as const satisfies Record<string, Layout>

export type List = keyof typeof LAYOUTS
export const isList = (document: string): document is List => Object.hasOwn(LAYOUTS, document)

/** What is needed to request the details of a listed issue. */
export interface ListedIssue {
  readonly named: NseIssueName
  readonly closeDate: Day | null
}

export const readNseList = (list: List, body: string): ParsedDocument =>
  readJsonRows(rowsIn(list, body), { ...LAYOUTS[list], what: whatIs(list), naming: ['symbol'] }, (row) =>
    observationsIn(list, row),
  )

/** The issues of a list. A row in which only other cells are unreadable is included. */
export function issuesIn(list: List, body: string): ListedIssue[] {
  const { closeDate } = LAYOUTS[list]
  const rows = rowsIn(list, body)
  checkKeys(rows, { ...LAYOUTS[list], what: whatIs(list) })
  return rows.flatMap((cells, index) => {
    const row = jsonRow(cells, index + 1)
    const named = issueNamedIn(list, row)
    return named === null ? [] : [{ named, closeDate: dayFromDMonY(row.text(closeDate) ?? '') }]
  })
}

const whatIs = (list: List): string => `the list of ${list} issues`

function rowsIn(list: List, body: string): readonly JsonObject[] {
  const json = readJson(body)
  const isWrapped = typeof json === 'object' && json !== null && 'data' in json
  return asRows(isWrapped ? json.data : json, whatIs(list))
}

function observationsIn(list: List, row: Row): Observation[] {
  const { name, series } = LAYOUTS[list]
  const printedName = cellOf(name[0], printedIn(row, name), NAME)
  row.cell(series, SERIES)
  const named = issueNamedIn(list, row)
  if (named === null) return []
  row.optional(name, () => checkOutcome(name[0], printedName))
  const terms = nseTerms(named, termsIn(list, row))
  // NSE has the whole book of an SME issue; of others only its own part, and the detail has both exchanges'.
  if (list !== 'current' || named.board !== 'SME') return [terms]
  const bids = row.optional([BIDS.offered, BIDS.times], () =>
    bidsOfRow(row, BIDS, { subject: terms.subject, observedAt: null, category: 'TOTAL', book: 'NSE' }),
  )
  return [terms, ...(bids ?? [])]
}

const BIDS = { offered: 'noOfSharesOffered', bid: 'noOfsharesBid', times: 'noOfTime' }
const anyText = (text: string) => text
const NAME: CellRule<string> = { rule: 'name-missing', expected: 'the name of a company', from: anyText }
const SERIES: CellRule<string> = { rule: 'series-missing', expected: 'a series such as EQ', from: anyText }

const printedIn = (row: Row, keys: readonly string[]): string | null =>
  keys.map((key) => ifPrinted(row.text(key))).find((text) => text !== null) ?? null

/** `null` for anything but a first offer of shares. */
function issueNamedIn(list: List, row: Row): NseIssueName | null {
  const layout = LAYOUTS[list]
  const name = printedIn(row, layout.name)
  const symbol = row.text('symbol')
  const board = boardOfSeries(row.text(layout.series))
  if (name === null || board === null || !isFirstOffer(name, symbol)) return null
  return { ...outcomeOfName(name), board, symbol, isin: null }
}

function termsIn(list: List, row: Row): Partial<Terms> {
  const { openDate, closeDate, band } = LAYOUTS[list]
  const cell = <T>(key: string, rule: CellRule<T>) => cellIfPrinted(key, printedIn(row, [key]), rule)
  const optional = <T>(key: string, rule: CellRule<T>) => row.optional([key], () => cell(key, rule))
  return {
    // Half a period is not reported: combined with the other half of an earlier statement it would make one that was
    // never printed.
    ...row.optional([openDate, closeDate], () => ({
      openDate: cell(openDate, DAY),
      closeDate: cell(closeDate, DAY),
    })),
    ...row.optional(band, () => cellIfPrinted(band[0], printedIn(row, band), BAND)),
    ...(list === 'past' && {
      issuePrice: optional('issuePrice', PRICE),
      listingDate: optional('listingDate', DAY),
    }),
    ...(list === 'upcoming' && { lotSize: optional('lotSize', SHARES) }),
  }
}
