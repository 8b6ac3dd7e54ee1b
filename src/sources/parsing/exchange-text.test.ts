import { describe, expect, test } from 'vitest'
import { periodFrom, rupeesFrom, sharesFrom } from './exchange-text.ts'

test.each<[string, number | null]>([
  ['10.00', 1000],
  ['Rs.10/-', 1000],
  ['Rs. 1/- each', 100],
  ['Re. 1 per Equity Share', 100],
  ['₹2.50 per share', 250],
  ['Rs. 97 per Equity Share of face value of Re. 1 each', 9700],
  ['Rs. 10 and Rs. 5', null],
  ['ten', null],
  ['each', null],
])('%s is an amount of %s paise', (text, paise) => {
  expect(rupeesFrom(text)).toBe(paise)
})

test.each<[string, number | null]>([
  ['150', 150],
  ['0', 0],
  ['17 Equity Shares', 17],
  ['Minimum of 154 Equity Shares', 154],
  ['12.5', null],
  ['150 units', null],
])('%s is a count of %s shares', (text, count) => {
  expect(sharesFrom(text)).toBe(count)
})

describe('a period', () => {
  test.each([
    '21 Aug 2026 to 25 Aug 2026',
    '21-Aug-2026 to 25-August-2026',
    '21-Aug-2026 - 25-Aug-2026',
    '21 Aug 2026 – 25 Aug 2026',
    '21-Aug-2026 to 25-Aug-2026 (Extended)',
    '21-Aug-2026 to 25-Aug-2026 (The Issue is further extended by 3 days)',
    '21-Aug-2026 to 25-Aug-2026(Extended from 23-Aug-2026)',
    '21-Aug-2026 to 25-Aug-2026 (The Issue is further extended and may be extended again)',
  ])('is parsed from %s', (text) => {
    expect(periodFrom(text)).toEqual({ openDate: '2026-08-21', closeDate: '2026-08-25' })
  })

  test.each([
    '21 Aug 2026',
    '21 Aug 2026 to',
    '21 Aug 2026 to 31 Sep 2026',
    'soon to 25 Aug 2026',
    '21 Aug 2026 to 25 Aug 2026 (Extended to 27 Aug 2026)',
    '21 Aug 2026 to 25 Aug 2026 (The Issue is further extended until August 27, 2026)',
    '21 Aug 2026 to 25 Aug 2026 (see the notice (published today))',
    '21 Aug 2026 to 25 Aug 2026 (Postponed)',
    '21 Aug 2026 to 25 Aug 2026 (Withdrawn)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27/08/2026)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27.08.2026)',
    '21 Aug 2026 to 25 Aug 2026 (extended till 27th Aug)',
    '21 Aug 2026 to 25 Aug 2026 (extended till Aug 27)',
    '21 Aug 2026 to 25 Aug 2026 Extended',
    '21 Aug 2026 to 25 Aug 2026 (Extended',
    '21 Aug 2026 to 25 Aug 2026 (Extended) again',
    '(Extended) 21 Aug 2026 to 25 Aug 2026',
  ])('is not guessed from %s', (text) => {
    expect(periodFrom(text)).toBeNull()
  })
})
