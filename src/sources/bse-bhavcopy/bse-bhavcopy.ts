import { addDays, type Day, istDay } from '../../market/calendar.ts'
import { readBseList, readPastListings } from '../bse-issues/lists.ts'
import { isDueAgain } from '../due.ts'
import { type BhavcopyLayout, readBhavcopy } from '../exchanges/bhavcopy.ts'
import { bseRequest } from '../exchanges/requests.ts'
import { parseMarkup } from '../formats/markup.ts'
import { dayFromIso } from '../parsing/dates.ts'
import { isPastList, pastList } from '../past.ts'
import {
  type DownloadedDocument,
  type DownloadRequest,
  type ParsedDocument,
  type PlanContext,
  type Source,
  UNNAMED_SUBJECT,
} from '../source.ts'

/** The groups of BSE's SME platform. The other groups do not show the board, since an SME share can move to them. */
const SME_GROUPS: ReadonlySet<string> = new Set(['M', 'MT'])

const LAYOUT: BhavcopyLayout = {
  exchange: 'BSE',
  headings: {
    day: 'TradDt',
    open: 'OpnPric',
    previousClose: 'PrvsClsgPric',
    high: 'HghPric',
    low: 'LwPric',
    close: 'ClsPric',
    volume: 'TtlTradgVol',
    deliveredPct: null,
  },
  required: [
    'TradDt',
    'FinInstrmTp',
    'FinInstrmId',
    'ISIN',
    'SctySrs',
    'FinInstrmNm',
    'OpnPric',
    'PrvsClsgPric',
  ],
  known: [
    ...['BizDt', 'Sgmt', 'Src', 'TckrSymb', 'XpryDt', 'FininstrmActlXpryDt', 'StrkPric', 'OptnTp'],
    ...['HghPric', 'LwPric', 'ClsPric', 'LastPric', 'UndrlygPric', 'SttlmPric', 'OpnIntrst'],
    ...['ChngInOpnIntrst', 'TtlTradgVol', 'TtlTrfVal', 'TtlNbOfTxsExctd', 'SsnId', 'NewBrdLotQty'],
    ...['Rmks', 'Rsvd1', 'Rsvd2', 'Rsvd3', 'Rsvd4'],
  ],
  mayLackLastLineEnd: true,
  isShare: (row) => row.text('FinInstrmTp') === 'STK',
  // The short name in TckrSymb is BSE's own: on NSE it may be the symbol of another company.
  subject: (row) => ({
    ...UNNAMED_SUBJECT,
    bseCode: row.text('FinInstrmId'),
    isin: row.text('ISIN'),
    name: row.text('FinInstrmNm'),
    board: SME_GROUPS.has(row.text('SctySrs') ?? '') ? 'SME' : null,
  }),
  dayFrom: dayFromIso,
}

const LISTS = [
  { list: 'listed/mainboard', flag: '1' },
  { list: 'listed/sme', flag: '2' },
] as const

/** Long enough that every issue of the board is found when it lists. */
const LISTED_WITHIN_DAYS = 120
/** New listings appear once a day; slightly less, since rounds do not begin to the minute. */
const LISTED_AGAIN_HOURS = 20

/**
 * The new listings at BSE, with issue price and trading code, and the prices of a day. BSE prints 0 as the previous
 * close on the day of a listing.
 */
export const bseBhavcopy: Source = {
  id: 'bse-bhavcopy',
  publisher: 'bse',
  home: 'https://www.bseindia.com/markets/MarketInfo/BhavCopy.aspx',
  contents: 'listing prices',
  schedule: { words: 'at 18:45, 20:15 and 22:15', cron: ['45 18 * * *', '15 20,22 * * *'] },
  isDated: true,
  listingsOn: 'BSE',
  plan: (context) => [
    ...LISTS.map(({ list, flag }) => listedRequest(list, flag, lastListings(context))).filter(
      ({ document }) => isDueAgain(context, document, LISTED_AGAIN_HOURS),
    ),
    ...context.days.map(requestFor),
  ],
  past: {
    lists: (range) =>
      LISTS.map(({ list, flag }) => listedRequest(pastList(`${list}/`, range), flag, range.from)),
    filesFrom: '2024-07-08',
  },
  read,
}

const lastListings = ({ now }: PlanContext): Day => addDays(istDay(now), -LISTED_WITHIN_DAYS)

const listedRequest = (document: string, flag: '1' | '2', from: Day): DownloadRequest =>
  bseRequest(document, 'MoreCompanyN', { Fromdt: from.replaceAll('-', ''), company: '', flag, type: '2' })

function requestFor(day: Day): DownloadRequest {
  const file = `BhavCopy_BSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.CSV`
  return {
    document: day,
    url: `https://www.bseindia.com/download/BhavCopy/Equity/${file}`,
    expects: 'csv',
    referer: 'https://www.bseindia.com/',
    day,
  }
}

function read(answer: DownloadedDocument): ParsedDocument {
  const { document, body, day } = answer
  if (isPastList(document)) return readPastListings(answer)
  if (document.startsWith('listed/')) return readBseList(answer)
  if (isNotPublishedPage(body)) return { entries: [], rows: 0, unknownColumns: [] }
  return readBhavcopy(body, day, LAYOUT)
}

const IS_PAGE = /^\s*</
const NOT_THERE =
  /\b404\b|(not|n't)( be)? found\b|\b(has been|was) removed\b|(not|n't) exist\b|\bno longer (available|exists)\b/i

/** True for the page that BSE serves, with status 200, instead of a file that it has not published. */
export function isNotPublishedPage(body: string): boolean {
  if (!IS_PAGE.test(body)) return false
  const page = parseMarkup(body, true)
  // Only visible text counts: numbers in scripts and addresses mean nothing.
  page('script, style').remove()
  return NOT_THERE.test(page.root().text())
}
