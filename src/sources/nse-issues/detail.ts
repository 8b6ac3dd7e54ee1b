import { type Board, type DocumentKind, RESERVED_CATEGORIES, type Terms } from '../../market/facts/fact.ts'
import { isTrustType } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import {
  companiesFrom,
  documentsFrom,
  employeeDiscountFrom,
  reportUnknownOutcome,
  upiCutoff,
} from '../exchanges/offer.ts'
import { asObject, asRows, checkKeys, isObject, type JsonObject, readJson, textOf } from '../formats/json.ts'
import { parseMarkup } from '../formats/markup.ts'
import { anyText, type CellRule, cellRule, parseRow, Row } from '../parsing/row.ts'
import { type DownloadedDocument, type ParsedDocument, Unreadable } from '../source.ts'
import { readCombinedBook, readSmeBids } from './bids.ts'
import {
  amountRule,
  BAND,
  boardOfSeries,
  ISSUE_TYPE,
  ifPrinted,
  issueNamed,
  nseTerms,
  PERIOD,
  SHARES,
} from './cells.ts'
import { readIssueSize } from './issue-size.ts'

const KEYS = {
  required: ['issueInfo'],
  known: [
    'activeCat',
    'companyName',
    'metaInfo',
    'bidDetails',
    'demandGraph',
    'demandGraphALL',
    'demandDataNSE',
    'demandDataBSE',
  ],
  what: 'the detail of an issue',
}

/** Parses the terms of one issue and its bids: of a mainboard issue those on both exchanges. */
export function readDetail({ url, body, fetchedAt }: DownloadedDocument): ParsedDocument {
  const detail = asObject(readJson(body), KEYS.what)
  const unknownKeys = checkKeys([detail], KEYS)
  const requested = requestedIn(url)
  const info = readIssueInfo(detail.issueInfo, requested.board)
  if (info.symbol !== requested.symbol)
    throw new Unreadable(`the detail is of ${info.symbol}, that of ${requested.symbol} was expected`)
  const columns = {
    unknownColumns: [...unknownKeys, ...info.unknownTitles],
    missingColumns: [...('activeCat' in detail ? [] : ['activeCat']), ...info.missingTitles],
  }
  const { row } = info
  const named = issueNamed(info.name, info.symbol)
  if (named === null || isOfUnits(row)) return { entries: [], rows: 1, ...columns }

  reportUnknownOutcome(row, [info.name], 'the name', info.name)
  const issue = { ...named, ...requested, isin: isinIn(detail) }
  const terms = nseTerms(issue, { ...termsIn(row), industry: metaIn(detail, 'industry') })
  const context = { subject: terms.subject, fetchedAt, firstRow: 2 }
  // In `activeCat` an SME issue has no row of individual investors, and its total leaves them out.
  const bids =
    requested.board === 'SME'
      ? readSmeBids(detail.bidDetails, detail.activeCat, context)
      : readCombinedBook(detail.activeCat, context)
  return {
    entries: [...parseRow(row, () => [terms]), ...bids.entries],
    rows: 1 + bids.rows,
    ...columns,
    unknownColumns: [...columns.unknownColumns, ...bids.unknownColumns],
  }
}

function requestedIn(url: string): { readonly symbol: string | null; readonly board: Board } {
  const { searchParams } = new URL(url)
  const board = boardOfSeries(searchParams.get('series'))
  if (board === null) throw new Unreadable(`the address ${url} should say the series EQ or SME`)
  return { symbol: searchParams.get('symbol'), board }
}

function isOfUnits(row: Row): boolean {
  const lot = row.text('Bid Lot') ?? row.text('Lot Size') ?? ''
  return isTrustType(row.text('Security Type') ?? '') || /\bunits?\b/i.test(lot)
}

function isinIn(detail: JsonObject): string | null {
  const isin = metaIn(detail, 'isin')
  return isin !== null && /^IN[A-Z0-9]{10}$/.test(isin) ? isin : null
}

/** Where there is no content, a list or null may replace the object. */
const metaIn = ({ metaInfo }: JsonObject, key: string): string | null =>
  isObject(metaInfo) ? ifPrinted(textOf(metaInfo, key)) : null

// The titles of the description.

const TEXT = cellRule('text-unreadable', 'a text', anyText)
const LIMIT = amountRule('limit-unreadable')

/** The titles whose values are parsed on their own. */
const CELLS = {
  'Issue Period': PERIOD,
  'Price Range': BAND,
  'Bid Lot': SHARES,
  'Lot Size': SHARES,
  'Minimum Order Quantity': SHARES,
  'Face Value': amountRule('face-value-unreadable'),
  'Issue Type': ISSUE_TYPE,
  'Name of the Registrar': TEXT,
  'Book Running Lead Managers': cellRule(
    'companies-unreadable',
    'companies such as Fig Limited and Elm Private Limited',
    companiesFrom,
  ),
  Categories: TEXT,
  'Maximum Subscription Amount for Retail Investor': LIMIT,
  'Maximum Subscription Amount for Eligible Employee': LIMIT,
  'Maximum Subscription Amount for Eligible Employees': LIMIT,
  'Maximum Subscription Amount for Eligible Shareholders': LIMIT,
  'Maximum Bid Quantity for NIB Investors': { ...SHARES, rule: 'limit-unreadable' },
} as const satisfies Readonly<Record<string, CellRule<unknown>>>
type Title = keyof typeof CELLS
type ValueOf<T extends Title> = (typeof CELLS)[T] extends CellRule<infer V> ? V : never

const DOCUMENTS: Readonly<Record<string, DocumentKind>> = {
  'Red Herring Prospectus': 'rhp',
  Prospectus: 'prospectus',
  'Ratios / Basis of Issue Price': 'ratios',
  'Anchor Allocation Report': 'anchor',
}

/** Titles that every description has had so far. */
const USUAL_TITLES = ['Symbol', 'Issue Period', 'Price Range']
const OTHER_TITLES = [
  'Issue Size',
  'Security Type',
  'Discount',
  'Tick Size',
  'IPO Market Timings',
  'Cut-off time for UPI Mandate Confirmation',
  'Post issue Modification Period',
  'Maximum Bid Quantity for QIB Investors',
  'Maximum Bid Quantity for Institutional Investor and Other Investor',
  'Syndicate Members',
  'Sponsor Bank',
  'Sub-Categories applicable for UPI',
  'Address of the Registrar',
  'Contact person name number and Email id',
  'e-form link',
  'Branches of Self Certified Syndicate Banks (SCSBs) where syndicate / sub syndicate member to submit ASBA form',
  'Offer Documents',
  'Bidding Centers',
  'Sample Application Forms',
  'Security Parameters',
  'Security Parameters (Pre Anchor)',
  'Security Parameters (Post Anchor)',
  'Security Parameters (Live Parameters)',
  'Strategic Investors Allocation Report',
  'Processing of ASBA Applications',
  'Remark',
  'List of mobile applications accepting UPI as Payment Option',
  'Video link for UPI based ASBA process',
  'Video link for BHIM UPI Registration',
  // A notice is no outcome: only the name shows how an issue ended.
  'Postponement Notice',
  'Issue withdrawal Notice',
]
/** The same title may occur in other capitals. */
const titleKey = (title: string): string => title.toLowerCase()
const KNOWN_TITLES = new Set(
  [...USUAL_TITLES, ...OTHER_TITLES, ...Object.keys(CELLS), ...Object.keys(DOCUMENTS)].map(titleKey),
)
const isKnownTitle = (title: string): boolean => KNOWN_TITLES.has(titleKey(title))

// The terms in the description.

function termsIn(row: Row): Partial<Terms> {
  const value = <T extends Title>(title: T) => row.optionalCell(title, CELLS[title] as CellRule<ValueOf<T>>)
  const period = value('Issue Period')
  const band = value('Price Range')
  const lotSize = value('Bid Lot') ?? value('Lot Size')
  return {
    ...period,
    ...band,
    lotSize,
    minLots: lotsIn(value('Minimum Order Quantity'), lotSize),
    faceValue: value('Face Value'),
    issueType: value('Issue Type'),
    ...sizeIn(row, band?.priceMax ?? null),
    registrar: value('Name of the Registrar'),
    leadManagers: value('Book Running Lead Managers'),
    documents: documentsFrom(
      row,
      Object.entries(DOCUMENTS).map(([title, kind]) => [title, () => kind]),
    ),
    employeeDiscount: row.optionalCell('Discount', discount(band?.priceMin ?? null)),
    upiCutoffAt: row.optionalCell(
      'Cut-off time for UPI Mandate Confirmation',
      upiCutoff('upi-cutoff-unreadable', period?.closeDate ?? null),
    ),
    reservedFor: reservedFrom(value('Categories') ?? ''),
    retailLimit: value('Maximum Subscription Amount for Retail Investor'),
    employeeLimit:
      value('Maximum Subscription Amount for Eligible Employee') ??
      value('Maximum Subscription Amount for Eligible Employees'),
    shareholderLimit: value('Maximum Subscription Amount for Eligible Shareholders'),
    niiMaxShares: value('Maximum Bid Quantity for NIB Investors'),
  }
}

/** What is left out of the size is reported, and what is read of it is kept. */
function sizeIn(row: Row, upperPrice: Paise | null): Partial<Terms> {
  const title = 'Issue Size'
  const value = row.text(title)
  if (value === null) return {}
  const { issueSizeCr, parts, unread } = readIssueSize(value, upperPrice)
  if (unread.length > 0)
    row.report(
      [title],
      'issue-size-prose',
      `${title} is "${value}", of which ${unread.join(', ')} cannot be read`,
    )
  return { issueSizeCr, ...parts }
}

function lotsIn(shares: number | null, lotSize: number | null): number | null {
  if (shares === null || lotSize === null) return null
  return shares % lotSize === 0 ? shares / lotSize : null
}

/** The discount must fit the price. */
const discount = (priceMin: Paise | null) =>
  cellRule('discount-unreadable', 'an amount such as Rs. 5 per equity share to Eligible Employees', (text) =>
    employeeDiscountFrom(text, priceMin),
  )

/** `FI, IC, MF, IND, NOH, EMP and SHA`: the codes of all who may bid, among them those with a part of their own. */
function reservedFrom(text: string): Terms['reservedFor'] {
  const codes = new Set(text.toUpperCase().split(/[^A-Z]/))
  const reserved = RESERVED_CATEGORIES.filter((category) => codes.has(category))
  return reserved.length > 0 ? reserved : null
}

// The table of titles and values that describes an issue.

interface IssueInfo {
  /** As printed, including an outcome at its end. */
  readonly name: string
  readonly symbol: string | null
  /** The values by title. */
  readonly row: Row
  readonly unknownTitles: readonly string[]
  readonly missingTitles: readonly string[]
}

/** Values may have quotation marks, markup and line breaks. */
const plainText = (text: string): string =>
  parseMarkup(text)
    .root()
    .text()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

interface Line {
  readonly title: string
  readonly value: string | null
}

function readIssueInfo(issueInfo: unknown, board: Board): IssueInfo {
  const what = 'the description of the issue'
  const info = asObject(issueInfo, what)
  const lines: Line[] = asRows(info.dataList, what).map((line) => ({
    title: plainText(textOf(line, 'title') ?? ''),
    value: ifPrinted(plainText(textOf(line, 'value') ?? '')),
  }))
  if (lines.every(({ value }) => value === null))
    throw new Unreadable(`${what} is empty: the issue may be of another series than requested`)
  const values = new Map(lines.toReversed().map(({ title, value }) => [titleKey(title), value]))
  const under = (title: string) => values.get(titleKey(title)) ?? null

  const name = board === 'SME' ? textOf(info, 'heading') : titleNamingCompany(lines)
  if (name === null)
    throw new Unreadable(`${what} names no company as those of the ${board} do: its series may be another`)
  const symbol = textOf(info, 'symbol') ?? under('Symbol')
  return {
    name: plainText(name),
    symbol,
    row: new Row({
      row: 1,
      raw: JSON.stringify(issueInfo),
      text: under,
      // One line is the text of a fault, so that it stays the same fault when other lines change.
      rawOf: ([title = '']) => JSON.stringify({ symbol, title, value: under(title) }),
    }),
    unknownTitles: [...new Set(lines.map(({ title }) => title))].filter(
      (title) => title !== '' && title !== name && !isKnownTitle(title),
    ),
    missingTitles: USUAL_TITLES.filter((title) => !values.has(titleKey(title))),
  }
}

/** On the mainboard the name is a title without a value, above all others; an SME issue has a heading instead. */
function titleNamingCompany(lines: readonly Line[]): string | null {
  const symbolAt = lines.findIndex(({ title }) => titleKey(title) === 'symbol')
  const isName = ({ title, value }: Line) => title !== '' && value === null && !isKnownTitle(title)
  return lines.slice(0, symbolAt).find(isName)?.title ?? null
}
