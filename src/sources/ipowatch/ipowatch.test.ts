import { describe, expect, test } from 'vitest'
import { type DownloadedDocument, type ReportedGmp, Unreadable } from '../source.ts'
import { ipowatch } from './ipowatch.ts'

const [request] = ipowatch.plan({ now: '2031-03-12T14:30:00.000Z', days: [], lastRead: () => null })

const answer = (body: string, fetchedAt = '2031-03-12T14:30:00.000Z'): DownloadedDocument => ({
  document: 'gmp',
  url: request?.url ?? '',
  day: null,
  fetchedAt,
  body,
})

type Row = readonly string[]
const table = (rows: readonly Row[], tag = 'td') =>
  `<figure><table><tbody>${rows
    .map((cells, i) => cells.map((text) => (i === 0 ? `<${tag}>${text}</${tag}>` : `<td>${text}</td>`)))
    .map((cells) => `<tr>${cells.join('')}</tr>`)
    .join('\n')}</tbody></table></figure>`
const page = (...parts: string[]) =>
  `<!doctype html><html><head><title>IPO GMP</title></head><body><h1>IPO GMP</h1>${parts.join('<p>More</p>')}</body></html>`

const read = (...rows: Row[]) => ipowatch.read(answer(page(table(rows))))
const quotesIn = (...rows: Row[]) =>
  read(...rows).entries.map((entry) => ('said' in entry ? (entry.said as ReportedGmp) : entry))

const HEADINGS: Row = ['IPO Name', 'IPO GMP', 'Price Band', 'Est. Listing', 'Date', 'Type']

test('one page is requested', () => {
  expect(request).toEqual({
    document: 'gmp',
    url: 'https://ipowatch.in/ipo-grey-market-premium-latest-ipo-gmp/',
    expects: 'html',
  })
})

describe('every layout so far is parsed', () => {
  const SUBJECT = {
    name: 'Tamarind Foods',
    board: 'SME',
    openDate: '2031-03-11',
    closeDate: '2031-03-13',
    priceMax: 12000,
  }

  test.each<[string, Row, Row]>([
    [
      'of 2025',
      ['Stock / IPO', 'IPO GMP', 'Price', 'Gain', 'Date', 'Type'],
      ['Tamarind Foods', '₹30', '₹120', '25%', '11-13 March', 'NSE SME'],
    ],
    [
      'of early 2026',
      ['IPO Name', 'GMP', 'Price', 'Gain', 'Review', 'Date', 'Type'],
      ['Tamarind Foods', '₹30', '₹120', '25.00%', 'May apply', '11-13 March', 'BSE SME'],
    ],
    ['of summer 2026', HEADINGS, ['Tamarind Foods', '₹30', '₹120', '₹150 (25.00%)', '11-13 March', 'SME']],
    [
      'with a band',
      HEADINGS,
      ['Tamarind Foods', '₹30', '₹114 - ₹120', '₹150 (25.00%)', '11-13 March', 'SME'],
    ],
    [
      'of late 2026',
      [
        'IPO Name',
        'IPO GMP',
        'Trend',
        'Price Band',
        'Est. Listing',
        'Date',
        'Type',
        'Status',
        'Last Updated',
      ],
      [
        'Tamarind Foods',
        '₹30',
        '🟢',
        '₹120',
        '₹150 (25.00%)',
        '11-13 March',
        'NSE SME',
        'Open',
        '12 March 2031, 6:05 PM',
      ],
    ],
  ])('%s', (_name, headings, row) => {
    for (const tag of ['td', 'th']) {
      const reading = ipowatch.read(answer(page(table([headings, row], tag))))
      expect(reading.unknownColumns).toEqual([])
      expect(reading.rows).toBe(1)
      expect(reading.entries).toMatchObject([
        { row: 1, raw: row.join(' | '), said: { kind: 'gmp', gmp: 3000, printed: '₹30', subject: SUBJECT } },
      ])
    }
  })
})

test('of several tables the current one is parsed, not the history', () => {
  const history = table([
    ['Date', 'IPO GMP', 'Trend'],
    ['10 March', '₹28', '🟡'],
  ])
  const current = table([HEADINGS, ['Tamarind Foods', '₹30', '₹120', '₹150 (25.00%)', '11-13 March', 'SME']])
  const listed = table([
    ['IPO Name', 'IPO GMP', 'Listing Price'],
    ['Old Mill', '₹9', '₹140'],
  ])
  const { entries } = ipowatch.read(answer(page(history, current, listed)))
  expect(entries).toMatchObject([{ said: { gmp: 3000 } }])
})

describe('a zero', () => {
  test.each<[string, Row, readonly number[]]>([
    ['beside an empty estimate is no quote', ['₹0', '₹120', '₹- (0.00%)'], []],
    ['beside an estimate without percentage is no quote', ['₹0', '₹-', '₹- (-%)'], []],
    ['beside a blank estimate is no quote', ['₹0', '₹120', ''], []],
    ['beside an empty gain is no quote', ['₹0', '₹120', '-%'], []],
    ['beside an estimate is a quote of zero', ['₹0', '₹120', '₹120 (0.00%)'], [0]],
    ['is not what a dash prints', ['₹-', '₹120', '₹120 (0.00%)'], []],
  ])('%s', (_rule, [gmp = '', price = '', estimate = ''], gmps) => {
    const quotes = quotesIn(HEADINGS, ['Tamarind Foods', gmp, price, estimate, '11-13 March', 'SME'])
    expect(quotes.map((entry) => 'gmp' in entry && entry.gmp)).toEqual(gmps)
  })

  test('without a column for the estimate is refused, since it may be no quote', () => {
    expect(quotesIn(['IPO Name', 'IPO GMP'], ['Tamarind Foods', '₹0'], ['Neem Works', '₹4'])).toMatchObject([
      { row: 1, rule: 'zero-unclear' },
      { gmp: 400 },
    ])
  })
})

test('a quote before there is a price is a quote', () => {
  expect(
    quotesIn(HEADINGS, ['Tamarind Foods', '₹100', '₹-', '₹- (0.00%)', '11-13 March', 'Mainboard']),
  ).toMatchObject([{ gmp: 10000, subject: { priceMax: null, board: 'MAINBOARD' } }])
})

describe('the last update', () => {
  const WITH_STAMP: Row = [...HEADINGS, 'Last Updated']
  const row = (stamp: string): Row => [
    'Tamarind Foods',
    '₹30',
    '₹120',
    '₹150 (25.00%)',
    '11-13 March',
    'SME',
    stamp,
  ]

  test.each([
    ['12 March 2031, 6:05 PM', '2031-03-12', '2031-03-12T12:35:00.000Z'],
    ['12-Mar 18:05', '2031-03-12', '2031-03-12T12:35:00.000Z'],
    ['11 March', '2031-03-11', null],
    ['-', '2031-03-12', null],
  ])('%s', (stamp, observedAt, reportedAt) => {
    expect(quotesIn(WITH_STAMP, row(stamp))).toMatchObject([{ observedAt, reportedAt }])
  })

  test('that cannot be parsed is refused, and affects no other row', () => {
    expect(quotesIn(WITH_STAMP, row('some hours ago'), row('12-Mar 18:05'))).toMatchObject([
      { row: 1, rule: 'time-unreadable' },
      { gmp: 3000 },
    ])
  })
})

test('dates around the turn of the year are near the reading', () => {
  const body = page(table([HEADINGS, ['Tamarind Foods', '₹30', '₹120', '₹150 (25.00%)', '28-2 Jan', 'SME']]))
  for (const fetchedAt of ['2030-12-27T05:00:00.000Z', '2031-01-02T05:00:00.000Z'])
    expect(ipowatch.read(answer(body, fetchedAt)).entries).toMatchObject([
      { said: { subject: { openDate: '2030-12-28', closeDate: '2031-01-02' } } },
    ])
})

test('a new column is reported', () => {
  expect(
    read([...HEADINGS, 'Mood'], ['Neem Works', '₹4', '₹60', '₹64 (6.67%)', '11-13 March', 'SME', '😀'])
      .unknownColumns,
  ).toEqual(['Mood'])
})

test.each([
  ['nothing', '', 'empty'],
  ['an error page', '<html><head><title>522: timed out</title></head><body></body></html>', '522: timed out'],
  ['a page cut short', page(table([HEADINGS])).slice(0, -40), 'cut short'],
  [
    'a renamed column',
    page(table([['IPO Name', 'Premium', 'Date', 'Type']])),
    'found IPO Name, Premium, Date, Type',
  ],
  ['a table whose rows a script fills in', page(table([HEADINGS])), 'no rows'],
])('%s is unreadable', (_name, body, message) => {
  expect(() => ipowatch.read(answer(body))).toThrow(Unreadable)
  expect(() => ipowatch.read(answer(body))).toThrow(message)
})
