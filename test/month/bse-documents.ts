import { type Instant, istDay } from '../../src/market/calendar.ts'
import type { UpstreamDocument } from '../support/upstreams.ts'
import { spaced } from './days.ts'
import { type Bids, ISSUES, type Issue, shownAt, termsAt } from './issues.ts'

const API = 'https://api.bseindia.com/BseIndiaAPI/api'

type BseIssue = Issue & { readonly bse: NonNullable<Issue['bse']> }
const isOnBse = (issue: Issue): issue is BseIssue => issue.bse !== undefined

/** `L` live, `F` forthcoming; an issue that has ended, or was withdrawn or postponed, leaves the board. */
function statusAt(issue: BseIssue, moment: Instant): 'L' | 'F' | null {
  const { open, close } = termsAt(issue, 'bse', moment)
  const today = istDay(moment)
  if (moment < issue.announced || today > close) return null
  if (issue.calledOff && issue.calledOff.from <= moment) return null
  return today < open ? 'F' : 'L'
}

/** The boards, the page of each issue and its demand, and the recent listings. */
export function bseDocuments(moment: Instant): UpstreamDocument[] {
  const all = ISSUES.filter(isOnBse)
  const withStatus = (status: 'L' | 'F') => all.filter((issue) => statusAt(issue, moment) === status)
  const json = (path: string, value: unknown): UpstreamDocument => ({
    url: `${API}/${path}`,
    type: 'json',
    body: JSON.stringify(value),
  })
  const board = (status: 'L' | 'F', others: readonly object[]) =>
    json(`GetPublicIssue_par_updated/w?status=${status}`, {
      Table: [...withStatus(status).map((issue) => boardRow(issue, status, moment)), ...others],
    })
  const listed = (flag: '1' | '2', boardName: Issue['board']) =>
    json(`MoreCompanyN/w?flag=${flag}`, {
      Table: all
        .filter(({ board: own, listing }) => own === boardName && listing && listing.on <= istDay(moment))
        .map(listedRow),
    })
  return [
    board('L', [BUYBACK]),
    board('F', []),
    listed('1', 'MAINBOARD'),
    listed('2', 'SME'),
    ...all.map((issue) => json(`GetMkt_ISSUE_BBS_IPO/w?IPO_NO=${issue.bse.number}`, pageOf(issue, moment))),
    ...all.map((issue) =>
      json(`Pubissues_GetBkbldgCatdem_ng/w?IPO_NO=${issue.bse.number}`, demandOf(issue, moment)),
    ),
  ]
}

function boardRow(issue: BseIssue, status: 'L' | 'F', moment: Instant) {
  const { open, close, band } = termsAt(issue, 'bse', moment)
  return {
    Scrip_cd: 4000 + Number(issue.bse.number.slice(2)),
    Scrip_Name: `${issue.name} `,
    short_name: null,
    Start_Dt: `${open}T00:00:00`,
    End_Dt: `${close}T00:00:00`,
    Price_Band: band.map((price) => price.toFixed(2)).join(' - '),
    Face_Val: issue.faceValue,
    IR_flag: 'IPO',
    IR_FLAG_FULL: 'IPO',
    Status: status,
    eXCHANGE_PLATFORM: issue.board === 'SME' ? 'SME' : 'MainBoard',
    FLAG: 1,
    IPO_NO: Number(issue.bse.number),
  }
}

const BUYBACK = {
  Scrip_cd: 4500,
  Scrip_Name: 'Heron Paper Limited',
  short_name: null,
  Start_Dt: '2031-03-03T00:00:00',
  End_Dt: '2031-03-31T00:00:00',
  Price_Band: '0.00 - 410.00',
  Face_Val: 10,
  IR_flag: 'BuyBack',
  IR_FLAG_FULL: 'Buy Back',
  Status: 'L',
  eXCHANGE_PLATFORM: 'MainBoard',
  FLAG: 1,
  IPO_NO: 9400,
}

function pageOf(issue: BseIssue, moment: Instant) {
  const { open, close, band, lot } = termsAt(issue, 'bse', moment)
  return {
    IPONO_0: [
      {
        IPO_NO: issue.bse.number,
        ScripName: issue.name,
        Security_Type: 'Equity',
        Symbol: issue.bse.symbol,
        Issue_Period: `${spaced(open)} to ${spaced(close)}`,
        IPO_Market_Timings: '10.00 am to 5.00 pm',
        Issue_Size_No_of_shares: '7400000',
        Price_Band: band.map((price) => price.toFixed(2)).join('-'),
        Face_Value: issue.faceValue.toFixed(2),
        Tick_Size: '1.00',
        Market_Lot: String(lot),
        Minimum_Bid_Quantity: String(lot * issue.minLots),
        ...issue.offer?.bse,
      },
    ],
    IPONO_1: [],
    status: 'success',
  }
}

function listedRow({ name, bse, listing }: BseIssue) {
  return {
    CompanyName: name,
    Company_Short_Name: bse.symbol,
    IssuePrice: listing?.issuePrice,
    ListedOn: `${listing?.on}T00:00:00`,
    ListingDayClose: 100,
    ListingDayGain: 1,
    CurrentPrice: 100,
    GainLoss: 1,
    Time: '2031-12-31T00:00:00',
    IMAGE: `https://www.bseindia.com/stock-share-price/x/${bse.symbol.toLowerCase()}/${bse.code}/`,
  }
}

const NUMBERS = ['1', '2', '2.1', '2.2', '3', ''] as const
const OFFERED = ['547333', '218933', '145955', '72978', '328401', '1094667'] as const
const LABELS = [
  'Qualified Institutional Buyers (QIBs)',
  'Non Institutional Investors (NIIs)',
  'Non Institutional Investors (Bid amount of more than Ten Lakh Rupees)',
  'Non Institutional Investors (Bid amount of more than Two Lakh Rupees upto Ten Lakh Rupees)',
  'Retail Individual Investors (RIIs)',
  'Total',
]

/** BSE's own book; empty before its first bids. */
function demandOf(issue: BseIssue, moment: Instant) {
  const bids: Bids | undefined = shownAt(issue.bseBids ?? [], moment)
  if (!bids) return {}
  const line = (SRNo: string, col2: string, col3: string, col4: string, col5: string) => ({
    SRNo,
    col2,
    col3,
    col4,
    col5,
    Scripname: issue.name,
    Maxdt: bids.stamp,
  })
  const bidsAt = (index: number) =>
    String(Math.round(Number(OFFERED[index] ?? '') * Number(bids.times[index] ?? '')))
  return {
    table2: [
      line('Sr.No.', 'Category', 'No.of shares offered/reserved', 'No. of shares bid for', 'No. of times'),
      ...NUMBERS.map((number, i) =>
        line(number, LABELS[i] ?? '', OFFERED[i] ?? '', bidsAt(i), bids.times[i] ?? ''),
      ),
      line('1(D)', 'Others', '', '10', ''),
    ],
  }
}
