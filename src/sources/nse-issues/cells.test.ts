import { describe, expect, test } from 'vitest'
import {
  amountRule,
  BAND,
  boardOfSeries,
  ISSUE_TYPE,
  ifPrinted,
  issueNamed,
  PERIOD,
  SHARES,
} from './cells.ts'

describe('a band', () => {
  test.each<[string, number, number]>([
    ['Rs.83 to Rs.88', 8300, 8800],
    ['Rs.83 to Rs.88 ', 8300, 8800],
    ['Rs. 311 to Rs. 327 per Equity Share', 31_100, 32_700],
    ['Rs. 311 to 327 per Equity Shares', 31_100, 32_700],
    ['Rs. 311/- to Rs. 327/- per Equity Share', 31_100, 32_700],
    ['Rs. 31/- per equity share to Rs. 33/- equity share', 3100, 3300],
    ['Rs. 311/- to Rs. 327/-per equity share ', 31_100, 32_700],
    ['Rs.1,211 to Rs.1,272', 121_100, 127_200],
    ['Rs.95 to Rs.101 per share', 9500, 10100],
    ['Rs. 258 to Rs. 272 per Equity Share', 25_800, 27_200],
    ['Rs. 258 to Rs. 272 per Equity Share (Revised)', 25_800, 27_200],
    ['Rs.95 to Rs.101 (Revised Price Band)', 9500, 10100],
    ['Rs.92 to Rs. 97 per Equity Share of face value of Re. 1 each', 9200, 9700],
    ['₹92 - ₹97', 9200, 9700],
    ['₹92 to ₹97', 9200, 9700],
    ['Rs.92 – Rs.97', 9200, 9700],
    ['Rs 92 to 97', 9200, 9700],
    ['611.00 - 643.50', 61_100, 64_350],
    ['Rs.100', 10_000, 10_000],
    ['Rs. 130 per equity share', 13_000, 13_000],
    ['Rs.101 to Rs.95', 10_100, 9500],
  ])('is read from %s', (text, priceMin, priceMax) => {
    expect(BAND.from(text)).toEqual({ priceMin, priceMax })
  })

  test.each([
    'to be announced',
    'Rs.95 to',
    'Rs.95 to cap',
    'floor to Rs.101',
    'Rs.95 to Rs.101 to Rs.110',
    'Rs.9a to Rs.101',
    'Rs.95 to Rs.101 (less Rs.5 for employees)',
    'Rs.0 to Rs.574',
    'Rs.0',
    'Rs.-95 to Rs.101',
    'Rs.95 to Rs.-101',
    '-95',
    'Rs./-95',
  ])('is not guessed from %s', (text) => {
    expect(BAND.from(text)).toBeNull()
  })
})

describe('an issue period', () => {
  test.each([
    ['30-Jul-2026 to 03-Aug-2026'],
    ['30-July-2026 to 03-August-2026'],
    ['30-JUL-2026  TO  03-AUG-2026'],
    ['30-Jul-2026 – 03-Aug-2026'],
    ['30-Jul-2026 - 03-Aug-2026'],
    ['30-Jul-2026 to 03-Aug-2026 (Extended)'],
    ['30-Jul-2026 to 03-Aug-2026 (Issue period extended)'],
  ])('is read from %s', (text) => {
    expect(PERIOD.from(text)).toEqual({ openDate: '2026-07-30', closeDate: '2026-08-03' })
  })

  test.each([
    '30-Jul-2026',
    '30-Jul-2026 to 31-Feb-2026',
    '30-Jul-2026 to 03-Octomber-2026',
    'soon',
    '30-Jul-2026 to 31-Jul-2026 to 03-Aug-2026',
    '30-Jul-1926 to 03-Aug-1926',
    '30-Jul-2026 to 03-Aug-9999',
  ])('is not guessed from %s', (text) => {
    expect(PERIOD.from(text)).toBeNull()
  })
})

test.each<[string, number | null]>([
  ['1200', 1200],
  ['1200 Equity Shares', 1200],
  ['1,200 Equity Shares and in multiples of lot size thereof', 1200],
  ['Minimum 110 Equity shares and in multiples thereof', 110],
  ['Minimum 132  Equity Shares ', 132],
  ['Minimum of 154 Equity Shares', 154],
  ['Minimum 290 Equity shares and in multiples of 290 thereafter', 290],
  ['154 Shares', 154],
  ['0', null],
  ['-1200', null],
  ['150 units', null],
  ['Rs. 1200', null],
])('the shares in %s', (text, shares) => {
  expect(SHARES.from(text)).toBe(shares)
})

test.each<[string, number | null]>([
  ['Rs.10', 1000],
  ['Re. 1 per Equity Share', 100],
  ['Re.2 per Equity Share', 200],
  ['Rs.10/- per equity share', 1000],
  ['Rs. 1/- each', 100],
  ['Rs.10/-', 1000],
  ['Rs. 2.50', 250],
  ['ten rupees', null],
  ['0', null],
  ['Rs. 0.00 per Equity Share', null],
  ['-10', null],
  ['Rs. -10 per Equity Share', null],
  ['Rs.10/-5', null],
  ['Rs./-10', null],
])('the face value in %s', (text, paise) => {
  expect(amountRule('face-value').from(text)).toBe(paise)
})

test.each<[string, string | null]>([
  ['100% Book Building', 'book-built'],
  ['100 % Book Building', 'book-built'],
  ['Book Building', 'book-built'],
  ['Book Built Issue', 'book-built'],
  ['100% Book Built Issue', 'book-built'],
  ['Book-Building Process', 'book-built'],
  ['Fixed Price', 'fixed-price'],
  ['Fixed Price Issue', 'fixed-price'],
  ['Book Building and Fixed Price', null],
  ['Auction', null],
])('the type in %s', (text, type) => {
  expect(ISSUE_TYPE.from(text)).toBe(type)
})

test.each([[null], [''], ['-'], ['--'], ['NA'], ['N.A.'], ['Not Applicable'], ['null']])(
  '%j is an empty value',
  (text) => {
    expect(ifPrinted(text)).toBeNull()
  },
)

test.each([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SME', 'SME'],
  ['IV', null],
  ['RR', null],
  ['DEBT', null],
  [null, null],
])('series %s is of board %s', (series, board) => {
  expect(boardOfSeries(series)).toBe(board)
})

test.each([
  ['an ordinary issue', 'Lotus Kettles Limited', 'LOTUSKET', true],
  ['an issue without a symbol', 'Lotus Kettles Limited', null, true],
  ['a withdrawn issue', 'Lotus Kettles Limited-Issue Withdrawn', 'LOTUSKET', true],
  ['a postponed issue', 'Lotus Kettles Limited-Issue postponed', 'LOTUSKET', true],
  ['a symbol that ends in PP', 'Kite Puppets Limited', 'KITEPP', true],
  ['partly paid shares', 'Lotus Kettles Limited', 'LOTUSPP1', false],
  ['a further offer by its name', 'Lotus Kettles Limited - FPO', 'LOTUSKET', false],
  ['a further offer in brackets', 'Lotus Kettles Limited (FPO)', 'LOTUSKET', false],
  ['a further offer that was withdrawn', 'Lotus Kettles Limited-FPO-Issue Withdrawn', 'LOTUSKET', false],
  ['a further offer in words', 'Lotus Kettles Limited - Further Public Offer', 'LOTUSKET', false],
  ['an issue with an unknown outcome', 'Lotus Kettles Limited-Issue Suspended', 'LOTUSKET', true],
  ['a further offer by its symbol', 'Lotus Kettles Limited', 'LOTUSFPO', false],
  ['a withdrawal window', 'Lotus Kettles Limited - Withdrawal Window', 'LOTUSKET', false],
  ['a withdrawal option', 'Lotus Kettles Limited -Special Withdrawal Option', 'LOTUSKET', false],
])('%s', (_name, name, symbol, isFirst) => {
  expect(issueNamed(name, symbol) !== null).toBe(isFirst)
})
