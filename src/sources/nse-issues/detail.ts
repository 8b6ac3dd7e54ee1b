import { type Board, type DocumentKind, RESERVED_CATEGORIES, type Terms } from '../../market/facts/fact.ts'
import { isTrustType, outcomeOfName } from '../../market/issues/names.ts'
import type { Paise } from '../../market/money.ts'
import {
  checkOutcome,
  companiesFrom,
  DOCUMENT_ADDRESS,
  employeeDiscountFrom,
  upiCutoff,
} from '../exchanges/offer.ts'
import { asObject, asRows, checkKeys, isObject, type JsonObject, readJson, textOf } from '../formats/json.ts'
import { parseMarkup } from '../formats/markup.ts'
import { type CellRule, parseRow, Row } from '../parsing/row.ts'
import { type DownloadedDocument, type ParsedDocument, Unreadable } from '../source.ts'
import { readCombinedBook, readSmeBids } from './bids.ts'
import {
  BAND,
  boardOfSeries,
  FACE_VALUE,
  ISSUE_TYPE,
  ifPrinted,
  isFirstOffer,
  LIMIT,
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
  if (isOfUnits(info) || !isFirstOffer(info.name, info.symbol)) return { entries: [], rows: 1, ...columns }

  const row = rowOf(info, detail)
  row.optional([info.name], () => checkOutcome('the name', info.name))
  const named = { ...outcomeOfName(info.name), ...requested, isin: isinIn(detail) }
  const terms = nseTerms(named, { ...termsIn(row), industry: metaIn(detail, 'industry') })
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

function isOfUnits(info: IssueInfo): boolean {
  const lot = info.under('Bid Lot') ?? info.under('Lot Size') ?? ''
  return isTrustType(info.under('Security Type') ?? '') || /\bunits?\b/i.test(lot)
}

function isinIn(detail: JsonObject): string | null {
  const isin = metaIn(detail, 'isin')
  return isin !== null && /^IN[A-Z0-9]{10}$/.test(isin) ? isin : null
}

/** Where there is no content, a list or null may replace the object. */
const metaIn = ({ metaInfo }: JsonObject, key: string): string | null =>
  isObject(metaInfo) ? ifPrinted(textOf(metaInfo, key)) : null

/** One line of the description is the text of a fault, so that it stays the same fault when other lines change. */
const rowOf = ({ symbol, under }: IssueInfo, { issueInfo }: JsonObject): Row =>
  new Row({
    row: 1,
    raw: JSON.stringify(issueInfo),
    text: under,
    rawOf: ([title = '']) => JSON.stringify({ symbol, title, value: under(title) }),
  })

function termsIn(row: Row): Partial<Terms> {
  const period = row.optionalCell('Issue Period', PERIOD)
  const band = row.optionalCell('Price Range', BAND)
  const lotSize = row.optionalCell('Bid Lot', SHARES) ?? row.optionalCell('Lot Size', SHARES)
  return {
    ...period,
    ...band,
    lotSize,
    minLots: lotsIn(row.optionalCell('Minimum Order Quantity', SHARES), lotSize),
    faceValue: row.optionalCell('Face Value', FACE_VALUE),
    issueType: row.optionalCell('Issue Type', ISSUE_TYPE),
    ...sizeIn(row, band?.priceMax ?? null),
    ...offerTermsIn(row, { ...period, ...band }),
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

const TEXT: CellRule<string> = { rule: 'text-unreadable', expected: 'a text', from: (text) => text }
const COMPANIES: CellRule<readonly string[]> = {
  rule: 'companies-unreadable',
  expected: 'companies such as Fig Limited and Elm Private Limited',
  from: companiesFrom,
}
const MAX_SHARES: CellRule<number> = { ...SHARES, rule: 'limit-unreadable' }
const discount = (priceMin: Paise | null): CellRule<Paise> => ({
  rule: 'discount-unreadable',
  expected: 'an amount such as Rs. 5 per equity share to Eligible Employees',
  from: (text) => employeeDiscountFrom(text, priceMin),
})

const DOCUMENT_TITLES: ReadonlyMap<string, DocumentKind> = new Map([
  ['Red Herring Prospectus', 'rhp'],
  ['Prospectus', 'prospectus'],
  ['Ratios / Basis of Issue Price', 'ratios'],
  ['Anchor Allocation Report', 'anchor'],
])

/** Who runs the offer, its documents and its limits. A discount and a UPI cut-off must fit the price and the period. */
function offerTermsIn(
  row: Row,
  { closeDate = null, priceMin = null }: Pick<Partial<Terms>, 'closeDate' | 'priceMin'>,
): Partial<Terms> {
  const cell = <T>(title: string, rule: CellRule<T>) => row.optionalCell(title, rule)
  const limit = (bidder: string) => cell(`Maximum Subscription Amount for ${bidder}`, LIMIT)
  return {
    registrar: cell('Name of the Registrar', TEXT),
    leadManagers: cell('Book Running Lead Managers', COMPANIES),
    documents: documentsIn(row),
    employeeDiscount: cell('Discount', discount(priceMin)),
    upiCutoffAt: cell(
      'Cut-off time for UPI Mandate Confirmation',
      upiCutoff('upi-cutoff-unreadable', closeDate),
    ),
    reservedFor: reservedIn(cell('Categories', TEXT) ?? ''),
    retailLimit: limit('Retail Investor'),
    employeeLimit: limit('Eligible Employee') ?? limit('Eligible Employees'),
    shareholderLimit: limit('Eligible Shareholders'),
    niiMaxShares: cell('Maximum Bid Quantity for NIB Investors', MAX_SHARES),
  }
}

function documentsIn(row: Row): Terms['documents'] {
  const documents = [...DOCUMENT_TITLES].flatMap(([title, kind]) => {
    const url = row.optionalCell(title, DOCUMENT_ADDRESS)
    return url === null ? [] : [{ kind, url }]
  })
  return documents.length > 0 ? documents : null
}

/** `FI, IC, MF, IND, NOH, EMP and SHA`: the codes of all who may bid, among them those with a part of their own. */
function reservedIn(text: string): Terms['reservedFor'] {
  const codes = new Set(text.toUpperCase().split(/[^A-Z]/))
  const reserved = RESERVED_CATEGORIES.filter((category) => codes.has(category))
  return reserved.length > 0 ? reserved : null
}

/** The table of titles and values that describes an issue. */
interface IssueInfo {
  /** As printed, including an outcome at its end. */
  readonly name: string
  readonly symbol: string | null
  /** The value of a title; `null` when it is empty. */
  readonly under: (title: string) => string | null
  readonly unknownTitles: readonly string[]
  readonly missingTitles: readonly string[]
}

/** Titles that every description has had so far. */
const USUAL_TITLES = ['Symbol', 'Issue Period', 'Price Range']
const OTHER_TITLES = [
  'Issue Size',
  'Issue Type',
  'Face Value',
  'Bid Lot',
  'Lot Size',
  'Minimum Order Quantity',
  'Security Type',
  'Discount',
  'Tick Size',
  'IPO Market Timings',
  'Cut-off time for UPI Mandate Confirmation',
  'Post issue Modification Period',
  'Maximum Subscription Amount for Retail Investor',
  'Maximum Subscription Amount for Eligible Employee',
  'Maximum Subscription Amount for Eligible Employees',
  'Maximum Subscription Amount for Eligible Shareholders',
  'Maximum Bid Quantity for QIB Investors',
  'Maximum Bid Quantity for NIB Investors',
  'Maximum Bid Quantity for Institutional Investor and Other Investor',
  'Book Running Lead Managers',
  'Syndicate Members',
  'Sponsor Bank',
  'Categories',
  'Sub-Categories applicable for UPI',
  'Name of the Registrar',
  'Address of the Registrar',
  'Contact person name number and Email id',
  'e-form link',
  'Branches of Self Certified Syndicate Banks (SCSBs) where syndicate / sub syndicate member to submit ASBA form',
  'Ratios / Basis of Issue Price',
  'Red Herring Prospectus',
  'Prospectus',
  'Offer Documents',
  'Bidding Centers',
  'Sample Application Forms',
  'Security Parameters',
  'Security Parameters (Pre Anchor)',
  'Security Parameters (Post Anchor)',
  'Security Parameters (Live Parameters)',
  'Anchor Allocation Report',
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
const TITLES = new Set([...USUAL_TITLES, ...OTHER_TITLES].map(titleKey))
const isKnownTitle = (title: string): boolean => TITLES.has(titleKey(title))

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
  return {
    name: plainText(name),
    symbol: textOf(info, 'symbol') ?? under('Symbol'),
    under,
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
