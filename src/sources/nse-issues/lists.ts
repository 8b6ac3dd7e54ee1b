import type { Day } from '../../market/calendar.ts'
import type { Terms } from '../../market/facts/fact.ts'
import { bidsOfRow } from '../exchanges/bids.ts'
import { reportUnknownOutcome } from '../exchanges/offer.ts'
import { asRows, checkKeys, type JsonObject, readJson } from '../formats/json.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import {
  anyText,
  type CellRule,
  cellIfPrinted,
  cellOf,
  cellRule,
  jsonRow,
  type Row,
  readJsonRows,
} from '../parsing/row.ts'
import type { Observation, ParsedDocument } from '../source.ts'
import { BID_FORM } from './bids.ts'
import {
  amountRule,
  BAND,
  boardOfSeries,
  DAY_CELL,
  ifPrinted,
  issueNamed,
  type NseIssue,
  nseTerms,
  SHARES,
} from './cells.ts'

/** The keys of a list by their contents; several keys for one value are tried in order. */
interface Layout {
  readonly name: readonly [string, ...string[]]
  readonly series: string
  readonly openDate: string
  readonly closeDate: string
  readonly band: readonly [string, ...string[]]
  /** Beside the keys of the name, the symbol, the series and the dates. */
  readonly required: readonly string[]
  readonly known: readonly string[]
}

const COMING = {
  name: ['companyName'],
  series: 'series',
  openDate: 'issueStartDate',
  closeDate: 'issueEndDate',
  band: ['issuePrice', 'priceBand'],
  required: [],
  // The size is not read: it is a number of shares, without the anchor's part once that is allotted.
  known: ['status', 'issuePrice', 'priceBand', 'issueSize', 'lotSize', 'isBse', 'category', 'srNo', 'sr_no'],
} as const
const BIDS = { offered: 'noOfSharesOffered', bid: 'noOfsharesBid', times: 'noOfTime' }

const LAYOUTS = {
  current: { ...COMING, required: Object.values(BIDS) },
  upcoming: { ...COMING, known: [...COMING.known, ...Object.values(BIDS)] },
  past: {
    name: ['company', 'companyName'],
    series: 'securityType',
    openDate: 'ipoStartDate',
    closeDate: 'ipoEndDate',
    band: ['priceRange'],
    required: ['priceRange', 'issuePrice', 'listingDate'],
    known: ['companyName', 'htmSym', 'linkRemovalDate'],
  },
} as const satisfies Record<string, Layout>

export type List = keyof typeof LAYOUTS
export const isList = (document: string): document is List => Object.hasOwn(LAYOUTS, document)

function keysOf(list: List) {
  const { name, series, openDate, closeDate, required, known } = LAYOUTS[list]
  const always = [name[0], 'symbol', series, openDate, closeDate]
  return { what: whatIs(list), naming: ['symbol'], required: [...always, ...required], known }
}

const whatIs = (list: List): string => `the list of ${list} issues`

function rowsIn(list: List, body: string): readonly JsonObject[] {
  const json = readJson(body)
  const isWrapped = typeof json === 'object' && json !== null && 'data' in json
  return asRows(isWrapped ? json.data : json, whatIs(list))
}

export const readNseList = (list: List, body: string): ParsedDocument =>
  readJsonRows(rowsIn(list, body), keysOf(list), (row) => observationsIn(list, row))

/** What is needed to request the details of a listed issue. */
export interface ListedIssue {
  readonly issue: NseIssue
  readonly closeDate: Day | null
}

/** The issues of a list. A row in which only other cells are unreadable is included. */
export function issuesIn(list: List, body: string): ListedIssue[] {
  const rows = rowsIn(list, body)
  checkKeys(rows, keysOf(list))
  return rows.flatMap((cells, index) => {
    const row = jsonRow(cells, index + 1)
    const issue = issueIn(list, row)
    const closeDate = dayFromDMonY(row.text(LAYOUTS[list].closeDate) ?? '')
    return issue === null ? [] : [{ issue, closeDate }]
  })
}

const NAME = cellRule('name-missing', 'the name of a company', anyText)
const SERIES = cellRule('series-missing', 'a series such as EQ', anyText)

function observationsIn(list: List, row: Row): Observation[] {
  const { name, series } = LAYOUTS[list]
  const printedName = cellOf(name[0], printedIn(row, name), NAME)
  row.cell(series, SERIES)
  const issue = issueIn(list, row)
  if (issue === null) return []
  reportUnknownOutcome(row, name, name[0], printedName)
  const terms = nseTerms(issue, termsIn(list, row))
  // NSE has the whole book of an SME issue; of others only its own part, and the detail has both exchanges'.
  if (list !== 'current' || issue.board !== 'SME') return [terms]
  const bids = row.optional([BIDS.offered, BIDS.times], () =>
    bidsOfRow(row, BIDS, BID_FORM, () => ({
      subject: terms.subject,
      observedAt: null,
      category: 'TOTAL',
      book: 'NSE',
    })),
  )
  return [terms, ...(bids ?? [])]
}

const printedIn = (row: Row, keys: readonly string[]): string | null =>
  keys.map((key) => ifPrinted(row.text(key))).find((text) => text !== null) ?? null

/** `null` for anything but a first offer of shares. */
function issueIn(list: List, row: Row): NseIssue | null {
  const layout = LAYOUTS[list]
  const symbol = row.text('symbol')
  const board = boardOfSeries(row.text(layout.series))
  const name = printedIn(row, layout.name)
  const named = name === null ? null : issueNamed(name, symbol)
  return named === null || board === null ? null : { ...named, board, symbol, isin: null }
}

const PRICE = amountRule('price-unreadable')

function termsIn(list: List, row: Row): Partial<Terms> {
  const { openDate, closeDate, band } = LAYOUTS[list]
  const cell = <T>(key: string, rule: CellRule<T>) => cellIfPrinted(key, printedIn(row, [key]), rule)
  const optional = <T>(key: string, rule: CellRule<T>) => row.optional([key], () => cell(key, rule))
  return {
    // Half a period is not reported: combined with the other half of an earlier statement it would make one that was
    // never printed.
    ...row.optional([openDate, closeDate], () => ({
      openDate: cell(openDate, DAY_CELL),
      closeDate: cell(closeDate, DAY_CELL),
    })),
    ...row.optional(band, () => cellIfPrinted(band[0], printedIn(row, band), BAND)),
    ...(list === 'past' && {
      issuePrice: optional('issuePrice', PRICE),
      listingDate: optional('listingDate', DAY_CELL),
    }),
    ...(list === 'upcoming' && { lotSize: optional('lotSize', SHARES) }),
  }
}
