import type { Day } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import { type BhavcopyLayout, readBhavcopy } from '../exchanges/bhavcopy.ts'
import { nseFileRequest } from '../exchanges/requests.ts'
import { dayFromDMonY } from '../parsing/dates.ts'
import { isPastList, pastList } from '../past.ts'
import { type DayRange, type DownloadRequest, type Source, UNNAMED_SUBJECT } from '../source.ts'
import { readSecurities } from './securities.ts'

/** The series in which shares are first traded. BE and ST are for delivery only, and most SME shares begin in ST. */
const BOARD_OF_SERIES: ReadonlyMap<string, Board> = new Map([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SM', 'SME'],
  ['ST', 'SME'],
])

const LAYOUT: BhavcopyLayout = {
  exchange: 'NSE',
  headings: {
    day: 'DATE1',
    open: 'OPEN_PRICE',
    previousClose: 'PREV_CLOSE',
    high: 'HIGH_PRICE',
    low: 'LOW_PRICE',
    close: 'CLOSE_PRICE',
    volume: 'TTL_TRD_QNTY',
    deliveredPct: 'DELIV_PER',
  },
  required: ['SYMBOL', 'SERIES', 'DATE1', 'PREV_CLOSE', 'OPEN_PRICE'],
  known: [
    'HIGH_PRICE',
    'LOW_PRICE',
    'LAST_PRICE',
    'CLOSE_PRICE',
    'AVG_PRICE',
    'TTL_TRD_QNTY',
    'TURNOVER_LACS',
    'NO_OF_TRADES',
    'DELIV_QTY',
    'DELIV_PER',
  ],
  isShare: (row) => BOARD_OF_SERIES.has(row.text('SERIES') ?? ''),
  subject: (row) => ({
    ...UNNAMED_SUBJECT,
    symbol: row.text('SYMBOL'),
    board: BOARD_OF_SERIES.get(row.text('SERIES') ?? '') ?? null,
  }),
  dayFrom: dayFromDMonY,
}

const PAGE = 'https://www.nseindia.com/all-reports'

/**
 * The prices of a day. On the day of a listing, the open is the listing price and the previous close the issue price.
 */
export const nseBhavcopy: Source = {
  id: 'nse-bhavcopy',
  publisher: 'nse',
  home: PAGE,
  contents: 'listing prices',
  schedule: { words: 'at 18:45, 20:15 and 22:15', cron: ['45 18 * * *', '15 20,22 * * *'] },
  isDated: true,
  listingsOn: 'NSE',
  plan: ({ days }) => days.map(requestFor),
  past: {
    lists: (range) => [
      securitiesRequest('mainboard', '/content/equities/EQUITY_L.csv', range),
      securitiesRequest('sme', '/emerge/corporates/content/SME_EQUITY_L.csv', range),
    ],
  },
  read: (answer) =>
    isPastList(answer.document) ? readSecurities(answer) : readBhavcopy(answer.body, answer.day, LAYOUT),
}

const securitiesRequest = (board: string, path: string, range: DayRange): DownloadRequest =>
  nseFileRequest(pastList(`securities/${board}/`, range), path, PAGE)

function requestFor(day: Day): DownloadRequest {
  const ddmmyyyy = day.split('-').reverse().join('')
  return { ...nseFileRequest(day, `/products/content/sec_bhavdata_full_${ddmmyyyy}.csv`, PAGE), day }
}
