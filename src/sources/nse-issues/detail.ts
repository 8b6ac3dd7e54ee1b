import type { Board, Terms } from '../../market/facts/fact.ts'
import { outcomeOfName } from '../../market/issues/names.ts'
import { isTrustType } from '../../market/issues/trusts.ts'
import type { Paise } from '../../market/money.ts'
import { asObject, checkKeys, isObject, type JsonObject, readJson, textOf } from '../formats/json.ts'
import { checkOutcome } from '../parsing/issue-name.ts'
import { BadCell, cellIfPrinted, type OptionalPart, parseRow } from '../parsing/row.ts'
import {
  type DownloadedDocument,
  type Entry,
  type ParsedDocument,
  type Subject,
  Unreadable,
} from '../source.ts'
import { BAND, FACE_VALUE, ISSUE_TYPE, ifPrinted, PERIOD, SHARES } from './cell-rules.ts'
import { readCombinedBook } from './combined-book.ts'
import { type IssueInfo, readIssueInfo } from './issue-info.ts'
import { readIssueSize } from './issue-size.ts'
import { type NseIssueName, nseTerms, subjectOf } from './issue-terms.ts'
import { type CellReader, nseOfferTerms } from './offer-terms.ts'
import { boardOfSeries, isFirstOffer } from './scope.ts'
import { readSmeBids } from './sme-bids.ts'

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

  const named = { ...outcomeOfName(info.name), ...requested, isin: isinIn(detail) }
  const terms = interpretTerms(named, info, detail)
  const context = { subject: subjectIn(terms) ?? subjectOf(named, {}), fetchedAt, firstRow: 2 }
  // In `activeCat` an SME issue has no row of individual investors, and its total leaves them out.
  const bids =
    requested.board === 'SME'
      ? readSmeBids(detail.bidDetails, detail.activeCat, context)
      : readCombinedBook(detail.activeCat, context)
  return {
    entries: [...terms, ...bids.entries],
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

function interpretTerms(named: NseIssueName, info: IssueInfo, detail: JsonObject): Entry[] {
  return parseRow(1, JSON.stringify(detail.issueInfo), (optionalPart) => {
    optionalPart(() => checkOutcome('the name', info.name), rawOf(info, { title: info.name, value: null }))
    const printed = { ...termsIn(info, optionalPart), industry: metaIn(detail, 'industry') }
    return [{ kind: 'terms', subject: subjectOf(named, printed), terms: nseTerms(named, printed) }]
  })
}

function subjectIn([entry]: readonly Entry[]): Subject | null {
  return entry && 'said' in entry && entry.said.kind === 'terms' ? entry.said.subject : null
}

/** One line of the description, so that a fault in it stays the same fault when other lines change. */
const rawOf = ({ symbol }: IssueInfo, line: { title: string; value: string | null }): string =>
  JSON.stringify({ symbol, ...line })

function termsIn(info: IssueInfo, optionalPart: OptionalPart): Partial<Terms> {
  const cell: CellReader = (title, rule) => {
    const value = info.under(title)
    return optionalPart(() => cellIfPrinted(title, value, rule), rawOf(info, { title, value }))
  }
  const period = cell('Issue Period', PERIOD)
  const band = cell('Price Range', BAND)
  const lotSize = cell('Bid Lot', SHARES) ?? cell('Lot Size', SHARES)
  return {
    ...period,
    ...band,
    lotSize,
    minLots: lotsIn(cell('Minimum Order Quantity', SHARES), lotSize),
    faceValue: cell('Face Value', FACE_VALUE),
    issueType: cell('Issue Type', ISSUE_TYPE),
    ...sizeIn(info, band?.priceMax ?? null, optionalPart),
    ...nseOfferTerms(cell, { ...period, ...band }),
  }
}

/** What is left out of the size is reported, and what is read of it is kept. */
function sizeIn(info: IssueInfo, upperPrice: Paise | null, optionalPart: OptionalPart): Partial<Terms> {
  const title = 'Issue Size'
  const value = info.under(title)
  if (value === null) return {}
  const { issueSizeCr, parts, unread } = readIssueSize(value, upperPrice)
  optionalPart(
    () => {
      if (unread.length > 0)
        throw new BadCell(
          'issue-size-prose',
          `${title} is "${value}", of which ${unread.join(', ')} cannot be read`,
        )
    },
    rawOf(info, { title, value }),
  )
  return { issueSizeCr, ...parts }
}

function lotsIn(shares: number | null, lotSize: number | null): number | null {
  if (shares === null || lotSize === null) return null
  return shares % lotSize === 0 ? shares / lotSize : null
}
