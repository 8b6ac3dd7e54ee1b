import type { UpstreamDocument } from './upstreams.ts'

/** The evening of the day of the documents, when all of them are published. */
export const EVENING = '2026-01-14T14:00:00.000Z'

const NSE_API = 'https://www.nseindia.com/api'
const BSE_API = 'https://api.bseindia.com/BseIndiaAPI/api'
const ARCHIVE = 'https://nsearchives.nseindia.com'

export const json = (url: string, value: unknown): UpstreamDocument => ({
  url,
  type: 'json',
  body: JSON.stringify(value),
})
export const csv = (url: string, ...lines: string[]): UpstreamDocument => ({
  url,
  type: 'csv',
  body: lines.map((line) => `${line}\n`).join(''),
})

const CEDAR = {
  companyName: 'Cedar Looms Limited',
  symbol: 'CEDARLOOM',
  series: 'EQ',
  issueStartDate: '13-Jan-2026',
  issueEndDate: '15-Jan-2026',
  issuePrice: 'Rs.95 to Rs.100',
  issueSize: '3500000',
}
const CEDAR_LINES = [
  ['Cedar Looms Limited ', ''],
  ['Symbol', 'CEDARLOOM'],
  ['Issue Period', '13-Jan-2026 to 15-Jan-2026'],
  ['Issue Type', '100% Book Building'],
  ['Price Range', 'Rs. 95 to Rs. 100 per Equity Share'],
  ['Face Value', 'Rs. 10 per Equity Share'],
  ['Bid Lot', '150 Equity Shares and in multiples thereof'],
] as const

const DEAL_HEAD =
  'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price'
const NSE_PRICES_HEAD =
  'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER'
const BSE_PRICES_HEAD =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'

const bseDeal = {
  DEAL_DATE: '14/01/2026',
  SCRIP_CODE: 599103,
  ScripName: 'HERONPAP',
  CLIENT_NAME: 'NEEL VENTURES LLP',
  TRANSACTION_TYPE: 'P',
  QUANTITY: 64000,
  PRICE: 71.5,
  SENDTOWEBSITE: '2026-01-14T17:42:11.21',
}

export const BULK_DEALS = csv(
  `${ARCHIVE}/content/equities/bulk.csv`,
  `${DEAL_HEAD},Remarks`,
  '14-JAN-2026,KAMALTEX,Kamal Textiles Limited,NEEL VENTURES LLP,BUY,81000,28.50,-',
  '14-JAN-2026,KAMALTEX,Kamal Textiles Limited,NEEL VENTURES LLP,SELL,81000,28.50,-',
)

/** A list of holidays in shares, behind one of another market. */
export const holidayList = (
  segment: 'trading' | 'clearing',
  holidays: readonly (readonly [day: string, name: string])[],
): UpstreamDocument => {
  const rows = holidays.map(([tradingDate, description], i) => ({
    ...{ tradingDate, weekDay: 'Monday', description },
    ...{ morning_session: null, evening_session: null, Sr_no: i + 1 },
  }))
  const bonds = [{ ...rows[0], tradingDate: '01-Dec-2031', description: 'Bond Day' }]
  return json(`${NSE_API}/holiday-master?type=${segment}`, { CBM: bonds, CM: rows })
}

/** To be served before the list of the day, which matches every request. */
export const NO_DEALS_THE_DAY_BEFORE = json(`${BSE_API}/BulkDeal_Beta/w?strDate=13012026`, { Table: [] })

/** Invented documents of the exchanges in the evening: an open issue, deals of the day, and its prices. */
export const EXCHANGE_DOCUMENTS: readonly UpstreamDocument[] = [
  json(`${NSE_API}/ipo-current-issue`, [
    {
      ...CEDAR,
      ...{ status: 'Active', category: 'Total', noOfSharesOffered: '3500000.0', noOfsharesBid: '7.0E6' },
      ...{ noOfTime: '2.0', srNo: null },
    },
  ]),
  json(`${NSE_API}/all-upcoming-issues?category=ipo`, [{ ...CEDAR, status: 'Active' }]),
  json(`${NSE_API}/public-past-issues`, []),
  json(`${NSE_API}/ipo-detail?symbol=CEDARLOOM&series=EQ`, {
    companyName: 'CEDARLOOM',
    metaInfo: {},
    issueInfo: { symbol: 'CEDARLOOM', dataList: CEDAR_LINES.map(([title, value]) => ({ title, value })) },
    bidDetails: [],
    activeCat: { dataList: [], heading: null, symbol: null, updateTime: 'Updated as on null' },
  }),
  holidayList('trading', [['26-Jan-2026', 'Kite Festival']]),
  holidayList('clearing', [
    ['26-Jan-2026', 'Kite Festival'],
    ['01-Apr-2026', 'Closing of the banks'],
  ]),
  json(`${BSE_API}/GetPublicIssue_par_updated/w`, { Table: [] }),
  json(`${BSE_API}/MoreCompanyN/w`, { Table: [] }),
  BULK_DEALS,
  csv(`${ARCHIVE}/content/equities/block.csv`, DEAL_HEAD, 'NO RECORDS,,,,,,'),
  json(`${BSE_API}/BulkDeal_Beta/w`, { Table: [bseDeal] }),
  json(`${BSE_API}/BlockDeal_Beta/w`, { Table: [] }),
  csv(
    `${ARCHIVE}/products/content/sec_bhavdata_full_14012026.csv`,
    NSE_PRICES_HEAD,
    'KAMALTEX, EQ, 14-Jan-2026, 28.00, 28.20, 29.00, 27.00, 28.40, 28.50, 28.30, 130275, 36.87, 417, -, -',
  ),
  csv(
    'https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_20260114_F_0000.CSV',
    BSE_PRICES_HEAD,
    '2026-01-14,2026-01-14,CM,BSE,STK,500999,INE0KML01011,KAMALTEX,B,,,,,KAMAL TEXTILES LIMITED,28.10,29.00,27.00,28.40,28.45,28.00,,28.40,,,57570,1634988.00,88,F1,1,,,,,',
  ),
]

const gmpTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')

const ipowatchPage = (head: readonly string[], rows: readonly (readonly string[])[]): UpstreamDocument => ({
  url: 'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/',
  type: 'html',
  body: `<!doctype html><html><head><title>IPO GMP</title></head><body><table>${gmpTable(head, rows)}</table></body></html>`,
})

const IPOWATCH_HEAD = ['IPO Name', 'IPO GMP', 'Price Band', 'Est. Listing', 'Date', 'Type']
const CEDAR_QUOTE = ['Cedar Looms', '₹40', '₹100', '₹140 (40.00%)', '13-15 January', 'Mainboard']

/** A tracker's page: a quote for the open issue, and one for an unknown company. */
export const IPOWATCH_PAGE = ipowatchPage(IPOWATCH_HEAD, [
  CEDAR_QUOTE,
  ['Willow Pumps', '₹12', '₹60', '₹72 (20.00%)', '20-22 January', 'SME'],
])
export const IPOWATCH_WITHOUT_GMP = ipowatchPage(
  IPOWATCH_HEAD.map((heading) => (heading === 'IPO GMP' ? 'Rumour' : heading)),
  [CEDAR_QUOTE],
)
export const IPOWATCH_WITH_MORE = ipowatchPage([...IPOWATCH_HEAD, 'Mood'], [[...CEDAR_QUOTE, 'good']])
