import type { DocumentKind, Terms } from '../../market/facts/fact.ts'
import type { Paise } from '../../market/money.ts'
import {
  documentsFrom,
  employeeDiscountFrom,
  outcomeTerms,
  packedCompaniesFrom,
  reportedTerms,
  upiCutoff,
} from '../exchanges/offer.ts'
import { rowsUnder } from '../exchanges/requests.ts'
import { readJson } from '../formats/json.ts'
import { periodFrom } from '../parsing/dates.ts'
import { sharesFrom } from '../parsing/numbers.ts'
import { anyText, BadCell, cellRule, type Row, readJsonRows } from '../parsing/row.ts'
import type { DownloadedDocument, ParsedDocument, ReportedTerms } from '../source.ts'
import { amountIn, bandIn, IPO_NUMBER, issueNamedIn, NO_PERIOD, periodIn } from './cells.ts'

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

const SECURITY_TYPE = cellRule('security-type', 'a type of security', anyText)
const PERIOD = cellRule('issue-period', 'a period such as 21 Aug 2026 to 25 Aug 2026', periodFrom)
const sharesRule = (rule: string) => cellRule(rule, 'a number of shares', sharesFrom)
const LOT = sharesRule('market-lot')
const MINIMUM_BID = sharesRule('minimum-bid')
const MAXIMUM_BID = sharesRule('maximum-bid')
const COMPANIES = cellRule('issue-parties', 'names, each with ^ and its address', packedCompaniesFrom)
const REGISTRAR = cellRule('registrar-name', 'one name, with ^ and its address', (text) => {
  const [name, ...more] = packedCompaniesFrom(text) ?? []
  return name === undefined || more.length > 0 ? null : name
})
const discount = (priceMin: Paise | null) =>
  cellRule('employee-discount', 'a note such as |/Discount of Rs 5 for employees|', (text) =>
    employeeDiscountFrom(text.slice(text.indexOf('|')), priceMin),
  )

/** Parses the page of one issue. Its size is ignored: it is a number of shares, with or without the anchors'. */
export function readIssuePage({ document, body }: DownloadedDocument): ParsedDocument {
  const requested = document.split('/')[1] ?? ''
  return readJsonRows(rowsUnder('IPONO_0', readJson(body), 'the page'), ISSUE_PAGE_LAYOUT, (row) =>
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
  const symbol = row.text('Symbol')
  const period = periodIn(row, ['Issue_Period'], () => row.cellIfPrinted('Issue_Period', PERIOD) ?? NO_PERIOD)
  const band = bandIn(row)
  const printed = {
    symbol,
    ...period,
    ...band,
    faceValue: amountIn(row, 'Face_Value', 'face-value'),
    ...lotsIn(row),
    ...outcomeTerms(named.outcome),
    registrar: row.optionalCell('Registrar', REGISTRAR),
    leadManagers: managersIn(row),
    documents: documentsIn(row),
    upiCutoffAt: row.optionalCell(
      'Cut_off_time_for_UPI_Mandate_Confirmation',
      upiCutoff('upi-cutoff', period.closeDate),
    ),
    employeeDiscount: hasNote(row) ? row.optionalCell('Price_Band', discount(band.priceMin)) : null,
    niiMaxShares: row.optionalCell(
      'Maximum_Bid_Quantity_For_Qualified_Non_Institutional_Investors',
      MAXIMUM_BID,
    ),
  }
  return [reportedTerms('BSE', { name: named.name, symbol, upstreamId }, printed)]
}

function lotsIn(row: Row): Pick<Terms, 'lotSize' | 'minLots'> {
  const lot = row.optionalCell('Market_Lot', LOT) ?? 0
  const minimum = row.optionalCell('Minimum_Bid_Quantity', MINIMUM_BID) ?? 0
  // A lot is worth ten thousand rupees or more; BSE prints 1 for both while the lot is not known.
  if (lot <= 1) return { lotSize: null, minLots: null }
  return { lotSize: lot, minLots: minimum > 0 && minimum % lot === 0 ? minimum / lot : null }
}

/** `95.00-100.00|/Discount of Rs 5 for employees|`. */
const hasNote = (row: Row): boolean => /\|[^|]*[a-z]/i.test(row.text('Price_Band') ?? '')

function managersIn(row: Row): Terms['leadManagers'] {
  const keys = ['Book_Running_Lead_Manager', 'Co_Book_Running_Lead_Manager']
  const managers = keys.flatMap((key) => row.optionalCell(key, COMPANIES) ?? [])
  return managers.length > 0 ? [...new Set(managers)] : null
}

const documentsIn = (row: Row): Terms['documents'] =>
  documentsFrom(row, [
    ['Prospectus_GID', prospectusKind],
    ['Anchor_Details', () => 'anchor'],
  ])

/** BSE has one column for both kinds, but most file names tell which it is. */
const prospectusKind = (url: string): DocumentKind =>
  /RHP|red(?:%20|[_-])?herring/i.test(url.split('/').at(-1) ?? '') ? 'rhp' : 'prospectus'
