import type { DocumentKind, Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import {
  DOCUMENT_ADDRESS,
  employeeDiscountFrom,
  outcomeTerms,
  packedCompaniesFrom,
  reportedTerms,
  upiCutoff,
} from '../exchanges/offer.ts'
import { asObject, asRows, readJson } from '../formats/json.ts'
import { type Period, periodFrom } from '../parsing/dates.ts'
import { sharesFrom } from '../parsing/numbers.ts'
import { BadCell, type CellRule, type Row, readJsonRows } from '../parsing/row.ts'
import { type DownloadedDocument, type ParsedDocument, type ReportedTerms, Unreadable } from '../source.ts'
import { amountIn, bandIn, checkedPeriod, IPO_NUMBER, issueNamedIn, NO_PERIOD } from './cells.ts'

export const ISSUE_PAGE_LAYOUT = {
  what: 'the page of the issue',
  naming: ['IPO_NO', 'ScripName'],
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
  const requested = document.split('/')[1] ?? ''
  return readJsonRows(asRows(page, 'IPONO_0'), ISSUE_PAGE_LAYOUT, (row) =>
    isEquity(row) ? pageTerms(row, requested) : [],
  )
}

const isEquity = (row: Row): boolean =>
  /^equity(\s+shares?)?$/i.test(row.cell('Security_Type', SECURITY_TYPE))

function pageTerms(row: Row, requested: string): ReportedTerms[] {
  const upstreamId = row.cell('IPO_NO', IPO_NUMBER)
  if (upstreamId !== requested)
    throw new BadCell(
      'ipo-number',
      `the page is that of issue ${upstreamId}, issue ${requested} was requested`,
    )
  const named = issueNamedIn(row, 'ScripName')
  if (named === null) return []
  const { name, outcome } = named
  const symbol = row.text('Symbol')
  const period =
    row.optional(['Issue_Period'], () =>
      checkedPeriod(row.cellIfPrinted('Issue_Period', PERIOD) ?? NO_PERIOD),
    ) ?? NO_PERIOD
  const band = bandIn(row)
  const faceValue = amountIn(row, 'Face_Value', 'face-value')
  return [
    reportedTerms(
      'BSE',
      { name, symbol, upstreamId },
      {
        ...{ symbol, ...period, ...band, faceValue, ...lotsOf(row), ...outcomeTerms(outcome) },
        ...offerTermsIn(row, { ...period, ...band }),
      },
    ),
  ]
}

function lotsOf(row: Row): Pick<Terms, 'lotSize' | 'minLots'> {
  const lot = row.optionalCell('Market_Lot', LOT) ?? 0
  const minimum = row.optionalCell('Minimum_Bid_Quantity', MINIMUM_BID) ?? 0
  // A lot is worth ten thousand rupees or more; BSE prints 1 for both while the lot is not known.
  if (lot <= 1) return { lotSize: null, minLots: null }
  return { lotSize: lot, minLots: minimum > 0 && minimum % lot === 0 ? minimum / lot : null }
}

const COMPANIES: CellRule<readonly string[]> = {
  rule: 'issue-parties',
  expected: 'names, each with ^ and its address',
  from: packedCompaniesFrom,
}
const REGISTRAR: CellRule<string> = {
  rule: 'registrar-name',
  expected: 'one name, with ^ and its address',
  from: (text) => {
    const [name, ...more] = packedCompaniesFrom(text) ?? []
    return name === undefined || more.length > 0 ? null : name
  },
}
const MAX_SHARES: CellRule<number> = {
  rule: 'maximum-bid',
  expected: 'a number of shares',
  from: sharesFrom,
}
const discount = (priceMin: Paise | null): CellRule<Paise> => ({
  rule: 'employee-discount',
  expected: 'a note such as |/Discount of Rs 5 for employees|',
  from: (text) => employeeDiscountFrom(text.slice(text.indexOf('|')), priceMin),
})

/** Who runs the offer, its documents, the UPI cut-off, the largest bid, and the discount in the note beside the band. */
function offerTermsIn(
  row: Row,
  { closeDate, priceMin }: Pick<Terms, 'closeDate' | 'priceMin'>,
): Partial<Terms> {
  const managers = ['Book_Running_Lead_Manager', 'Co_Book_Running_Lead_Manager'].flatMap(
    (key) => row.optionalCell(key, COMPANIES) ?? [],
  )
  return {
    registrar: row.optionalCell('Registrar', REGISTRAR),
    leadManagers: managers.length > 0 ? [...new Set(managers)] : null,
    documents: documentsOf(row),
    upiCutoffAt: row.optionalCell(
      'Cut_off_time_for_UPI_Mandate_Confirmation',
      upiCutoff('upi-cutoff', closeDate),
    ),
    employeeDiscount: hasNote(row) ? row.optionalCell('Price_Band', discount(priceMin)) : null,
    niiMaxShares: row.optionalCell(
      'Maximum_Bid_Quantity_For_Qualified_Non_Institutional_Investors',
      MAX_SHARES,
    ),
  }
}

/** `95.00-100.00|/Discount of Rs 5 for employees|`. */
const hasNote = (row: Row): boolean => /\|[^|]*[a-z]/i.test(row.text('Price_Band') ?? '')

function documentsOf(row: Row): Terms['documents'] {
  const prospectus = row.optionalCell('Prospectus_GID', DOCUMENT_ADDRESS)
  const anchor = row.optionalCell('Anchor_Details', DOCUMENT_ADDRESS)
  const documents = [
    ...(prospectus === null ? [] : [{ kind: kindOf(prospectus), url: prospectus }]),
    ...(anchor === null ? [] : [{ kind: 'anchor', url: anchor } as const]),
  ]
  return documents.length > 0 ? documents : null
}

/** BSE has one column for both kinds, but most file names tell which it is. */
const kindOf = (url: string): DocumentKind =>
  /RHP|red(?:%20|[_-])?herring/i.test(url.split('/').at(-1) ?? '') ? 'rhp' : 'prospectus'
