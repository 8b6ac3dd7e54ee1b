import { expect, test } from 'vitest'
import { missInRupees, smallestApplication } from './application.ts'

const terms = {
  board: 'MAINBOARD',
  openDate: '2026-01-13',
  lotSize: 150,
  minLots: null,
  priceMax: 10_000,
  issuePrice: null,
} as const

test.each([
  ['one lot on the mainboard', {}, { lots: 1, shares: 150, cost: 1_500_000 }],
  ['two lots of an SME issue', { board: 'SME' }, { lots: 2, shares: 300, cost: 3_000_000 }],
  [
    'two of an SME issue without an opening day',
    { board: 'SME', openDate: null },
    { lots: 2, shares: 300, cost: 3_000_000 },
  ],
  ['two on the first day of the rule', { board: 'SME', openDate: '2025-07-01' }, { lots: 2 }],
  ['one of an SME issue before the rule', { board: 'SME', openDate: '2025-06-30' }, { lots: 1 }],
  ['the stated minimum before the usual one', { board: 'SME', minLots: 3 }, { lots: 3, shares: 450 }],
  ['the upper end of the band, also once a lower price is fixed', { issuePrice: 9_500 }, { cost: 1_500_000 }],
  ['the issue price where there is no band', { priceMax: null, issuePrice: 9_500 }, { cost: 1_425_000 }],
] as const)('%s', (_name, said, expected) => {
  expect(smallestApplication({ ...terms, ...said })).toMatchObject(expected)
})

test.each([
  ['lot', { lotSize: null }],
  ['price', { priceMax: null }],
])('is unknown while the %s is', (_name, said) => {
  expect(smallestApplication({ ...terms, ...said })).toBeUndefined()
})

test.each([
  [276_000_00, 11.67, 32_209],
  [15_000_00, 0, 0],
  [150_00, 1, 2],
  [149_00, 1, 1],
])('of %i paise: an error of %d points is %i rupees', (cost, points, miss) => {
  expect(missInRupees(cost, points)).toBe(miss)
})
