import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type Entry, Unreadable } from '../source.ts'
import { nseDeals, readNseDealsCsv } from './nse-deals.ts'

const BULK_HEAD =
  'Date,Symbol,Security Name,Client Name,Buy/Sell,Quantity Traded,Trade Price / Wght. Avg. Price,Remarks'
const BLOCK_HEAD = BULK_HEAD.replace(',Remarks', '')
const WEBSITE_HEAD =
  '\uFEFF"Date ","Symbol ","Security Name ","Client Name ","Buy / Sell ","Quantity Traded ","Trade Price / Wght. Avg. Price ","Remarks "'

const BULK = `${BULK_HEAD}
09-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL  VENTURES LLP,BUY,81000,28.50,-
09-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL  VENTURES LLP,SELL,81000,28.50,-
09-MAR-2025,PATNI&CO,Patni And Company Organi,SURAJ PTE . LTD . ,SELL,1840979,560.00,-
`

const answer = (document: string, body: string): DownloadedDocument => ({
  document,
  url: `https://archive.test/${document}.csv`,
  day: null,
  fetchedAt: '2025-03-10T14:00:00.000Z',
  body,
})

const dealsOf = (entries: readonly Entry[]) =>
  entries.map((entry) => ('said' in entry && entry.said.kind === 'deal' ? entry.said.deal : entry))

test('requests both lists at their fixed addresses', () => {
  expect(nseDeals.plan({ now: '2025-03-10T14:00:00.000Z', days: [], lastRead: () => null })).toEqual([
    {
      document: 'bulk',
      url: 'https://nsearchives.nseindia.com/content/equities/bulk.csv',
      expects: 'csv',
      referer: 'https://www.nseindia.com/report-detail/display-bulk-and-block-deals',
    },
    {
      document: 'block',
      url: 'https://nsearchives.nseindia.com/content/equities/block.csv',
      expects: 'csv',
      referer: 'https://www.nseindia.com/report-detail/display-bulk-and-block-deals',
    },
  ])
})

test('every row of the archive file is a deal of its list, weekends too', () => {
  const { entries, rows, unknownColumns } = nseDeals.read(answer('bulk', BULK))
  expect({ rows, unknownColumns }).toEqual({ rows: 3, unknownColumns: [] })
  const first = {
    exchange: 'NSE',
    kind: 'BULK',
    tradeDate: '2025-03-09',
    symbol: 'KAMALTEX',
    securityName: 'Kamal Textiles Limited',
    clientName: 'NEEL  VENTURES LLP',
    dealType: 'BUY',
    quantity: 81_000,
    price: 2850,
  }
  expect(dealsOf(entries)).toEqual([
    first,
    { ...first, dealType: 'SELL' },
    expect.objectContaining({ symbol: 'PATNI&CO', clientName: 'SURAJ PTE . LTD .', price: 56_000 }),
  ])
  expect(entries[0]).toMatchObject({
    row: 1,
    raw: '09-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL  VENTURES LLP,BUY,81000,28.50,-',
  })
})

test('the block list has no remarks, and is recognised by the document', () => {
  const body = `${BLOCK_HEAD}\n10-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL FUND,BUY,2000000,150.00\n`
  expect(dealsOf(nseDeals.read(answer('block', body)).entries)).toEqual([
    expect.objectContaining({ kind: 'BLOCK', tradeDate: '2025-03-10', quantity: 2_000_000, price: 15_000 }),
  ])
})

test('the download of the website gives the same deals as the archive', () => {
  const body = [
    WEBSITE_HEAD,
    '"09-MAR-2025","KAMALTEX","Kamal Textiles Limited","NEEL  VENTURES LLP","BUY","81,000","28.50","-"',
    '"09-MAR-2025","KAMALTEX","Kamal Textiles Limited","NEEL  VENTURES LLP","SELL","81,000","28.50","-"',
    '"09-MAR-2025","PATNI&CO","Patni And Company Organi","SURAJ PTE . LTD .","SELL","18,40,979","560.00","-"',
  ].join('\n')
  const website = readNseDealsCsv(body, 'BULK')
  expect(website.unknownColumns).toEqual([])
  expect(dealsOf(website.entries)).toEqual(dealsOf(readNseDealsCsv(BULK, 'BULK').entries))
})

test('equal rows are two deals', () => {
  const row = '10-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL FUND,BUY,125000,467.70,-\n'
  const { entries } = readNseDealsCsv(`${BULK_HEAD}\n${row}${row}`, 'BULK')
  expect(dealsOf(entries)[0]).toEqual(dealsOf(entries)[1])
  expect(entries.map((entry) => entry.row)).toEqual([1, 2])
})

describe('a day without deals', () => {
  test.each([
    ['NO RECORDS with commas', `${BLOCK_HEAD}\nNO RECORDS,,,,,,\n`],
    ['NO RECORDS alone in its line', `${BLOCK_HEAD}\nNO RECORDS`],
    ['NO RECORDS in quotes', `${WEBSITE_HEAD}\n"NO RECORDS"`],
    ['NO RECORDS without headings', 'NO RECORDS\n'],
    ['headings alone', `${BLOCK_HEAD}\n`],
  ])('%s: no entries', (_name, body) => {
    expect(nseDeals.read(answer('block', body))).toEqual({ entries: [], rows: 0, unknownColumns: [] })
  })
})

test('a bad row is refused, and the others are parsed', () => {
  const bad = [
    '09-MRC-2025,KAMALTEX,Kamal Textiles Limited,NEEL FUND,BUY,81000,28.50,-',
    '09-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL FUND,HOLD,81000,28.50,-',
    '09-MAR-2025,KAMALTEX,Kamal Textiles Limited,NEEL FUND, SONS AND CO,BUY,81000,28.50,-',
    '09-MAR-2025,KAMALTEX',
  ]
  const { entries, rows } = readNseDealsCsv(`${BULK}${bad.join('\n')}\n`, 'BULK')
  expect(rows).toBe(7)
  expect(dealsOf(entries).slice(3)).toEqual([
    { row: 4, raw: bad[0], rule: 'deal-date', reason: expect.stringContaining('"09-MRC-2025"') },
    { row: 5, raw: bad[1], rule: 'deal-side', reason: expect.stringContaining('"HOLD"') },
    { row: 6, raw: bad[2], rule: 'row-cells', reason: 'the row has 9 cells, the heading 8' },
    { row: 7, raw: bad[3], rule: 'row-cells', reason: 'the row has 2 cells, the heading 8' },
  ])
})

test.each([
  ['a page instead of the file', '<html><body>Request unsuccessful</body></html>', /HTML page/],
  ['nothing', '', /empty/],
  ['a renamed column', BULK.replace('Client Name', 'Party'), /no column Client Name; found Date, Symbol/],
  ['a file cut short', BULK.slice(0, -20), /cut short/],
  ['a price cut short', `${BLOCK_HEAD}\n10-MAR-2025,KAMALTEX,Kamal,NEEL FUND,BUY,20,150.0`, /cut short/],
])('%s is unreadable', (_name, body, message) => {
  expect(() => nseDeals.read(answer('bulk', body))).toThrow(Unreadable)
  expect(() => nseDeals.read(answer('bulk', body))).toThrow(message)
})

test('a new column is reported and changes nothing', () => {
  const body = BULK.replaceAll(/^/gm, 'x,').replace(/x,$/, '').replace('x,Date', 'Serial,Date')
  const { entries, unknownColumns } = readNseDealsCsv(body, 'BULK')
  expect(unknownColumns).toEqual(['Serial'])
  expect(dealsOf(entries)).toEqual(dealsOf(readNseDealsCsv(BULK, 'BULK').entries))
})
