import { describe, expect, test } from 'vitest'
import * as format from '../texts/format.ts'

/** Replaces no-break spaces by plain ones. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

describe.each<[string, (value: number) => string, [number, string][]]>([
  [
    'rupees',
    format.rupees,
    [
      [0, '₹0'],
      [45, '₹45'],
      [-3, '−₹3'],
      [42.5, '₹42.50'],
      [123456.5, '₹1,23,456.50'],
      [12345678, '₹1,23,45,678'],
      [-0.01, '−₹0.01'],
    ],
  ],
  [
    'a change in rupees',
    format.rupeesChange,
    [
      [6, '+₹6'],
      [-3.5, '−₹3.50'],
      [0, '₹0'],
    ],
  ],
  [
    'crore',
    format.croreText,
    [
      [420.5, '₹420.50 Cr'],
      [123456, '₹1,23,456.00 Cr'],
      [0, 'below ₹0.0001 Cr'],
      [0.0037, '₹0.0037 Cr'],
      [0.01, '₹0.01 Cr'],
    ],
  ],
  [
    'a gain',
    format.gain,
    [
      [14.38, '+14.4%'],
      [-3, '−3.0%'],
      [0, '0.0%'],
      [0.04, '0.0%'],
      [-0.04, '0.0%'],
      [0.05, '+0.1%'],
    ],
  ],
  ['a share', format.share, [[76.16, '76.2%']]],
  ['points', format.points, [[11.67, '11.67']]],
  [
    'points in a sentence',
    format.pointsInWords,
    [
      [11.67, '11.7'],
      [0.04, 'less than 0.1'],
    ],
  ],
  [
    'an estimate',
    format.rupeesAbout,
    [
      [42132, '₹42,000'],
      [1980, '₹2,000'],
      [7, '₹7'],
    ],
  ],
  [
    'points with their sign',
    format.pointsChange,
    [
      [6.42, '+6.42'],
      [-6.4, '−6.40'],
      [0, '0.00'],
    ],
  ],
  [
    'a subscription',
    format.times,
    [
      [0.2, '0.20×'],
      [1234.5, '1,234.50×'],
    ],
  ],
  [
    'a count',
    format.count,
    [
      [0, '0'],
      [100000, '1,00,000'],
    ],
  ],
])('%s', (_name, write, rows) => {
  test.each(rows)('%d', (value, text) => {
    expect(plain(write(value))).toBe(text)
  })
})

test.each<[number | null, number | null, string | null]>([
  [271, 285, '₹271–285'],
  [76, 76, '₹76'],
  [null, 76.5, '₹76.50'],
  [76, null, '₹76'],
  [null, null, null],
  [1234.5, 1300.75, '₹1,234.50–1,300.75'],
  [271, 285.5, '₹271–285.50'],
])('a band from %j to %j', (low, high, text) => {
  expect(format.band(low, high)).toBe(text)
})

test.each<[string, string]>([
  ['2026-01-13T11:30:00.000Z', '5:00 pm'],
  ['2026-01-13T18:30:00.000Z', '12:00 am'],
  ['2026-01-13T06:35:00.000Z', '12:05 pm'],
  ['2026-01-13T04:30:00.000Z', '10:00 am'],
])('the time of %s in India', (instant, text) => {
  expect(plain(format.clockTime(instant))).toBe(text)
})

test.each<[string, string]>([
  ['2026-01-13T11:30:00.000Z', 'today 5:00 pm'],
  ['2026-01-12T18:31:00.000Z', 'today 12:01 am'],
  ['2026-01-12T11:30:00.000Z', '12 Jan, 5:00 pm'],
  ['2025-12-31T11:30:00.000Z', '31 Dec 2025, 5:00 pm'],
])('%s on 13 January 2026', (instant, text) => {
  expect(plain(format.dayAndTime(instant, '2026-01-13'))).toBe(text)
})

test.each([
  ['2026-11-05', '5 Nov'],
  ['2025-12-31', '31 Dec 2025'],
])('%s in a table', (day, text) => {
  expect(plain(format.plainDay(day, '2026-01-13'))).toBe(text)
})

test.each<[string, string]>([
  ['2026-01-13', 'Tue 13 Jan'],
  ['2025-12-31', 'Wed 31 Dec 2025'],
])('%s with its weekday', (day, text) => {
  expect(plain(format.weekday(day, '2026-01-13'))).toBe(text)
})

test.each<[string, string]>([
  ['2026-01-13', 'today'],
  ['2026-01-14', 'tomorrow'],
  ['2026-01-15', 'Thu 15 Jan'],
  ['2026-01-12', 'Mon 12 Jan'],
])('%s seen from 13 January', (day, text) => {
  expect(plain(format.nearDay(day, '2026-01-13'))).toBe(text)
})

test('a day in full', () => {
  expect(plain(format.longWeekday('2026-01-13'))).toBe('Tue 13 Jan 2026')
})

test.each<[number, string]>([
  [1, '1 source'],
  [3, '3 sources'],
])('%d of something', (n, text) => {
  expect(format.counted(n, 'source')).toBe(text)
})

test('a day with its weekday and its year', () => {
  expect(plain(format.longWeekday('2026-11-12'))).toBe('Thu 12 Nov 2026')
})

describe('a name from outside', () => {
  test.each([
    ['stays as it is', 'Bhāratī & Söhne <b>', 'Bhāratī & Söhne <b>'],
    ['stays what it is in another script', 'कमल क्षित्रि नमकीन', 'कमल क्षित्रि नमकीन'],
    ['cannot reverse the text after it', 'Foo\u2069\u202e evil\u2066', 'Foo evil'],
    ['keeps harmless direction marks', 'abc\u200fdef', 'abc\u200fdef'],
    ['has no pile of marks', `a${'\u0301'.repeat(40)}b`, `a${'\u0301'.repeat(4)}b`],
  ])('%s', (_name, name, shown) => {
    expect(format.harmless(name)).toBe(shown)
    expect(format.isolated(name)).toBe(`\u2068${shown}\u2069`)
  })
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j as a list', (parts, words) => {
  expect(format.joined(parts, 'and')).toBe(words)
})
