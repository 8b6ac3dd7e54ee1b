import { type Day, type Instant, istDay, istInstant } from '../../src/market/calendar.ts'
import type { UpstreamDocument } from '../support/upstreams.ts'
import { dashed, dayFirst, HOLIDAY, morning, on, ROUNDS } from './days.ts'
import { DEALS, type DealDay, type DealLine } from './deals.ts'
import { ISSUES } from './issues.ts'

/** When the files of the day are published. */
const PUBLISHED_FROM = '18:00'
const SESSIONS: readonly Day[] = [...new Set(ROUNDS.map(istDay))].filter((day) => day !== HOLIDAY)
const publishedBy = (moment: Instant): readonly Day[] =>
  SESSIONS.filter((day) => istInstant(day, PUBLISHED_FROM) <= moment)

const ARCHIVE = 'https://nsearchives.nseindia.com'
const csv = (url: string, lines: readonly string[]): UpstreamDocument => ({
  url,
  type: 'csv',
  body: lines.map((line) => `${line}\n`).join(''),
})

/** The files of deals and prices of both exchanges at a moment. */
export function fileDocuments(moment: Instant): UpstreamDocument[] {
  const days = publishedBy(moment)
  return [
    ...nseDeals(days.at(-1)),
    ...bseDeals(days.at(-1)),
    ...days.map((day) => nseBhavcopy(day, day, moment)),
    // On a holiday NSE serves the file of the previous session.
    ...(istDay(moment) === HOLIDAY ? [nseBhavcopy(HOLIDAY, on(27), moment)] : []),
    ...days.map(bseBhavcopy),
    ...SESSIONS.filter((day) => !days.includes(day)).map(notOnBse),
    notOnBse(HOLIDAY),
  ]
}

const linesOf = (list: DealDay['list'], day: Day | undefined): readonly DealLine[] =>
  DEALS.find((deals) => deals.list === list && deals.day === day)?.lines ?? []

const DEAL_HEAD =
  'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price'

function nseDeals(day: Day | undefined): UpstreamDocument[] {
  const file = (name: 'bulk' | 'block', head: string, end: string) => {
    const lines = linesOf(`nse ${name}`, day).map(([symbol, client, side, quantity, price]) =>
      [dashed(day ?? '').toUpperCase(), symbol, `${symbol} LIMITED`, client, side, quantity, price].join(','),
    )
    const rows = lines.length > 0 ? lines.map((line) => `${line}${end}`) : ['NO RECORDS,,,,,,']
    return csv(`${ARCHIVE}/content/equities/${name}.csv`, [head, ...rows])
  }
  return [file('bulk', `${DEAL_HEAD},Remarks`, ',-'), file('block', DEAL_HEAD, '')]
}

function bseDeals(day: Day | undefined): UpstreamDocument[] {
  const list = (name: 'bulk' | 'block', endpoint: string): UpstreamDocument => ({
    url: `https://api.bseindia.com/BseIndiaAPI/api/${endpoint}/w`,
    type: 'json',
    body: JSON.stringify({
      Table: linesOf(`bse ${name}`, day).map(([symbol, client, side, quantity, price]) => ({
        DEAL_DATE: dayFirst(day ?? '', '/'),
        SCRIP_CODE: 599103,
        ScripName: symbol,
        CLIENT_NAME: client,
        TRANSACTION_TYPE: side,
        QUANTITY: quantity,
        PRICE: Number(price),
        SENDTOWEBSITE: `${day}T17:42:11.21`,
      })),
    }),
  })
  return [list('bulk', 'BulkDeal_Beta'), list('block', 'BlockDeal_Beta')]
}

const NSE_HEAD =
  'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER'

/** The file first has a wrong previous close for `Saffron Boilers`, which is corrected over the weekend. */
const MISPRINT = { symbol: 'SAFFRON', previousClose: '9.00', until: morning(24) }

function nseBhavcopy(asked: Day, day: Day, moment: Instant): UpstreamDocument {
  const line = (symbol: string, series: string, previous: string, open: string) =>
    `${symbol}, ${series}, ${dashed(day)}, ${previous}, ${open}, 999.00, 1.00, 67.33, 67.12, 69.26, 130275, 90.52, 417, -, -`
  const listings = ISSUES.flatMap(({ nse, listing }) => {
    if (!nse || listing?.on !== day || listing.opens.NSE === undefined) return []
    const isMisprint = nse.symbol === MISPRINT.symbol && moment < MISPRINT.until
    const previous = isMisprint ? MISPRINT.previousClose : listing.issuePrice.toFixed(2)
    return [line(nse.symbol, nse.series, previous, listing.opens.NSE.toFixed(2))]
  })
  const others = [line('KAMALTEX', 'EQ', '53.00', '53.40'), line('KAMALBEES', 'GB', '5300.00', '5310.00')]
  return csv(`${ARCHIVE}/products/content/sec_bhavdata_full_${dayFirst(asked, '')}.csv`, [
    NSE_HEAD,
    ...others,
    ...listings,
  ])
}

const BSE_HEAD =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4'

const bseFile = (day: Day) =>
  `https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.CSV`

/** On the first day of trading BSE prints no previous close. */
function bseBhavcopy(day: Day): UpstreamDocument {
  const line = (
    code: string,
    isin: string,
    symbol: string,
    group: string,
    name: string,
    open: string,
    previous: string,
  ) =>
    `${day},${day},CM,BSE,STK,${code},${isin},${symbol},${group},,,,,${name},${open},999.00,1.00,62.40,62.45,${previous},,62.40,,,57570,251369.00,88,F1,1,,,,,`
  const listings = ISSUES.flatMap(({ name, nse, bse, listing }) => {
    if (!bse || listing?.on !== day || listing.opens.BSE === undefined) return []
    const isin = nse?.isin ?? `INE0${bse.code}11`
    const open = listing.opens.BSE.toFixed(2)
    return [line(bse.code, isin, bse.symbol, bse.group, name.toUpperCase().slice(0, 30), open, '0.00')]
  })
  return csv(bseFile(day), [
    BSE_HEAD,
    line('500999', 'INE0KML01011', 'KAMALTEX', 'B', 'KAMAL TEXTILES LIMITED', '53.10', '53.00'),
    ...listings,
  ])
}

/** A missing file is answered by a page with status 200. */
const notOnBse = (day: Day): UpstreamDocument => ({
  url: bseFile(day),
  type: 'html',
  body: '<!doctype html><html><head><title>BSE</title></head><body><h2>404 - File or directory not found.</h2></body></html>',
})
