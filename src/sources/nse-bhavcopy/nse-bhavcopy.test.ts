import { expect, test } from 'vitest'
import { type DownloadedDocument, UNNAMED_SUBJECT, Unreadable } from '../source.ts'
import { nseBhavcopy } from './nse-bhavcopy.ts'

const HEAD =
  'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER'

const line = ({
  symbol = 'KAMALTEX',
  series = 'EQ',
  day = '10-Mar-2025',
  previous = '53.0',
  open = '72.0',
  high = '73.19',
  delivered = '-',
} = {}) =>
  `${symbol}, ${series}, ${day}, ${previous}, ${open}, ${high}, 65.8, 67.33, 67.12, 69.26, 130275, 90.52, 417, -, ${delivered}`

const answer = (body: string, day: string | null = '2025-03-10'): DownloadedDocument => ({
  document: day ?? '',
  url: 'https://archive.test/bhavcopy.csv',
  day,
  fetchedAt: '2025-03-10T14:00:00.000Z',
  body,
})
const read = (...lines: string[]) => nseBhavcopy.read(answer(`${HEAD}\n${lines.join('\n')}\n`))

test('requests the file of each requested day', () => {
  const days = ['2025-03-07', '2025-03-10']
  expect(nseBhavcopy.plan({ now: '2025-03-10T14:00:00.000Z', days, lastRead: () => null })).toEqual([
    {
      document: '2025-03-07',
      url: 'https://nsearchives.nseindia.com/products/content/sec_bhavdata_full_07032025.csv',
      expects: 'csv',
      referer: 'https://www.nseindia.com/all-reports',
      day: '2025-03-07',
    },
    {
      document: '2025-03-10',
      url: 'https://nsearchives.nseindia.com/products/content/sec_bhavdata_full_10032025.csv',
      expects: 'csv',
      referer: 'https://www.nseindia.com/all-reports',
      day: '2025-03-10',
    },
  ])
})

test('the open of a share is its listing price, should this be its first day', () => {
  expect(read(line())).toEqual({
    entries: [
      {
        row: 1,
        raw: line(),
        said: {
          kind: 'listing',
          subject: { ...UNNAMED_SUBJECT, symbol: 'KAMALTEX', board: 'MAINBOARD' },
          listedOn: '2025-03-10',
          listingPrice: 7200,
          exchange: 'NSE',
          previousClose: 5300,
          high: 7319,
          low: 6580,
          close: 6712,
          volume: 130275,
          deliveredPct: null,
          printed: 'OPEN_PRICE 72.0, PREV_CLOSE 53.0',
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
  })
})

test('the delivered part is printed in percent', () => {
  expect(read(line({ delivered: '62.78' })).entries).toMatchObject([{ said: { deliveredPct: 62.78 } }])
})

test.each([
  ['x', 'HIGH_PRICE must be rupees above 0 with at most 2 decimals; got "x"', 6580],
  ['70.00', 'the prices of LOW_PRICE to HIGH_PRICE must contain the others', null],
])('a high of %s is reported, and the listing price is kept', (high, reason, low) => {
  expect(read(line({ high })).entries).toMatchObject([
    { said: { listingPrice: 7200, high: null, low } },
    { rule: 'listing-figures', reason, about: { symbol: 'KAMALTEX' } },
  ])
})

test('the listing price does not need the other columns', () => {
  const body = 'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE\nKAMALTEX, EQ, 10-Mar-2025, 53.0, 72.0\n'
  expect(nseBhavcopy.read(answer(body)).entries).toMatchObject([
    { said: { listingPrice: 7200, high: null, volume: null, deliveredPct: null } },
  ])
})

test.each([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SM', 'SME'],
  ['ST', 'SME'],
])('series %s is of the board %s', (series, board) => {
  expect(read(line({ series })).entries).toMatchObject([{ said: { subject: { board } } }])
})

test.each(['IV', 'RR', 'GS', 'GB', 'N3', 'BZ', ''])('rows of series %j are skipped', (series) => {
  expect(read(line({ series }), line({ symbol: 'NEEL&CO' }))).toMatchObject({
    entries: [{ row: 2, said: { subject: { symbol: 'NEEL&CO' } } }],
    rows: 2,
  })
})

test('a symbol in two series is two entries', () => {
  expect(read(line(), line({ series: 'BE' })).entries).toHaveLength(2)
})

test.each(['0', '0.00', '-', ''])('a previous close %j is null', (previous) => {
  expect(read(line({ previous })).entries).toMatchObject([{ said: { previousClose: null } }])
})

test.each([
  ['listing-price', { open: '-' }, /^OPEN_PRICE must be rupees above 0 .*; got "-"$/],
  ['listing-price', { open: '' }, /got ""$/],
  ['listing-price', { open: '0.00' }, /got "0.00"$/],
  ['listing-price', { open: '72.123' }, /at most 2 decimals; got "72.123"$/],
  ['listing-previous-close', { previous: 'n/a' }, /^PREV_CLOSE must be .*; got "n\/a"$/],
  ['listing-previous-close', { previous: '-53.0' }, /got "-53.0"$/],
  ['listing-day', { day: 'soon' }, /^DATE1 must be a day; got "soon"$/],
])('%s: a row with %j is refused with its security, and the others are parsed', (rule, bad, reason) => {
  const { entries } = read(line({ symbol: 'NEEL&CO', series: 'ST', ...bad }), line())
  const about = { ...UNNAMED_SUBJECT, symbol: 'NEEL&CO', board: 'SME' }
  const badRow = { row: 1, raw: expect.any(String), rule, reason: expect.stringMatching(reason), about }
  expect(entries).toEqual([badRow, expect.objectContaining({ row: 2 })])
})

test('a row without a security is refused', () => {
  expect(read(line({ symbol: '' })).entries).toMatchObject([{ rule: 'listing-security' }])
})

test('a row that does not fit the headings is refused, whatever its series seems to be', () => {
  const shifted = line({ symbol: 'NEEL, SONS' })
  expect(read(shifted, line()).entries).toMatchObject([
    { row: 1, rule: 'row-cells', about: { symbol: 'NEEL' } },
    { row: 2, said: {} },
  ])
})

test('the file of another day gives no listings, and is reported once', () => {
  const old = line({ day: '07-Mar-2025' })
  expect(read(line({ series: 'GS', day: '07-Mar-2025' }), old, old)).toEqual({
    entries: [
      {
        row: 1,
        raw: expect.any(String),
        rule: 'bhavcopy-day',
        reason: 'DATE1 is 2025-03-07, the file of 2025-03-10 was requested: none of it is accepted',
      },
    ],
    rows: 3,
    unknownColumns: [],
  })
})

test('without a requested day, the day of the file counts', () => {
  const { entries } = nseBhavcopy.read(answer(`${HEAD}\n${line({ day: '07-MAR-2025' })}\n`, null))
  expect(entries).toMatchObject([{ said: { listedOn: '2025-03-07' } }])
})

const many = (bad: Parameters<typeof line>[0]) => `${HEAD}\n${`${line(bad)}\n`.repeat(20)}`

test.each([
  ['a page', '<html><body>Access Denied</body></html>', /HTML page/],
  ['nothing', '', /empty/],
  ['headings only', `${HEAD}\n`, /headings only/],
  [
    'a renamed column',
    `${HEAD.replace('OPEN_PRICE', 'OPEN')}\n${line()}\n`,
    /no column OPEN_PRICE; found SYMBOL/,
  ],
  ['a file cut short', `${HEAD}\n${line()}\n${line().slice(0, 40)}`, /cut short/],
  [
    'days in a new notation',
    many({ day: '3/10/25' }),
    /none of the 20 rows .* DATE1 must be a day; got "3\/10\/25"/,
  ],
  ['prices in a new notation', many({ open: '72/-' }), /none of the 20 rows .* got "72\/-"/],
  ['series that are all new', many({ series: 'EQUITY' }), /none of the 20 rows is a share/],
])('%s is unreadable', (_name, body, message) => {
  expect(() => nseBhavcopy.read(answer(body))).toThrow(Unreadable)
  expect(() => nseBhavcopy.read(answer(body))).toThrow(message)
})

test('a new column is reported', () => {
  const body = `${HEAD}, VWAP\n${line()}, 69.26\n`
  expect(nseBhavcopy.read(answer(body))).toMatchObject({ entries: [{ said: {} }], unknownColumns: ['VWAP'] })
})
