import { describe, expect, test } from 'vitest'
import { MAX_RUPEES } from '../money.ts'
import { boundsFault, boundsFaultOf, FIRST_DAY, LAST_DAY, MAX_CRORE, MAX_TIMES } from './bounds.ts'
import type { Fact } from './fact.ts'

const PRICES = ['faceValue', 'priceMin', 'priceMax', 'issuePrice', 'listingPrice', 'previousClose', 'price']
const COUNTS = ['lotSize', 'minLots', 'quantity']
const DAYS = ['openDate', 'closeDate', 'allotmentDate', 'listingDate', 'listedOn', 'tradeDate', 'observedAt']
const NO_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '100', true, {}]

describe('within bounds', () => {
  test.each([
    ...PRICES.flatMap((key) => [
      { [key]: 1 },
      { [key]: MAX_RUPEES * 100 },
      { [key]: null },
      { [key]: undefined },
    ]),
    ...COUNTS.map((key) => ({ [key]: 1 })),
    ...DAYS.flatMap((key) => [{ [key]: FIRST_DAY }, { [key]: LAST_DAY }]),
    ...[-48_500, 0, 48_500].map((gmp) => ({ gmp })),
    { timesSub: 0 },
    { timesSub: MAX_TIMES },
    { issueSizeCr: 0.01 },
    { reportedAt: `${LAST_DAY}T23:59:59.999Z` },
    { name: 'Acme', anythingElse: -1 },
  ])('%j', (values) => {
    expect(boundsFault(values)).toBeUndefined()
  })
})

describe('out of bounds', () => {
  test.each([
    ...PRICES.flatMap((key) =>
      [0, -1, -48_500, 10.5, MAX_RUPEES * 101, ...NO_NUMBERS].map((v) => [key, v] as const),
    ),
    ...COUNTS.flatMap((key) => [0, -1200, 1.5, 2 ** 53, ...NO_NUMBERS].map((v) => [key, v] as const)),
    ...DAYS.flatMap((key) =>
      ['0001-01-01', '1926-01-14', '1989-12-31', '3000-01-01', '+010000-01-01', 0].map(
        (v) => [key, v] as const,
      ),
    ),
    ...[10.5, MAX_RUPEES * 101, ...NO_NUMBERS].map((v) => ['gmp', v] as const),
    ...[-0.01, MAX_TIMES + 1, ...NO_NUMBERS].map((v) => ['timesSub', v] as const),
    ...[0, -5, MAX_CRORE + 1, ...NO_NUMBERS].map((v) => ['issueSizeCr', v] as const),
  ])('%s of %j', (key, value) => {
    expect(boundsFault({ name: 'Acme', [key]: value })).toMatch(new RegExp(`^${key} must be .*; got `))
  })
})

test('checks the terms of an issue, and exempts retractions', () => {
  const said = { name: 'Acme', board: 'SME', issuePrice: -48_500 } as const
  const fact: Fact = { fact: 'ipo', slug: 'acme', said, source: 'nse' }
  expect(boundsFaultOf(fact)).toMatch(/^issuePrice must be above 0/)
  const of = { fact: 'deal', tradeDate: '1926-01-14' } as const
  expect(boundsFaultOf({ fact: 'retraction', of, reason: 'misprint', source: 'operator' })).toBeUndefined()
})
