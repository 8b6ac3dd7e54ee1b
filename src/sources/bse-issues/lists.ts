import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { outcomeTerms, reportedTerms } from '../exchanges/offer.ts'
import { rowsUnder } from '../exchanges/requests.ts'
import { asRows, checkKeys, type JsonObject, readJson } from '../formats/json.ts'
import { dayFromIso } from '../parsing/dates.ts'
import { cellRule, jsonRow, parseRow, type Row, readJsonRows } from '../parsing/row.ts'
import { isPastList, onlyAboutKnown, rangeOf, withinRange } from '../past.ts'
import type { DownloadedDocument, ParsedDocument, ReportedTerms } from '../source.ts'
import { amountIn, bandIn, IPO_NUMBER, issueNamedIn, periodIn } from './cells.ts'

// The lists.

const BOARD_OF_LIST: ReadonlyMap<string, Board> = new Map([
  ['listed/mainboard', 'MAINBOARD'],
  ['listed/sme', 'SME'],
])

/** Parses the boards of issues and the lists of listings. Either may contain rows of the other. */
export function readBseList(answer: DownloadedDocument): ParsedDocument {
  const rows = rowsOfList(answer)
  const board = BOARD_OF_LIST.get(answer.document) ?? null
  const isListed = (cells: JsonObject) =>
    'CompanyName' in cells || (board !== null && !('Scrip_Name' in cells))
  const unknownColumns = [
    ...checkKeys(
      rows.filter((cells) => !isListed(cells)),
      BOARD_LAYOUT,
    ),
    ...checkKeys(rows.filter(isListed), LISTED_LAYOUT),
  ]
  const entries = rows.flatMap((cells, index) =>
    isListed(cells)
      ? parseRow(jsonRow(cells, index + 1, LISTED_LAYOUT.naming), (row) => listedTerms(row, board))
      : parseRow(jsonRow(cells, index + 1, BOARD_LAYOUT.naming), boardTerms),
  )
  return { entries, rows: rows.length, unknownColumns }
}

/** The list of past issues is always a table; others may also be bare lists. */
function rowsOfList({ document, body }: DownloadedDocument): readonly JsonObject[] {
  const value = readJson(body)
  return Array.isArray(value) && !isPastList(document)
    ? asRows(value, 'the answer')
    : rowsUnder('Table', value)
}

/** What is needed to request the page of an issue, and the bids for it. */
interface ListedIpo {
  /** `null` when it is invalid. */
  readonly number: string | null
  readonly closeDate: Day | null
  readonly isPresent: boolean
}

/** The IPOs of a list, which have their own pages. */
export const iposIn = (answer: DownloadedDocument): ListedIpo[] =>
  rowsOfList(answer)
    .map((cells, index) => jsonRow(cells, index + 1))
    .filter(isIpo)
    .map((row) => ({
      number: IPO_NUMBER.from(row.text('IPO_NO') ?? ''),
      closeDate: dayFromIso(row.text('End_Dt') ?? ''),
      isPresent: row.text('Status')?.toUpperCase() === 'L',
    }))

/** Parses the list of all issues since 2002: those of the range that the document names. */
export const readPastIssues = (answer: DownloadedDocument): ParsedDocument =>
  withinRange(readJsonRows(rowsOfList(answer), PAST_BOARD_LAYOUT, boardTerms), rangeOf(answer.document))

/** Parses the listings of a range. Most listings of years are no issues, or only of the other exchange. */
export function readPastListings(answer: DownloadedDocument): ParsedDocument {
  const [, ...list] = answer.document.split('/').slice(0, 3)
  const listed = readBseList({ ...answer, document: list.join('/') })
  return onlyAboutKnown(withinRange(listed, rangeOf(answer.document)))
}

// The rows of a board.

export const BOARD_LAYOUT = {
  what: 'the board of public issues',
  naming: ['IPO_NO', 'Scrip_Name'],
  required: [
    'Scrip_Name',
    'Start_Dt',
    'End_Dt',
    'Price_Band',
    'Face_Val',
    'IR_flag',
    'Status',
    'eXCHANGE_PLATFORM',
    'IPO_NO',
  ],
  known: [
    'Scrip_cd',
    'short_name',
    'IR_FLAG_FULL',
    'FLAG',
    'Is_retailertype',
    'Cum_Shares_BuyBack',
    'RN',
    'LONG_NAME',
  ],
}

/** The rows of past issues, of which the status says nothing. */
const PAST_BOARD_LAYOUT = {
  ...BOARD_LAYOUT,
  what: 'the list of past issues',
  required: BOARD_LAYOUT.required.filter((key) => !['Status', 'Face_Val'].includes(key)),
  known: [...BOARD_LAYOUT.known, 'Status', 'Face_Val'],
}

const PLATFORMS: ReadonlyMap<string, Board> = new Map([
  ['mainboard', 'MAINBOARD'],
  ['sme', 'SME'],
])
const PLATFORM = cellRule(
  'issue-platform',
  'MainBoard or SME',
  (text) => PLATFORMS.get(text.toLowerCase().replace(/[\s-]/g, '')) ?? null,
)
const A_DAY = 'a day such as 2026-08-21T00:00:00'
const OPEN_DAY = cellRule('open-day', A_DAY, dayFromIso)
const CLOSE_DAY = cellRule('close-day', A_DAY, dayFromIso)

/** The board also shows buybacks, offers for sale, rights and trusts. */
const isIpo = (row: Row): boolean => row.text('IR_flag')?.toUpperCase() === 'IPO'

/** The terms in a row of the board of live or forthcoming issues. */
function boardTerms(row: Row): ReportedTerms[] {
  if (!isIpo(row)) return []
  const named = issueNamedIn(row, 'Scrip_Name')
  const upstreamId = row.cell('IPO_NO', IPO_NUMBER)
  if (named === null) return []
  const { name, outcome } = named
  const board = row.optionalCell('eXCHANGE_PLATFORM', PLATFORM)
  const period = periodIn(row, ['Start_Dt', 'End_Dt'], () => ({
    openDate: row.cellIfPrinted('Start_Dt', OPEN_DAY),
    closeDate: row.cellIfPrinted('End_Dt', CLOSE_DAY),
  }))
  const band = bandIn(row)
  const faceValue = amountIn(row, 'Face_Val', 'face-value')
  const printed = { ...period, ...band, faceValue, ...outcomeTerms(outcome) }
  return [reportedTerms('BSE', { name, upstreamId, board }, printed)]
}

// The rows of new listings.

export const LISTED_LAYOUT = {
  what: 'the list of new listings',
  naming: ['CompanyName'],
  required: ['CompanyName', 'Company_Short_Name', 'IssuePrice', 'ListedOn', 'IMAGE'],
  known: ['ListingDayClose', 'ListingDayGain', 'CurrentPrice', 'GainLoss', 'Time'],
}

const LISTED_ON = cellRule('listing-day', 'a day such as 2026-08-28T00:00:00', dayFromIso)
/** The trading code is printed only at the end of the address of the share's page. */
const TRADING_CODE = cellRule(
  'bse-code',
  'an address that ends in the trading code',
  (text) => /\/(\d{6})\/?$/.exec(text)?.[1] ?? null,
)

/** The terms in a row of the new listings. The row does not name its board, but each board has its own list. */
function listedTerms(row: Row, board: Board | null): ReportedTerms[] {
  const named = issueNamedIn(row, 'CompanyName')
  if (named === null) return []
  const { name } = named
  const listingDate = row.optional(['ListedOn'], () => row.cell('ListedOn', LISTED_ON))
  const bseCode = row.optionalCell('IMAGE', TRADING_CODE)
  const issuePrice = amountIn(row, 'IssuePrice', 'issue-price')
  // The short name helps to find the issue, but only the issue's own page confirms that it is its symbol.
  const symbol = row.text('Company_Short_Name')
  return [reportedTerms('BSE', { name, symbol, bseCode, board }, { listingDate, bseCode, issuePrice })]
}
