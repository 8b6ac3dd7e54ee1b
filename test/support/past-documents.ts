import { addDays, type Day, writtenDay } from '../../src/market/calendar.ts'
import { csv, json } from './upstream-documents.ts'
import type { UpstreamDocument } from './upstreams.ts'

const NSE_API = 'https://www.nseindia.com/api'
const BSE_API = 'https://api.bseindia.com/BseIndiaAPI/api'
const ARCHIVES = 'https://nsearchives.nseindia.com'
const INVESTORGAIN = 'https://webnodejs.investorgain.com/cloud/v2'

/** An issue of the invented past: its price is ₹100, and it lists five days after it closes. */
export interface PastIssue {
  readonly name: string
  readonly opens: Day
  readonly board: 'MAINBOARD' | 'SME'
  /** Its symbol, if it is on NSE. */
  readonly symbol?: string
  /** Its number and its trading code, if it is on BSE. */
  readonly bse?: { readonly number: number; readonly code: string }
  /** InvestorGain's number of it. */
  readonly id: number
}

export const closesOn = ({ opens }: PastIssue): Day => addDays(opens, 2)
export const listsOn = ({ opens }: PastIssue): Day => addDays(opens, 7)

export const PAST_ISSUES: readonly PastIssue[] = [
  {
    name: 'Teal Pumps Limited',
    opens: '2024-05-06',
    board: 'SME',
    bse: { number: 8102, code: '544801' },
    id: 71,
  },
  {
    ...{ name: 'Harbor Looms Limited', opens: '2024-09-02', board: 'MAINBOARD', symbol: 'HARBORLOOM' },
    ...{ bse: { number: 8101, code: '544901' }, id: 72 },
  },
  {
    name: 'Onyx Tiles Limited',
    opens: '2025-02-10',
    board: 'SME',
    bse: { number: 8104, code: '544950' },
    id: 73,
  },
  { name: 'Reed Lamps Limited', opens: '2025-03-03', board: 'SME', symbol: 'REEDLAMP', id: 74 },
]
const OLD_MILL: PastIssue = {
  name: 'Old Mill Limited',
  opens: '2012-03-05',
  board: 'MAINBOARD',
  symbol: 'OLDMILL',
  id: 9,
}

const upper = (day: Day) => writtenDay(day).replaceAll(' ', '-').toUpperCase().padStart(11, '0')
const compact = (day: Day) => day.replaceAll('-', '')
const dayFirst = (day: Day, mark: string) => day.split('-').toReversed().join(mark)

const pastRow = (issue: PastIssue) => ({
  ...{ company: issue.name, companyName: issue.name, symbol: issue.symbol },
  ...{
    securityType: issue.board === 'SME' ? 'SME' : 'EQ',
    priceRange: 'Rs.95 to Rs.100',
    issuePrice: '   100',
  },
  ...{
    ipoStartDate: upper(issue.opens),
    ipoEndDate: upper(closesOn(issue)),
    listingDate: upper(listsOn(issue)),
  },
})

function detail(issue: PastIssue): UpstreamDocument {
  const { symbol = '', name } = issue
  const lines = [
    [name, ''],
    ['Symbol', symbol],
    ['Issue Period', `${upper(issue.opens)} to ${upper(closesOn(issue))}`],
    ['Price Range', 'Rs. 95 to Rs. 100 per Equity Share'],
    ['Bid Lot', '150 Equity Shares and in multiples thereof'],
  ]
  const bids = (srNo: string | null, category: string, times: string) => ({
    ...{ srNo, category, noOfShareOffered: '1000', noOfSharesBid: String(Number(times) * 1000) },
    noOfTotalMeant: times,
  })
  const heading = {
    ...{ srNo: 'Sr.No.', category: 'Category', noOfShareOffered: 'No.of shares offered/reserved' },
    ...{ noOfSharesBid: 'No. of shares bid for', noOfTotalMeant: 'No. of times of total meant' },
  }
  return json(`${NSE_API}/ipo-detail?symbol=${symbol}&series=${issue.board === 'SME' ? 'SME' : 'EQ'}`, {
    companyName: symbol,
    metaInfo: {},
    issueInfo: { symbol, heading: name, dataList: lines.map(([title, value]) => ({ title, value })) },
    bidDetails: [],
    activeCat: {
      ...{ heading: null, symbol, updateTime: `Updated as on ${upper(closesOn(issue))} 19:00:00` },
      dataList: [
        heading,
        bids('1', 'Qualified Institutional Buyers(QIBs)', '3.5'),
        bids(null, 'Total', '4.5'),
      ],
    },
  })
}

const landingRow = (issue: PastIssue) => ({
  ...{ Scrip_cd: 4000, Scrip_Name: issue.name, IPO_NO: issue.bse?.number },
  ...{ Start_Dt: `${issue.opens}T00:00:00`, End_Dt: `${closesOn(issue)}T00:00:00` },
  ...{ Price_Band: '95.00 - 100.00', Face_Val: 10, IR_flag: 'IPO', IR_FLAG_FULL: 'IPO', Status: 'C' },
  eXCHANGE_PLATFORM: issue.board === 'SME' ? 'SME' : 'MainBoard',
})

const listedRow = (issue: PastIssue) => ({
  ...{
    CompanyName: issue.name,
    Company_Short_Name: issue.name.split(' ')[0]?.toUpperCase(),
    IssuePrice: 100,
  },
  ...{ ListedOn: `${listsOn(issue)}T00:00:00`, IMAGE: `https://www.bseindia.com/a/b/${issue.bse?.code}/` },
})

function pageAndDemand(issue: PastIssue): UpstreamDocument[] {
  const { number = 0 } = issue.bse ?? {}
  const [month, day, year] = [
    closesOn(issue).slice(5, 7),
    closesOn(issue).slice(8),
    closesOn(issue).slice(0, 4),
  ]
  const line = (SRNo: string, col2: string, col3: string, col4: string, col5: string) => ({
    ...{ SRNo, col2, col3, col4, col5, Scripname: issue.name },
    Maxdt: `${Number(month)}/${Number(day)}/${year} 19:00:00`,
  })
  const page = {
    ...{
      IPO_NO: String(number),
      ScripName: issue.name,
      Security_Type: 'Equity',
      Symbol: issue.symbol ?? 'OWNNAME',
    },
    ...{ Issue_Period: `${writtenDay(issue.opens)} to ${writtenDay(closesOn(issue))}` },
    ...{ Price_Band: '95.00-100.00', Face_Value: '10.00', Market_Lot: '150', Minimum_Bid_Quantity: '150' },
  }
  return [
    json(`${BSE_API}/GetMkt_ISSUE_BBS_IPO/w?IPO_NO=${number}`, { IPONO_0: [page] }),
    json(`${BSE_API}/Pubissues_GetBkbldgCatdem_ng/w?IPO_NO=${number}`, {
      table2: [
        line('Sr.No.', 'Category', 'No.of shares offered/reserved', 'No. of shares bid for', 'No. of times'),
        line('1', 'Qualified Institutional Buyers (QIBs)', '1000', '2500', '2.5'),
        line('4', 'Employees', '1000', '1500', '1.5'),
        line('', 'Total', '2000', '4000', '2'),
      ],
    }),
  ]
}

const NSE_PRICES =
  'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER'
const BSE_PRICES =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'

function nsePrices(issue: PastIssue): UpstreamDocument {
  const day = listsOn(issue)
  return csv(
    `${ARCHIVES}/products/content/sec_bhavdata_full_${dayFirst(day, '')}.csv`,
    NSE_PRICES,
    `OTHER, EQ, ${upper(day)}, 28.00, 28.20, 29.00, 27.00, 28.40, 28.50, 28.30, 130275, 36.87, 417, -, -`,
    `${issue.symbol}, ${issue.board === 'SME' ? 'ST' : 'EQ'}, ${upper(day)}, 100.00, 120.00, 125.00, 118.00, 121.00, 122.00, 120.10, 900, 1.10, 40, -, -`,
  )
}

function bsePrices(issue: PastIssue): UpstreamDocument {
  const day = listsOn(issue)
  return csv(
    `https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_${compact(day)}_F_0000.CSV`,
    BSE_PRICES,
    `${day},${day},CM,BSE,STK,${issue.bse?.code},INE0PST${issue.id}019,SHORT,M,,,,,${issue.name.toUpperCase()},119.00,125.00,118.00,122.00,121.00,0.00,,122.00,,,900,110000.00,40,F1,1,,,,,`,
  )
}

const quoteRow = (issue: PastIssue, id = issue.id) => ({
  Name: `<a href="/gmp/x/${id}/">${issue.name.replace(' Limited', '')}</a> <b>L@120.00 (20.00%)</b>`,
  ...{ GMP: '&#8377;<b>15</b> (15.00%)', '~id': id, 'Updated-On': '<b>8-May 19:00</b>', 'Price (₹)': '100' },
  ...{ '~Srt_Open': issue.opens, '~Srt_Close': closesOn(issue), '~Str_Listing': listsOn(issue) },
  '~IPO_Category': issue.board === 'SME' ? 'SME' : 'IPO',
})

function months(): UpstreamDocument[] {
  const address = (year: number, month: number) => `${INVESTORGAIN}/report/data-read/331/1/${month}/${year}/`
  const all = [...Array(24).keys()].map((i) => ({ year: 2024 + Math.floor(i / 12), month: (i % 12) + 1 }))
  return all.map(({ year, month }) => {
    const start = month >= 4 ? year : year - 1
    const text = `${year}-${String(month).padStart(2, '0')}`
    const rows = PAST_ISSUES.filter(({ opens }) => opens.startsWith(text)).map((issue) => quoteRow(issue))
    const stranger = { ...OLD_MILL, name: 'Unknown Wheels Limited', opens: '2024-05-20' }
    return json(`${address(year, month)}${start}-${(start + 1) % 100}/0/all`, {
      msg: 1,
      reportTableData: text === '2024-05' ? [...rows, quoteRow(stranger, 99)] : rows,
    })
  })
}

const history = (issue: PastIssue): UpstreamDocument =>
  json(`${INVESTORGAIN}/ipo/ipo-gmp-read/${issue.id}/true`, {
    msg: 1,
    ipoGmpData: [2, 1, 0].map((ago) => ({
      ...{ ipo_id: issue.id, gmp_date: dayFirst(addDays(closesOn(issue), -ago), '-'), gmp: String(15 - ago) },
      max_ipo_price: '100.00',
    })),
  })

const SECURITIES =
  'SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE'
const SME_SECURITIES = 'SYMBOL,NAME_OF_COMPANY,SERIES,DATE_OF_LISTING,PAID_UP_VALUE,ISIN_NUMBER,FACE_VALUE,'

const isOnNse = ({ symbol }: PastIssue) => symbol !== undefined
const isOnBse = ({ bse }: PastIssue) => bse !== undefined

/** What the hosts still have in later years. */
export const PAST_DOCUMENTS: readonly UpstreamDocument[] = [
  json(`${NSE_API}/public-past-issues`, [OLD_MILL, ...PAST_ISSUES.filter(isOnNse)].map(pastRow)),
  ...PAST_ISSUES.filter(isOnNse).flatMap((issue) => [detail(issue), nsePrices(issue)]),
  csv(
    `${ARCHIVES}/content/equities/EQUITY_L.csv`,
    SECURITIES,
    'HARBORLOOM,Harbor Looms Limited,EQ,09-SEP-2024,10,1,INE0PST72019,10',
    'UNRELATED,Unrelated Wheels Limited,EQ,01-OCT-2024,10,1,INE0UNW01019,10',
  ),
  csv(
    `${ARCHIVES}/emerge/corporates/content/SME_EQUITY_L.csv`,
    SME_SECURITIES,
    'REEDLAMP,Another Lamps Limited,SM,10-Mar-15,10,INE0YYY01019,10,',
  ),
  json(`${BSE_API}/HomePage_Issues_BBS_Landing_ng/w`, {
    Table: [{ ...landingRow(OLD_MILL), IPO_NO: 17 }, ...PAST_ISSUES.filter(isOnBse).map(landingRow)],
  }),
  ...(['1', '2'] as const).map((flag) =>
    json(`${BSE_API}/MoreCompanyN/w?flag=${flag}`, {
      Table: PAST_ISSUES.filter(isOnBse)
        .filter(({ board }) => (board === 'SME') === (flag === '2'))
        .map(listedRow),
    }),
  ),
  ...PAST_ISSUES.filter(isOnBse).flatMap((issue) => [...pageAndDemand(issue), bsePrices(issue)]),
  ...months(),
  ...PAST_ISSUES.map(history),
]
