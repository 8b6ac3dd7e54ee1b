import { asObject, asRows, checkKeys, type JsonObject, readJson, textOf } from '../formats/json.ts'
import { type Period, periodFrom } from '../parsing/dates.ts'
import { sharesFrom } from '../parsing/exchange-text.ts'
import { outcomeTerms } from '../parsing/issue-name.ts'
import { NO_BAND } from '../parsing/price-band.ts'
import { BadCell, type CellRule, cellIfPrinted, cellOf, type OptionalPart, parseRow } from '../parsing/row.ts'
import { type DownloadedDocument, type ParsedDocument, type ReportedTerms, Unreadable } from '../source.ts'
import {
  bseTerms,
  checkedPeriod,
  IPO_NUMBER,
  issueNamedIn,
  NO_PERIOD,
  type OptionalCells,
  optionalCells,
} from './issue-cells.ts'
import { bseOfferTerms } from './offer-cells.ts'
import { amountOf, bandOf } from './price-cells.ts'

export const ISSUE_PAGE_LAYOUT = {
  what: 'the page of the issue',
  required: [
    'IPO_NO',
    'ScripName',
    'Security_Type',
    'Symbol',
    'Issue_Period',
    'Price_Band',
    'Face_Value',
    'Market_Lot',
    'Minimum_Bid_Quantity',
  ],
  known: [
    'DT_TM',
    'DT_TMC',
    'ISBID_Detail',
    'ScripCode',
    'IPO_Market_Timings',
    'Post_Issue_Modification',
    'Cut_off_time_for_UPI_Mandate_Confirmation',
    'Issue_Size_No_of_shares',
    'Price_Band_Advertisement',
    'Tick_Size',
    'Maximum_Bid_Quantity_For_Qualified_Institutional_Investors',
    'Maximum_Bid_Quantity_For_Qualified_Non_Institutional_Investors',
    'Rating',
    'Book_Running_Lead_Manager',
    'Co_Book_Running_Lead_Manager',
    'Syndicate_Member',
    'Eligible_Banks',
    'Registrar',
    'Sponsor_Bank',
    'Prospectus_GID',
    'Addendum',
    'Corrigendum',
    'Anchor_Details',
    'Bank_ASBA_Form',
    'Online_ASBA_Form',
    'Revised_Online_ASBA_Form',
    'Registrar_issue_share_Transfer_Agents_Depository',
    'Public_Notices',
    'Notes',
    'Remarks',
    'Branches_of_SCSBs',
    'List_of_SCSBs',
    'Self_Certified_Syndicate_Banks_Eligible',
    // Blank lines of the page.
    ...[1, 2, 3, 4, 5, 6].map((line) => `DY${line}`),
  ],
}

const PERIOD: CellRule<Period> = {
  rule: 'issue-period',
  expected: 'a period such as 21 Aug 2026 to 25 Aug 2026',
  from: periodFrom,
}
const SECURITY_TYPE: CellRule<string> = {
  rule: 'security-type',
  expected: 'a type of security',
  from: (text) => text,
}
const LOT: CellRule<number> = { rule: 'market-lot', expected: 'a number of shares', from: sharesFrom }
const MINIMUM_BID: CellRule<number> = {
  rule: 'minimum-bid',
  expected: 'a number of shares',
  from: sharesFrom,
}

/** Parses the page of one issue. Its size is ignored: it is a number of shares, with or without the anchors'. */
export function readIssuePage({ document, body }: DownloadedDocument): ParsedDocument {
  const { IPONO_0: page, ...rest } = asObject(readJson(body), 'the answer')
  if (page === undefined)
    throw new Unreadable(`the page has no IPONO_0; found ${Object.keys(rest).join(', ') || 'nothing'}`)
  const rows = asRows(page, 'IPONO_0')
  const unknownColumns = checkKeys(rows, ISSUE_PAGE_LAYOUT)
  const requested = document.split('/')[1] ?? ''
  const entries = rows.flatMap((row, index) =>
    parseRow(index + 1, JSON.stringify(row), (optionalPart) =>
      isEquity(row) ? pageTerms(row, requested, optionalPart) : [],
    ),
  )
  return { entries, rows: rows.length, unknownColumns }
}

const isEquity = (row: JsonObject): boolean =>
  /^equity(\s+shares?)?$/i.test(cellOf('Security_Type', textOf(row, 'Security_Type'), SECURITY_TYPE))

function pageTerms(row: JsonObject, requested: string, optionalPart: OptionalPart): ReportedTerms[] {
  const upstreamId = cellOf('IPO_NO', textOf(row, 'IPO_NO'), IPO_NUMBER)
  if (upstreamId !== requested)
    throw new BadCell(
      'ipo-number',
      `the page is that of issue ${upstreamId}, issue ${requested} was requested`,
    )
  const optional = optionalCells(row, ['IPO_NO', 'ScripName'], optionalPart)
  const named = issueNamedIn(row, 'ScripName', optional)
  if (named === null) return []
  const { name, outcome } = named
  const symbol = textOf(row, 'Symbol')
  const period = optional(['Issue_Period'], () => periodOf(row)) ?? NO_PERIOD
  const band = optional(['Price_Band'], () => bandOf(row, 'Price_Band')) ?? NO_BAND
  const faceValue = optional(['Face_Value'], () => amountOf(row, 'Face_Value', 'face-value'))
  return [
    bseTerms(
      { name, symbol, upstreamId, ...period, ...band },
      {
        ...{ symbol, ...period, ...band, faceValue, ...lotsOf(row, optional), ...outcomeTerms(outcome) },
        ...bseOfferTerms(row, optional, { ...period, ...band }),
      },
    ),
  ]
}

const periodOf = (row: JsonObject) =>
  checkedPeriod(cellIfPrinted('Issue_Period', textOf(row, 'Issue_Period'), PERIOD) ?? NO_PERIOD)

function lotsOf(
  row: JsonObject,
  optional: OptionalCells,
): { readonly lotSize: number | null; readonly minLots: number | null } {
  const count = (key: string, rule: CellRule<number>) =>
    optional([key], () => cellIfPrinted(key, textOf(row, key), rule)) ?? 0
  const lot = count('Market_Lot', LOT)
  const minimum = count('Minimum_Bid_Quantity', MINIMUM_BID)
  // A lot is worth ten thousand rupees or more; BSE prints 1 for both while the lot is not known.
  if (lot <= 1) return { lotSize: null, minLots: null }
  return { lotSize: lot, minLots: minimum > 0 && minimum % lot === 0 ? minimum / lot : null }
}
