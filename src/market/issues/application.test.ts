import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Terms } from '../facts/fact.ts'
import {
  APPLICANT_CATEGORIES,
  type Application,
  applications,
  EMPLOYEE_LIMIT,
  isMinLotsConflict,
  missInRupees,
  RETAIL_LIMIT,
  SMALL_NII_LIMIT,
} from './application.ts'

/** The terms that decide who may apply for how much. */
const terms = {
  board: 'MAINBOARD',
  openDate: '2026-01-13',
  lotSize: 150,
  priceMin: 9_500,
  priceMax: 10_000,
  issuePrice: null,
  issueType: 'book-built',
  employeeDiscount: null,
  reservedFor: null,
  retailLimit: null,
  employeeLimit: null,
  shareholderLimit: null,
  niiMaxShares: null,
} as Partial<Terms> as Terms

const SME = { board: 'SME', lotSize: 1_200, priceMin: 9_500, priceMax: 10_000 } as const

/** Each category with its fewest and its most lots. */
const listed = (found: readonly Application[]) =>
  found.map(({ category, minLots, maxLots }) => `${category} ${minLots}-${maxLots ?? ''}`).join(', ')
const lotsOf = (said: Partial<Terms>) => listed(applications({ ...terms, ...said }))

test('gives lots, shares and paise of each category', () => {
  expect(applications({ ...terms, niiMaxShares: 90_075 })).toEqual([
    {
      category: 'RII',
      ...{ minLots: 1, minShares: 150, minAmount: 1_500_000 },
      ...{ maxLots: 13, maxShares: 1_950, maxAmount: 19_500_000 },
    },
    {
      category: 'SNII',
      ...{ minLots: 14, minShares: 2_100, minAmount: 21_000_000 },
      ...{ maxLots: 66, maxShares: 9_900, maxAmount: 99_000_000 },
    },
    {
      category: 'BNII',
      ...{ minLots: 67, minShares: 10_050, minAmount: 100_500_000 },
      ...{ maxLots: 600, maxShares: 90_000, maxAmount: 900_000_000 },
    },
  ])
})

describe('on the mainboard', () => {
  test.each<[string, Partial<Terms>, string]>([
    ['a lot of ₹15,000', {}, 'RII 1-13, SNII 14-66, BNII 67-'],
    ['a limit that whole lots meet exactly', { lotSize: 200 }, 'RII 1-10, SNII 11-50, BNII 51-'],
    ['a lot of exactly ₹2,00,000', { lotSize: 2_000 }, 'RII 1-1, SNII 2-5, BNII 6-'],
    ['a lot above ₹2,00,000, too large for retail', { lotSize: 2_001 }, 'SNII 1-4, BNII 5-'],
    ['a lot above ₹10,00,000', { lotSize: 10_001 }, 'BNII 1-'],
    ['no opening day', { openDate: null }, 'RII 1-13, SNII 14-66, BNII 67-'],
    ['the first day of the split', { openDate: '2022-04-01' }, 'RII 1-13, SNII 14-66, BNII 67-'],
    ['the day before the split', { openDate: '2022-03-31' }, 'RII 1-13, NII 14-'],
    [
      'the most shares of NII before the split',
      { openDate: '2022-03-31', niiMaxShares: 3_000 },
      'RII 1-13, NII 14-20',
    ],
    ['another retail limit', { retailLimit: 5_00_000_00 }, 'RII 1-33, SNII 34-66, BNII 67-'],
    ['a retail limit above that of sNII', { retailLimit: 20_00_000_00 }, 'RII 1-133, BNII 134-'],
    ['most shares within sNII', { niiMaxShares: 3_000 }, 'RII 1-13, SNII 14-20'],
    ['a fixed price', { issueType: 'fixed-price' }, 'RII 1-13, SNII 14-66, BNII 67-'],
  ])('%s', (_what, said, expected) => {
    expect(lotsOf(said)).toBe(expected)
  })
})

describe('of an SME issue', () => {
  const split = 'RII 2-2, SNII 3-8, BNII 9-'
  const whole = 'RII 2-2, NII 3-'
  test.each<[string, Partial<Terms>, string]>([
    ['book-built', {}, split],
    ['at a fixed price', { issueType: 'fixed-price' }, whole],
    ['of unknown type with a band', { issueType: null }, split],
    ['of unknown type without a band', { issueType: null, priceMin: 10_000 }, whole],
    ['of unknown type with one price', { issueType: null, priceMin: null }, whole],
    ['whose opening day is unknown', { openDate: null }, split],
    ['on the first day of the rule', { openDate: '2025-07-01' }, split],
    ['before the rule', { openDate: '2025-06-30' }, 'RII 1-1, NII 2-'],
    ['that prints a retail limit below two lots', { retailLimit: 2_00_000_00 }, split],
    ['whose four lots cost exactly ₹10,00,000', { lotSize: 2_500 }, 'RII 2-2, SNII 3-4, BNII 5-'],
    ['whose three lots cost more than ₹10,00,000', { lotSize: 3_400 }, 'RII 2-2, BNII 3-'],
    ['with the most shares of NII', { niiMaxShares: 48_000 }, 'RII 2-2, SNII 3-8, BNII 9-40'],
  ])('%s', (_what, said, expected) => {
    expect(lotsOf({ ...SME, ...said })).toEqual(expected)
  })
})

describe('with a reserved part', () => {
  const reserved = (said: Partial<Terms>) => applications({ ...terms, ...said }).slice(3)

  test('employees pay the price less their discount, up to ₹5,00,000', () => {
    expect(reserved({ reservedFor: ['EMP'], employeeDiscount: 1_000 })).toEqual([
      {
        category: 'EMP',
        ...{ minLots: 1, minShares: 150, minAmount: 1_350_000 },
        ...{ maxLots: 37, maxShares: 5_550, maxAmount: 49_950_000 },
      },
    ])
  })

  test.each<[string, Partial<Terms>, string]>([
    ['employees without a discount', { reservedFor: ['EMP'] }, 'EMP 1-33'],
    ['employees with another limit', { reservedFor: ['EMP'], employeeLimit: 2_00_000_00 }, 'EMP 1-13'],
    ['no employees without a reserved part', { employeeLimit: 5_00_000_00, employeeDiscount: 1_000 }, ''],
    ['no employees at a discount of the whole price', { reservedFor: ['EMP'], employeeDiscount: 10_000 }, ''],
    [
      'no employees while one lot exceeds their limit',
      { reservedFor: ['EMP'], employeeLimit: 14_999_99 },
      '',
    ],
    ['no shareholders without a printed limit', { reservedFor: ['SHA'] }, ''],
    ['shareholders with a limit', { reservedFor: ['SHA'], shareholderLimit: 2_00_000_00 }, 'SHA 1-13'],
    [
      'employees before shareholders',
      { reservedFor: ['SHA', 'EMP'], shareholderLimit: 2_00_000_00 },
      'EMP 1-33, SHA 1-13',
    ],
    ['no policyholders', { reservedFor: ['POL'] }, ''],
    ['employees of an SME issue', { ...SME, reservedFor: ['EMP'] }, 'EMP 2-4'],
  ])('%s', (_what, said, expected) => {
    expect(listed(reserved(said))).toEqual(expected)
  })

  test('employees of an SME issue before the rule have the printed limit, or none that we know', () => {
    const before = { ...SME, openDate: '2025-06-30', reservedFor: ['EMP'] } as const
    expect(lotsOf(before)).toBe('RII 1-1, NII 2-')
    expect(lotsOf({ ...before, employeeLimit: 5_00_000_00 })).toBe('RII 1-1, NII 2-, EMP 1-4')
  })
})

test('leaves out amounts that are too large to be true', () => {
  expect(lotsOf({ lotSize: Number.MAX_SAFE_INTEGER })).toEqual('')
  expect(lotsOf({ niiMaxShares: Number.MAX_SAFE_INTEGER })).toEqual('RII 1-13, SNII 14-66')
})

describe('for any offer', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 30_00_000_00 }))
  const offers = fc.record({
    board: fc.constantFrom('MAINBOARD', 'SME'),
    openDate: fc.constantFrom(null, '2022-03-31', '2022-04-01', '2025-06-30', '2025-07-01'),
    lotSize: fc.integer({ min: 1, max: 20_000 }),
    priceMin: fc.constant(null),
    priceMax: fc.integer({ min: 1, max: 5_000_00 }),
    issuePrice: fc.constant(null),
    issueType: fc.constantFrom(null, 'book-built', 'fixed-price'),
    employeeDiscount: fc.option(fc.integer({ min: 1, max: 5_000_00 })),
    reservedFor: fc.option(fc.subarray(['EMP', 'SHA', 'POL'] as const)),
    retailLimit: limit,
    employeeLimit: limit,
    shareholderLimit: limit,
    niiMaxShares: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  })

  test('amounts are shares times price, shares are lots times the lot, and no smallest exceeds its largest', () => {
    fc.assert(
      fc.property(offers, (offer) => {
        for (const each of applications({ ...terms, ...offer })) {
          const price = offer.priceMax - (each.category === 'EMP' ? (offer.employeeDiscount ?? 0) : 0)
          const { minLots, minShares, minAmount, maxLots, maxShares, maxAmount } = each
          expect([minShares, minAmount]).toEqual([minLots * offer.lotSize, minShares * price])
          expect(Number.isSafeInteger(minLots) && minLots >= 1).toBe(true)
          if (maxLots === null) expect([maxShares, maxAmount]).toEqual([null, null])
          else {
            expect([maxShares, maxAmount]).toEqual([maxLots * offer.lotSize, maxLots * offer.lotSize * price])
            expect(Number.isSafeInteger(maxLots) && maxLots >= minLots).toBe(true)
          }
        }
      }),
    )
  })

  test('categories come once and in order, and those of the public neither overlap nor leave a gap', () => {
    fc.assert(
      fc.property(offers, (offer) => {
        const found = applications({ ...terms, ...offer })
        const order = found.map(({ category }) => APPLICANT_CATEGORIES.indexOf(category))
        expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
        const open = found.filter(({ category }) => category !== 'EMP' && category !== 'SHA')
        for (const [i, { minLots }] of open.entries())
          if (i > 0) expect(minLots).toBe((open[i - 1]?.maxLots ?? Number.NaN) + 1)
      }),
    )
  })

  test('every limit in rupees is kept, and one lot more would exceed it', () => {
    fc.assert(
      fc.property(offers, (offer) => {
        const lot = offer.lotSize * offer.priceMax
        const retail = offer.retailLimit ?? RETAIL_LIMIT
        for (const { category, minAmount, maxAmount } of applications({ ...terms, ...offer })) {
          const isMainboard = offer.board === 'MAINBOARD'
          if (category === 'RII' && isMainboard) {
            expect(maxAmount).toBeLessThanOrEqual(retail)
            expect((maxAmount ?? 0) + lot).toBeGreaterThan(retail)
          }
          if (category === 'SNII') expect(maxAmount).toBeLessThanOrEqual(SMALL_NII_LIMIT)
          if (category === 'BNII') expect(minAmount).toBeGreaterThan(SMALL_NII_LIMIT)
          if (category === 'EMP') expect(maxAmount).toBeLessThanOrEqual(offer.employeeLimit ?? EMPLOYEE_LIMIT)
          if (isMainboard && ['SNII', 'BNII', 'NII'].includes(category))
            expect(minAmount).toBeGreaterThan(retail)
        }
      }),
    )
  })
})

test.each<[string, Partial<Terms>, { lots: number; shares: number; cost: number }]>([
  ['one lot on the mainboard', {}, { lots: 1, shares: 150, cost: 1_500_000 }],
  ['two lots of an SME issue', { board: 'SME' }, { lots: 2, shares: 300, cost: 3_000_000 }],
  [
    'two of an SME issue without an opening day',
    { board: 'SME', openDate: null },
    { lots: 2, shares: 300, cost: 3_000_000 },
  ],
  [
    'one of an SME issue before the rule',
    { board: 'SME', openDate: '2025-06-30' },
    { lots: 1, shares: 150, cost: 1_500_000 },
  ],
  [
    'one lot of sNII where it is too large for retail',
    { lotSize: 3_000 },
    { lots: 1, shares: 3_000, cost: 30_000_000 },
  ],
  [
    'the upper end of the band, also once a lower price is fixed',
    { issuePrice: 9_500 },
    { lots: 1, shares: 150, cost: 1_500_000 },
  ],
  [
    'the issue price where there is no band',
    { priceMin: null, priceMax: null, issuePrice: 9_500 },
    { lots: 1, shares: 150, cost: 1_425_000 },
  ],
])('the smallest application is %s', (_name, said, expected) => {
  const [first] = applications({ ...terms, ...said })
  expect({ lots: first?.minLots, shares: first?.minShares, cost: first?.minAmount }).toEqual(expected)
})

test.each([
  ['lot', { lotSize: null }],
  ['price', { priceMax: null }],
])('no application is known while the %s is not', (_name, said) => {
  expect(applications({ ...terms, ...said })).toEqual([])
})

test.each([
  ['nothing printed', { minLots: null }, false],
  ['one lot on the mainboard', { minLots: 1 }, false],
  ['two lots on the mainboard', { minLots: 2 }, true],
  ['two lots of an SME issue', { board: 'SME', minLots: 2 }, false],
  ['one lot of an SME issue', { board: 'SME', minLots: 1 }, true],
  ['one lot of an SME issue before the rule', { board: 'SME', openDate: '2025-06-30', minLots: 1 }, false],
  ['one lot of an SME issue of unknown day', { board: 'SME', openDate: null, minLots: 1 }, true],
] as const)('%s: whether the printed minimum conflicts with the rule', (_name, said, isConflict) => {
  expect(isMinLotsConflict({ ...terms, ...said })).toBe(isConflict)
})

test.each([
  [276_000_00, 11.67, 32_209],
  [15_000_00, 0, 0],
  [150_00, 1, 2],
  [149_00, 1, 1],
])('of %i paise: an error of %d points is %i rupees', (cost, points, miss) => {
  expect(missInRupees(cost, points)).toBe(miss)
})
