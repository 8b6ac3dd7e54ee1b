import { type Instant, istDay } from '../../src/market/calendar.ts'
import type { UpstreamDocument } from '../support/upstreams.ts'
import { dashed, on } from './days.ts'
import { type Bids, ISSUES, type Issue, shownAt, termsAt } from './issues.ts'

const API = 'https://www.nseindia.com/api'

type NseIssue = Issue & { readonly nse: NonNullable<Issue['nse']> }
const isOnNse = (issue: Issue): issue is NseIssue => issue.nse !== undefined

type Stage = 'upcoming' | 'current' | 'past'

function stageAt(issue: Issue, moment: Instant): Stage | null {
  const { open, close } = termsAt(issue, 'nse', moment)
  const today = istDay(moment)
  if (moment < issue.announced) return null
  if ((issue.calledOff && issue.calledOff.from <= moment) || today > close) return 'past'
  return today < open ? 'upcoming' : 'current'
}

/** The three lists and the detail of each issue. */
export function nseDocuments(moment: Instant): UpstreamDocument[] {
  const known = ISSUES.filter(isOnNse).filter((issue) => stageAt(issue, moment) !== null)
  const at = (...stages: Stage[]) =>
    known.filter((issue) => stages.some((stage) => stageAt(issue, moment) === stage))
  const json = (url: string, value: unknown): UpstreamDocument => ({
    url,
    type: 'json',
    body: JSON.stringify(value),
  })
  return [
    json(`${API}/ipo-current-issue`, [
      ...at('current').map((issue) => currentRow(issue, moment)),
      ...othersAt(moment),
    ]),
    json(
      `${API}/all-upcoming-issues?category=ipo`,
      at('upcoming', 'current').map((issue) => upcomingRow(issue, moment)),
    ),
    json(`${API}/public-past-issues`, [...at('past').map((issue) => pastRow(issue, moment)), BONDS]),
    ...known.map((issue) => {
      const query = `symbol=${issue.nse.symbol}&series=${seriesOf(issue)}`
      return json(`${API}/ipo-detail?${query}`, detailOf(issue, moment))
    }),
  ]
}

const seriesOf = ({ board }: Issue) => (board === 'SME' ? 'SME' : 'EQ')

function bandText([low, high]: readonly [number, number]): string {
  return low === high ? `Rs.${low}` : `Rs.${low} to Rs.${high}`
}

function comingRow(issue: NseIssue, moment: Instant, status: string) {
  const { open, close, band } = termsAt(issue, 'nse', moment)
  return {
    companyName: issue.name,
    symbol: issue.nse.symbol,
    series: seriesOf(issue),
    status,
    issueStartDate: dashed(open),
    issueEndDate: dashed(close),
    issuePrice: bandText(band),
    issueSize: '3500000',
  }
}

function currentRow(issue: NseIssue, moment: Instant) {
  const times = shownAt(issue.smeTotals ?? [], moment)?.times ?? '0.0'
  return {
    ...comingRow(issue, moment, 'Active'),
    category: 'Total',
    noOfSharesOffered: '3500000.0',
    noOfsharesBid: `${Math.round(3500 * Number(times))}E3`,
    noOfTime: times,
    srNo: null,
  }
}

function upcomingRow(issue: NseIssue, moment: Instant) {
  const row = comingRow(issue, moment, stageAt(issue, moment) === 'current' ? 'Active' : 'Forthcoming')
  const { band, lot } = termsAt(issue, 'nse', moment)
  return issue.board === 'SME' ? { ...row, lotSize: String(lot), priceBand: bandText(band) } : row
}

/** Names are in capitals here, unless an outcome follows. */
function pastRow(issue: NseIssue, moment: Instant) {
  const { open, close, band } = termsAt(issue, 'nse', moment)
  const settled = issue.listing && issue.listing.announced <= moment ? issue.listing : undefined
  return {
    company: issue.calledOff ? nameAt(issue, moment) : issue.name.toUpperCase(),
    symbol: issue.nse.symbol,
    htmSym: issue.nse.symbol.toLowerCase(),
    securityType: seriesOf(issue),
    ipoStartDate: dashed(open).toUpperCase(),
    ipoEndDate: dashed(close).toUpperCase(),
    priceRange: `${bandText(band)} `,
    issuePrice: settled ? `   ${settled.issuePrice}` : '-',
    listingDate: settled ? dashed(settled.on).toUpperCase() : '-',
  }
}

const nameAt = ({ name, calledOff }: Issue, moment: Instant): string =>
  calledOff && calledOff.from <= moment ? `${name}${calledOff.text}` : name

/** Neither the units of a trust nor a further public offer is an IPO. */
function othersAt(moment: Instant): object[] {
  const day = istDay(moment)
  if (day < on(17) || day > on(20)) return []
  const row = {
    status: 'Active',
    issueStartDate: dashed(on(17)),
    issueEndDate: dashed(on(20)),
    issueSize: '9000000',
  }
  const bids = {
    category: 'Total',
    noOfSharesOffered: '9000000.0',
    noOfsharesBid: '9.9E6',
    noOfTime: '1.1',
    srNo: null,
  }
  return [
    {
      ...row,
      ...bids,
      companyName: 'Cobalt Roads Infrastructure Trust',
      symbol: 'COBALTIT',
      series: 'IV',
      issuePrice: 'Rs.99 to Rs.100',
    },
    {
      ...row,
      ...bids,
      companyName: 'Lotus Kettles Limited - FPO',
      symbol: 'LOTUSFPO',
      series: 'EQ',
      issuePrice: 'Rs.11 to Rs.12',
    },
  ]
}

const BONDS = {
  company: 'Heron Housing Finance Limited',
  symbol: 'HERONHSG',
  htmSym: 'heronhsg',
  securityType: 'DEBT',
  ipoStartDate: '03-FEB-2031',
  ipoEndDate: '14-FEB-2031',
  priceRange: 'Rs.1000',
  issuePrice: '1000',
  listingDate: '20-FEB-2031',
}

function detailOf(issue: NseIssue, moment: Instant) {
  const { symbol, isin, sizeText } = issue.nse
  const { open, close, band, lot } = termsAt(issue, 'nse', moment)
  const [low, high] = band
  const isSme = issue.board === 'SME'
  const lines: readonly (readonly [string, string])[] = [
    ...(isSme ? [] : [[`${nameAt(issue, moment)} `, ''] as const]),
    ['Symbol', symbol],
    ['Issue Period', `${dashed(open)} to ${dashed(close)}`],
    ['Issue Size', sizeText],
    ['Issue Type', low === high ? 'Fixed Price' : '100% Book Building'],
    [
      'Price Range',
      low === high ? `Rs. ${high} per equity share` : `Rs. ${low} to Rs. ${high} per Equity Share`,
    ],
    ['Face Value', `Rs. ${issue.faceValue} per Equity Share`],
    isSme
      ? ['Lot Size', `${lot} Equity Shares`]
      : ['Bid Lot', `${lot} Equity Shares and in multiples thereof`],
    ['Minimum Order Quantity', `${lot * issue.minLots} Equity Shares`],
    ...(issue.offer?.nse ?? []),
  ]
  const isPast = stageAt(issue, moment) === 'past'
  return {
    companyName: symbol,
    metaInfo: isin && isPast ? { isin } : {},
    issueInfo: {
      ...(isSme && { heading: nameAt(issue, moment) }),
      symbol,
      dataList: lines.map(([title, value]) => ({ title, value })),
    },
    bidDetails: [],
    activeCat: combinedBook(isSme ? undefined : shownAt(issue.bids ?? [], moment)),
  }
}

const NUMBERS = ['1', '2', '2.1', '2.2', '3', null] as const
const OFFERED = ['1.057E7', '4.23E6', '2.82E6', '1.41E6', '6.34E6', '2.114E7'] as const
const LABELS = [
  'Qualified Institutional Buyers(QIBs)',
  'Non Institutional Investors',
  'Non Institutional Investors(Bid amount of more than Ten Lakh Rupees)',
  'Non Institutional Investors(Bid amount of more than Two Lakh Rupees upto Ten Lakh Rupees)',
  'Retail Individual Investors(RIIs)',
  'Total',
]

/** Before the first bids the table has zeros and no stamp. */
function combinedBook(bids: Bids | undefined) {
  const row = (srNo: string | null, category: string, offered: string, times: string) => ({
    category,
    noOfShareOffered: offered,
    noOfSharesBid: String(Math.round(Number(offered) * Number(times))),
    noOfTotalMeant: times,
    srNo,
  })
  return {
    dataList: [
      row(
        'Sr.No.',
        'Category',
        'No.of shares offered/reserved',
        'No. of times of total meant for the category',
      ),
      ...NUMBERS.map((number, i) => row(number, LABELS[i] ?? '', OFFERED[i] ?? '', bids?.times[i] ?? '0.00')),
      row('1(a)', 'Foreign Institutional Investors(FIIs)', '', ''),
    ],
    heading: null,
    symbol: null,
    updateTime: `Updated as on ${bids?.stamp ?? 'null'}`,
  }
}
