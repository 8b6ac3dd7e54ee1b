import { describe, expect, test } from 'vitest'
import { type ReportedGmp, Unreadable } from '../source.ts'
import { dayFromDMonY } from './dates.ts'
import { findColumns, readTrackerTable, type TrackerLayout } from './tracker-table.ts'

const FETCHED = '2031-03-12T14:30:00.000Z'
const LAYOUT: TrackerLayout = {
  format: 'csv',
  aliases: {
    name: ['Company'],
    gmp: ['GMP'],
    price: ['Price'],
    open: ['Open'],
    close: ['Close'],
    dates: ['Dates'],
    board: ['Board'],
    updated: ['Updated'],
    id: ['No.'],
  },
  ignored: ['Lot'],
  isZeroAQuote: () => true,
  dayFrom: dayFromDMonY,
}

const read = (body: string, layout: TrackerLayout) =>
  readTrackerTable(
    { document: 'gmp', url: 'https://a.example/', day: null, fetchedAt: FETCHED, body },
    layout,
  )

function readRow(cells: Record<string, string>, layout = LAYOUT) {
  const line = (texts: readonly string[]) => `${texts.map((text) => `"${text}"`).join(',')}\n`
  return read(line(Object.keys(cells)) + line(Object.values(cells)), layout)
}

const quoteOf = (cells: Record<string, string>, layout = LAYOUT) => {
  const [entry] = readRow({ Company: 'Tamarind Foods', GMP: '₹12', ...cells }, layout).entries
  return entry !== undefined && 'said' in entry ? (entry.said as ReportedGmp) : entry
}

test('a row gives what it prints and nothing more', () => {
  expect(readRow({ Company: 'Tamarind Foods', GMP: '₹12.50 (10%)', Lot: '100' })).toEqual({
    entries: [
      {
        row: 1,
        raw: '"Tamarind Foods","₹12.50 (10%)","100"',
        said: {
          kind: 'gmp',
          subject: {
            name: 'Tamarind Foods',
            symbol: null,
            isin: null,
            bseCode: null,
            upstreamId: null,
            board: null,
            openDate: null,
            closeDate: null,
            priceMin: null,
            priceMax: null,
          },
          observedAt: '2031-03-12',
          reportedAt: null,
          gmp: 1250,
          printed: '₹12.50 (10%)',
        },
      },
    ],
    rows: 1,
    unknownColumns: [],
    missingColumns: expect.arrayContaining(['Price']),
  })
})

describe('the subject', () => {
  test.each([
    ['the price alone is the upper end', { Price: '₹1,140' }, { priceMin: null, priceMax: 114000 }],
    ['a band has both ends', { Price: '114-120' }, { priceMin: 11400, priceMax: 12000 }],
    ['a band as text', { Price: '₹95 to ₹101.50' }, { priceMin: 9500, priceMax: 10150 }],
    ['a fixed price printed as a band', { Price: '138-138' }, { priceMin: 13800, priceMax: 13800 }],
    ['no price yet', { Price: '₹-' }, { priceMin: null, priceMax: null }],
    ['a band upside down is none', { Price: '138-131' }, { priceMin: null, priceMax: null }],
    ['a price of zero is none', { Price: '₹0' }, { priceMin: null, priceMax: null }],
    [
      'two days',
      { Open: '11-Mar-2031', Close: '13-Mar-2031' },
      { openDate: '2031-03-11', closeDate: '2031-03-13' },
    ],
    ['a span', { Dates: '27-3 March' }, { openDate: '2031-02-27', closeDate: '2031-03-03' }],
    ['a month alone is left out', { Dates: 'March' }, { openDate: null, closeDate: null }],
    ['a board', { Board: 'NSE SME' }, { board: 'SME' }],
    ['the mainboard', { Board: 'Mainline' }, { board: 'MAINBOARD' }],
    ['an unknown board is left out', { Board: 'Emerging' }, { board: null }],
    [
      'a board behind the name',
      { Company: 'Tamarind (India) Ltd. (BSE SME)' },
      { name: 'Tamarind (India) Ltd.', board: 'SME' },
    ],
    ['a number of its own', { 'No.': '4711' }, { upstreamId: '4711' }],
    ['no number', { 'No.': '-' }, { upstreamId: null }],
  ])('%s', (_rule, cells, subject) => {
    expect(quoteOf(cells)).toMatchObject({ subject })
  })
})

test('units of a trust are no entry', () => {
  expect(quoteOf({ Board: 'InvIT' })).toBeUndefined()
})

describe('the time', () => {
  test.each([
    ['a stamp with a time', '12-Mar-2031 18:05', '2031-03-12', '2031-03-12T12:35:00.000Z'],
    ['a time of today', '6:05 PM', '2031-03-12', '2031-03-12T12:35:00.000Z'],
    ['a day only', '11 Mar 2031', '2031-03-11', null],
    ['a stamp that is blank', '-', '2031-03-12', null],
  ])('%s', (_rule, text, observedAt, reportedAt) => {
    expect(quoteOf({ Updated: text })).toMatchObject({ observedAt, reportedAt })
  })

  test.each(['some hours ago', '23:55', '14-Mar-2031 10:00'])('%s is refused', (text) => {
    expect(quoteOf({ Updated: text })).toMatchObject({
      rule: 'time-unreadable',
      reason: expect.stringContaining(`"${text}"`),
    })
  })
})

describe('the quote', () => {
  test.each(['₹-', '₹--', '—', '', 'NA', '₹-- (0.00%)'])('%s is none, and no entry', (text) => {
    expect(readRow({ Company: 'Tamarind Foods', GMP: text })).toMatchObject({ entries: [], rows: 1 })
  })

  test.each([
    ['a zero that is a quote', true, [0]],
    ['a zero that means nothing', false, []],
  ])('%s', (_rule, isQuote, gmps) => {
    const { entries } = readRow(
      { Company: 'Tamarind Foods', GMP: '₹0' },
      { ...LAYOUT, isZeroAQuote: () => isQuote },
    )
    expect(entries.map((entry) => ('said' in entry ? (entry.said as ReportedGmp).gmp : null))).toEqual(gmps)
  })

  test('may be negative', () => {
    expect(quoteOf({ GMP: '-₹5' })).toMatchObject({ gmp: -500 })
  })

  test.each([
    ['a percentage', { GMP: '12%' }, 'gmp-percentage'],
    ['a range', { GMP: '80- 90' }, 'gmp-range'],
    ['text', { GMP: 'soon' }, 'gmp-unreadable'],
    ['no name', { Company: ' ' }, 'name-missing'],
  ])('a row with %s is refused whole', (_name, cells, rule) => {
    expect(quoteOf(cells)).toMatchObject({
      row: 1,
      raw: expect.any(String),
      rule,
      reason: expect.any(String),
    })
  })

  test('a row whose cells do not fit the headings is refused', () => {
    const { entries } = read('Company,GMP\nTamarind Foods,1,120\n', LAYOUT)
    expect(entries).toMatchObject([{ rule: 'cells-misfit', reason: 'the row has 3 cells, the heading 2' }])
  })
})

test('a table without its quotes is unreadable', () => {
  expect(() => readRow({ Company: 'Tamarind Foods', Premium: '₹12' })).toThrow(Unreadable)
})

test('a table is recognised by every known heading', () => {
  const table = (headings: readonly string[], name: string) =>
    `<table><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr>
<tr>${headings.map((_, column) => `<td>${column === 0 ? name : '12'}</td>`).join('')}</tr></table>`
  const page = table(['Company', 'GMP', 'Rank'], 'Neem Works') + table(['Company', 'GMP', 'Lot'], 'Old Mill')
  expect(read(`<html>${page}</html>`, { ...LAYOUT, format: 'html' }).entries).toMatchObject([
    { said: { subject: { name: 'Old Mill' } } },
  ])
})

const COLUMNS = {
  aliases: { name: ['Company', 'IPO Name'], gmp: ['IPO GMP', 'GMP'], price: ['Price'] },
  ignored: ['Lot Size'],
} as const

const find = (...headings: string[]) => findColumns(headings, COLUMNS)

test('columns are found by any of their names, in any order, case and spacing', () => {
  expect([...find('gmp ', 'ipo  name', 'LOT SIZE').keys]).toEqual([
    ['name', 'iponame'],
    ['gmp', 'gmp'],
  ])
})

test('headings that are neither read nor known are reported, blank ones not', () => {
  expect(find('Company', 'GMP', 'Lot Size', 'Mood', '').unknown).toEqual(['Mood'])
})

test('of two names of one column the first is read, and the other reported', () => {
  const { keys, unknown } = find('Company', 'GMP', 'IPO GMP')
  expect(keys.get('gmp')).toBe('ipogmp')
  expect(unknown).toEqual(['GMP'])
})

test.each([
  [
    'a required column is missing',
    ['Company', 'Premium'],
    'no column IPO GMP or GMP; found Company, Premium',
  ],
  ['a column that is read is there twice', ['Company', 'GMP', 'gmp'], 'the column gmp twice'],
  ['there are no headings', [''], 'no column Company or IPO Name; found none'],
])('it is unreadable when %s', (_name, headings, message) => {
  expect(() => find(...headings)).toThrow(Unreadable)
  expect(() => find(...headings)).toThrow(message)
})
