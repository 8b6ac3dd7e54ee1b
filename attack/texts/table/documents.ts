import { isFirstLine, readPieceLine } from '../../../src/cli/pieces/piece-lines.ts'
import { isNotPublishedPage } from '../../../src/sources/bse-bhavcopy/bse-bhavcopy.ts'
import { readBseDealsCsv } from '../../../src/sources/bse-deals/bse-deals.ts'
import { amountIn, bandIn, IPO_NUMBER, issueNamedIn } from '../../../src/sources/bse-issues/cells.ts'
import { readDemand } from '../../../src/sources/bse-issues/demand.ts'
import { ISSUE_PAGE_LAYOUT, readIssuePage } from '../../../src/sources/bse-issues/issue-page.ts'
import {
  BOARD_LAYOUT,
  iposIn,
  LISTED_LAYOUT,
  readBseList,
  readPastIssues,
  readPastListings,
} from '../../../src/sources/bse-issues/lists.ts'
import { readBhavcopy } from '../../../src/sources/exchanges/bhavcopy.ts'
import { bidCounts, multipleFrom, rowsBelowHeadings } from '../../../src/sources/exchanges/bids.ts'
import { parseLine, readLine } from '../../../src/sources/facts-file/read-line.ts'
import * as csv from '../../../src/sources/formats/csv.ts'
import { bestTable, readPage } from '../../../src/sources/formats/html-table.ts'
import * as json from '../../../src/sources/formats/json.ts'
import { firstWithin, parseMarkup, textWithout } from '../../../src/sources/formats/markup.ts'
import {
  leadsOf,
  rangeIn,
  readQuoteList as readGmpList,
  readHistory,
  readPastList,
  responseBody,
  saudaIn,
} from '../../../src/sources/investorgain/quotes.ts'
import { readQuotes } from '../../../src/sources/ipoji/ipoji.ts'
import { readSecurities } from '../../../src/sources/nse-bhavcopy/securities.ts'
import { readNseDealsCsv } from '../../../src/sources/nse-deals/nse-deals.ts'
import { readHolidays } from '../../../src/sources/nse-holidays/nse-holidays.ts'
import * as cellRules from '../../../src/sources/nse-issues/cells.ts'
import { boardOfSeries, issueNamed } from '../../../src/sources/nse-issues/cells.ts'
import { readDetail } from '../../../src/sources/nse-issues/detail.ts'
import { readIssueSize } from '../../../src/sources/nse-issues/issue-size.ts'
import { issuesIn, readNseList } from '../../../src/sources/nse-issues/lists.ts'
import {
  type CellRule,
  cellIfPrinted,
  cellOf,
  jsonRow,
  parseRow,
  readJsonRows,
} from '../../../src/sources/parsing/row.ts'
import {
  findColumns,
  readTrackerTable,
  type TrackerLayout,
} from '../../../src/sources/parsing/tracker-table.ts'
import { type DownloadedDocument, type Observation, UNNAMED_SUBJECT } from '../../../src/sources/source.ts'
import { readTableFile } from '../../../src/sources/table-file/table-file.ts'
import { parsePosition } from '../../../src/store/pieces/piece.ts'
import { readersOf } from '../text-reader.ts'

const answer = (
  body: string,
  document = 'page/1',
  url = 'https://a.example/?symbol=ACME&series=EQ',
): DownloadedDocument => ({
  document,
  url,
  day: null,
  fetchedAt: '2031-03-12T14:30:00.000Z',
  body,
})

/** A row in which every cell is the text, except for the given ones. */
const rowOf = (keys: readonly string[], text: string, given: Record<string, string> = {}) => ({
  ...Object.fromEntries(keys.map((key) => [key, text])),
  ...given,
})
const keysOf = ({ required, known }: { required: readonly string[]; known: readonly string[] }) => [
  ...required,
  ...known,
]
const listOf = (...rows: readonly object[]) => JSON.stringify(rows)

const LAYOUT: TrackerLayout = {
  format: 'html',
  aliases: { name: ['Company'], gmp: ['GMP'], price: ['Price'], dates: ['Dates'], updated: ['Updated'] },
  ignored: [],
  isZeroAQuote: () => true,
  dayFrom: () => null,
}
const HEADINGS = ['Company', 'GMP', 'Price', 'Dates', 'Updated']
/** A table with the text as one of its cells. */
const htmlTable = (text: string) =>
  `<html><body><table><tr>${HEADINGS.map((heading) => `<td>${heading}</td>`).join('')}</tr>
<tr><td>Acme</td><td>12</td><td>${text}</td><td></td><td></td></tr></table></body></html>`
const csvOf = (headings: readonly string[], text: string) =>
  `${headings.join(',')}\n${headings.map(() => text).join(',')}\n`

const NSE_ISSUE = {
  required: ['companyName', 'symbol', 'series', 'issueStartDate', 'issueEndDate', 'issuePrice', 'issueSize'],
  known: [
    'status',
    'noOfSharesOffered',
    'noOfTime',
    'noOfsharesBid',
    'category',
    'srNo',
    'company',
    'priceRange',
  ],
}
const NSE_TITLES = [
  ...[
    'Symbol',
    'Issue Period',
    'Price Range',
    'Issue Size',
    'Face Value',
    'Bid Lot',
    'Discount',
    'Categories',
  ],
  ...['Name of the Registrar', 'Book Running Lead Managers', 'Red Herring Prospectus'],
  ...['Cut-off time for UPI Mandate Confirmation', 'Maximum Subscription Amount for Retail Investor'],
]
const NSE_DETAIL = (text: string) => ({
  companyName: text,
  metaInfo: { isin: text },
  issueInfo: {
    symbol: 'ACME',
    heading: text,
    dataList: [{ title: text, value: '' }, ...NSE_TITLES.map((title) => ({ title, value: text }))],
  },
  activeCat: {
    updateTime: `Updated as on ${text}`,
    dataList: [rowOf(['srNo', 'category', 'noOfShareOffered', 'noOfSharesBid', 'noOfTotalMeant'], text)],
  },
  bidDetails: [rowOf(['srNo', 'category', 'noOfshareBid', 'noofapplication'], text, { srNo: '3' })],
})
const HOLIDAY = ['tradingDate', 'weekDay', 'description', 'Sr_no']
const BSE_DEMAND = ['SRNo', 'col2', 'col3', 'col4', 'col5', 'Scripname', 'Maxdt']
const MONTHLY = ['Name', 'GMP', '~id', 'Updated-On', 'Price', '~IPO_Category', '~Srt_Open', '~ipo_name']
const SECURITY = ['SYMBOL', 'NAME_OF_COMPANY', 'SERIES', 'DATE_OF_LISTING', 'ISIN_NUMBER']
const CSV_PIECES = ['a,b\n', '",', '"\n', '\r', 'NO RECORDS']
const HTML_PIECES = [
  '<tr><td>',
  '</td>',
  '<table><tr><td>',
  '<b>1</b>',
  '<sup>',
  '&amp;',
  '<!--',
  '<a title="',
]

const NO_CELL: CellRule<string> = { rule: 'cell', expected: 'another text', from: () => null }
const NO_ROW: CellRule<Observation> = { ...NO_CELL, from: () => null }
const BHAVCOPY = ['DATE', 'OPEN', 'PREV', 'VOLUME']

const SIZE_PIECES = [
  ' fresh issue',
  ' offer for sale',
  ' of',
  ' Rs. 5',
  ' crore',
  '(including ',
  ' including ',
  ' equity shares',
]

/** Functions that parse documents: the text is a whole document, or every cell of one. */
export const DOCUMENTS = [
  ...readersOf(
    'src/sources/formats/csv.ts',
    {
      headingKey: csv.headingKey,
      headingKeysOf: csv.headingKeysOf,
      readCsv: (text) => csv.readCsv(text, { required: [], known: [], mayLackLastLineEnd: true }),
      rowBelow: (text) =>
        csv.rowBelow(text.split(' '), text.split(','), { row: 1, raw: text, misfit: null }).text(text),
    },
    CSV_PIECES,
  ),
  ...readersOf('src/sources/parsing/row.ts', {
    cellOf: (text) => cellOf(text, text, NO_CELL),
    cellIfPrinted: (text) => cellIfPrinted(text, text, NO_CELL),
    jsonRow: (text) => parseRow(jsonRow({ name: text }, 1, ['name']), (row) => [row.cell('name', NO_ROW)]),
    readJsonRows: (text) =>
      readJsonRows([{ name: text, [text]: text }], { what: text, required: [], known: [] }, (row) => [
        row.cell('name', NO_ROW),
      ]),
  }),
  ...readersOf(
    'src/sources/parsing/tracker-table.ts',
    { findColumns: (text) => findColumns(text.split(','), LAYOUT) },
    ['GMP,', 'Company,', ','],
  ),
  ...readersOf('src/sources/exchanges/bhavcopy.ts', {
    readBhavcopy: (text) =>
      readBhavcopy(csvOf(BHAVCOPY, text), null, {
        exchange: 'NSE',
        headings: {
          day: 'DATE',
          open: 'OPEN',
          previousClose: 'PREV',
          high: 'OPEN',
          low: 'OPEN',
          close: 'OPEN',
          volume: 'VOLUME',
          deliveredPct: 'VOLUME',
        },
        required: BHAVCOPY,
        known: [],
        isShare: () => true,
        subject: () => ({ ...UNNAMED_SUBJECT, symbol: 'ACME' }),
        dayFrom: () => '2031-03-12',
      }),
  }),
  ...readersOf('src/sources/nse-deals/nse-deals.ts', {
    readNseDealsCsv: (text) =>
      readNseDealsCsv(csvOf(['Date', 'Symbol', 'Security Name', 'Client Name'], text), 'BULK'),
  }),
  ...readersOf(
    'src/sources/nse-holidays/nse-holidays.ts',
    {
      readHolidays: (text) =>
        readHolidays(
          'trading',
          JSON.stringify({
            CM: [rowOf(HOLIDAY, text), rowOf(HOLIDAY, text, { tradingDate: '12-Mar-2031' })],
          }),
        ),
    },
    ['12-Mar-2031', '-', ' '],
  ),
  ...readersOf('src/sources/bse-deals/bse-deals.ts', {
    readBseDealsCsv: (text) =>
      readBseDealsCsv(csvOf(['Deal Date', 'Security Code', 'Security Name', 'Client Name'], text), 'BULK'),
  }),
  ...readersOf(
    'src/sources/formats/html-table.ts',
    {
      readPage: (text) => readPage(`<html></html>${text}</html>`)('table'),
      bestTable: (text) => bestTable(readPage(htmlTable(text)), HEADINGS),
    },
    HTML_PIECES,
  ),
  ...readersOf(
    'src/sources/formats/markup.ts',
    {
      parseMarkup: (text) => parseMarkup(text),
      textWithout: (text) =>
        parseMarkup(text)
          .root()
          .toArray()
          .map((node) => textWithout(node, 'span')),
      firstWithin: (text) =>
        parseMarkup(text)
          .root()
          .toArray()
          .map((node) => firstWithin(node, 'time')),
    },
    HTML_PIECES,
  ),
  ...readersOf(
    'src/sources/parsing/tracker-table.ts',
    {
      readTrackerTable: (text) => [
        readTrackerTable(answer(htmlTable(text)), LAYOUT),
        readTrackerTable(answer(csvOf(HEADINGS, text)), { ...LAYOUT, format: 'csv' }),
      ],
    },
    HTML_PIECES,
  ),
  ...readersOf('src/sources/table-file/table-file.ts', {
    readTableFile: (text) => readTableFile(JSON.stringify({ id: text, name: text, [text]: text })),
  }),
  ...readersOf('src/sources/facts-file/read-line.ts', {
    readLine: (text) => readLine(JSON.stringify({ fact: 'alias', slug: text, name: text, source: text }), 1),
    parseLine,
  }),
  ...readersOf('src/cli/pieces/piece-lines.ts', {
    isFirstLine,
    readPieceLine: (text) => [
      readPieceLine(text, 1),
      readPieceLine(JSON.stringify({ piece: 'begin', from: text, to: text }), 1),
      readPieceLine(JSON.stringify({ piece: 'refusal', raw: text, said: text, candidates: text }), 1),
    ],
  }),
  ...readersOf('src/store/pieces/piece.ts', { parsePosition }, ['1@', '9', '-', 'T']),
  ...readersOf('src/sources/formats/json.ts', {
    readJson: json.readJson,
    isTooDeep: json.isTooDeep,
    asObject: (text) => json.asObject(text, text),
    asRows: (text) => json.asRows(text, text),
    textOf: (text) => json.textOf({ a: text }, 'a'),
    textOfCells: (text) => json.textOfCells({ a: text }, ['a', text]),
    checkKeys: (text) => json.checkKeys([{ [text]: text }], { required: [], known: [text], what: text }),
  }),
  ...readersOf('src/sources/nse-issues/lists.ts', {
    readNseList: (text) => readNseList('current', listOf(rowOf(keysOf(NSE_ISSUE), text, { series: 'EQ' }))),
    issuesIn: (text) => issuesIn('current', listOf(rowOf(keysOf(NSE_ISSUE), text, { series: 'EQ' }))),
  }),
  ...readersOf(
    'src/sources/nse-issues/detail.ts',
    { readDetail: (text) => readDetail(answer(JSON.stringify(NSE_DETAIL(text)))) },
    ['12-Mar-2031 ', '17:00', ' hrs', ' IST', '2031', ' p.m.', ' including ', ' aggregating '],
  ),
  ...readersOf(
    'src/sources/nse-issues/issue-size.ts',
    { readIssueSize: (text) => readIssueSize(`Initial public offer ${text}`, 10_000) },
    [...SIZE_PIECES, ' anchor portion', ' market maker', ' to be subscribed by'],
  ),
  ...readersOf('src/sources/exchanges/bids.ts', {
    bidCounts: (text) => bidCounts(['offered', 'bid'], ['1000', text], 1),
    multipleFrom,
    rowsBelowHeadings: (text) =>
      rowsBelowHeadings(
        [
          { no: text, offered: text, times: text },
          { no: 'Sr. No.', offered: text, times: text },
        ],
        { number: 'no', offered: 'offered', bid: 'bid', times: 'times' },
        (offered, times) => `${offered}, ${times}`,
      ),
  }),
  ...readersOf(
    'src/sources/nse-issues/cells.ts',
    {
      ifPrinted: cellRules.ifPrinted,
      amountRule: (text) => cellRules.amountRule('amount').from(text),
      DAY_CELL: cellRules.DAY_CELL.from,
      PERIOD: cellRules.PERIOD.from,
      BAND: cellRules.BAND.from,
      SHARES: cellRules.SHARES.from,
      ISSUE_TYPE: cellRules.ISSUE_TYPE.from,
    },
    ['100', '% ', 'book ', 'fixed ', 'price ', 'n.a.'],
  ),
  ...readersOf(
    'src/sources/nse-issues/cells.ts',
    {
      boardOfSeries,
      issueNamed: (text) => issueNamed(text, text),
    },
    ['PP', 'FPO', ' - withdrawn by ', ' Ltd issue '],
  ),
  ...readersOf(
    'src/sources/nse-bhavcopy/securities.ts',
    {
      readSecurities: (text) =>
        readSecurities(answer(csvOf(SECURITY, text), 'past/securities/sme/2031-01-01/2031-03-12')),
    },
    [...CSV_PIECES, '12-Mar-31', 'INE000A01018'],
  ),
  ...readersOf('src/sources/bse-issues/lists.ts', {
    readBseList: (text) => readBseList(answer(listOf(rowOf(keysOf(BOARD_LAYOUT), text, { IR_flag: 'IPO' })))),
    iposIn: (text) => iposIn(answer(listOf(rowOf(keysOf(BOARD_LAYOUT), text)))),
    readPastIssues: (text) =>
      readPastIssues(
        answer(
          JSON.stringify({ Table: [rowOf(keysOf(BOARD_LAYOUT), text, { IR_flag: 'IPO' })] }),
          'past/board/2031-01-01/2031-03-12',
        ),
      ),
    readPastListings: (text) =>
      readPastListings(
        answer(listOf(rowOf(keysOf(LISTED_LAYOUT), text)), 'past/listed/sme/2031-01-01/2031-03-12'),
      ),
  }),
  ...readersOf('src/sources/bse-issues/issue-page.ts', {
    readIssuePage: (text) =>
      readIssuePage(
        answer(
          JSON.stringify({
            IPONO_0: [rowOf(keysOf(ISSUE_PAGE_LAYOUT), text, { IPO_NO: '1', Security_Type: 'Equity' })],
          }),
        ),
      ),
  }),
  ...readersOf('src/sources/bse-issues/demand.ts', {
    readDemand: (text) => readDemand(answer(JSON.stringify({ Table: [rowOf(BSE_DEMAND, text)] }))),
  }),
  ...readersOf('src/sources/bse-issues/cells.ts', {
    IPO_NUMBER: IPO_NUMBER.from,
    issueNamedIn: (text) => issueNamedIn(jsonRow({ name: text }, 1), 'name'),
    bandIn: (text) => bandIn(jsonRow({ Price_Band: text }, 1)),
    amountIn: (text) => amountIn(jsonRow({ a: text }, 1), 'a', 'price'),
  }),
  ...readersOf(
    'src/sources/bse-bhavcopy/bse-bhavcopy.ts',
    { isNotPublishedPage: (text) => isNotPublishedPage(`<${text}`) },
    ['not ', "n't be ", ' found', '404'],
  ),
  ...readersOf('src/sources/investorgain/quotes.ts', { responseBody }),
  ...readersOf('src/sources/investorgain/quotes.ts', { rangeIn, saudaIn }, ['46 ↓', ' / ', '55 ↑', '₹']),
  ...readersOf(
    'src/sources/investorgain/quotes.ts',
    {
      readQuoteList: (text) =>
        readGmpList(answer(JSON.stringify({ msg: 1, reportTableData: [rowOf(MONTHLY, text)] }))),
      readPastList: (text) =>
        readPastList(answer(JSON.stringify({ msg: 1, reportTableData: [rowOf(MONTHLY, text)] }))),
      leadsOf: (text) => leadsOf(JSON.stringify({ msg: 1, reportTableData: [rowOf(MONTHLY, text)] })),
    },
    [...HTML_PIECES, '<br>', ' L@'],
  ),
  ...readersOf('src/sources/investorgain/quotes.ts', {
    readHistory: (text) =>
      readHistory(
        answer(JSON.stringify({ msg: 1, ipoGmpData: [rowOf(['gmp_date', 'gmp', 'last_updated'], text)] })),
        '1',
      ),
  }),
  ...readersOf(
    'src/sources/ipoji/ipoji.ts',
    {
      readQuotes: (text) =>
        readQuotes(
          answer(`<html><table><tr class="gmp-row"><td data-label="GMP">${text}</td></tr></table></html>`),
        ),
    },
    HTML_PIECES,
  ),
]
