import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MULTIPLE_ALONE, type Terms } from '../facts/fact.ts'
import type { Holidays } from '../holidays.ts'
import { applications } from './application.ts'
import { allotmentChances } from './chances.ts'
import { type SubscriptionReport, subscriptionDays } from './subscription.ts'

const NO_HOLIDAYS: Holidays = { trading: new Set(), clearing: new Set() }

/** One lot costs ₹15,000, so that the fewest lots above ₹2,00,000 are 14. */
const MAINBOARD = {
  ...{ board: 'MAINBOARD', openDate: '2026-01-13', closeDate: '2026-01-15', exchanges: ['NSE', 'BSE'] },
  ...{ lotSize: 150, priceMin: 9_500, priceMax: 10_000, issuePrice: null, issueType: 'book-built' },
  ...{ freshIssueShares: null, freshIssueCr: null, offerForSaleShares: null, offerForSaleCr: null },
  ...{ reservedFor: null, retailLimit: null, niiMaxShares: null },
} as Partial<Terms> as Terms

const SME: Partial<Terms> = { board: 'SME', exchanges: ['BSE'], lotSize: 1_200 }

let lines = 0

/** A reading with this many shares on offer and bid for. */
const reading = (
  sharesOffered: number | null,
  sharesBid: number | null,
  more: Partial<SubscriptionReport> = {},
): SubscriptionReport => ({
  fact: 'subscription',
  ...MULTIPLE_ALONE,
  ...{ slug: 'lotus-kettles', observedAt: '2026-01-15T11:30:00.000Z', category: 'RII', timesSub: 1 },
  ...{ sharesOffered, sharesBid, book: 'ALL', source: 'nse', printed: null, url: null },
  ...{ recorded: '2026-01-15T11:35:00.000Z', id: ++lines, ...more },
})

function chancesOf(reports: readonly SubscriptionReport[], said: Partial<Terms> = {}) {
  const terms = { ...MAINBOARD, ...said }
  const { openDate, closeDate } = terms
  return allotmentChances(
    terms,
    subscriptionDays(reports, { openDate, closeDate, closes: null }, NO_HOLIDAYS),
  )
}

const retail = (report: SubscriptionReport, said: Partial<Terms> = {}) => chancesOf([report], said)[0]

test('has an entry for each category that is drawn and was read', () => {
  const both = [reading(150_000, 1_500_000, { category: 'SNII' }), reading(300_000, 1_200_000)]
  expect(chancesOf(both)).toEqual([
    {
      category: 'RII',
      ...{ chance: 0.25, basis: 'at-least', applications: null, allotments: 2_000 },
      asOf: '2026-01-15T11:30:00.000Z',
    },
    {
      category: 'SNII',
      // 71 allotments of 2,100 shares each.
      ...{ chance: 0.0994, basis: 'at-least', applications: null, allotments: 71 },
      asOf: '2026-01-15T11:30:00.000Z',
    },
  ])
  const categories = (said: Partial<Terms>) => chancesOf(both, said).map(({ category }) => category)
  expect(categories({ openDate: '2022-04-01' })).toEqual(['RII', 'SNII'])
  expect(categories({ openDate: '2022-03-31' })).toEqual(['RII'])
  expect(categories(SME)).toEqual(['RII'])
  expect(chancesOf([reading(300_000, 1, { category: 'BNII' }), reading(1, 1, { category: 'EMP' })])).toEqual(
    [],
  )
})

describe('real cases', () => {
  const of2017 = { openDate: '2017-01-23', closeDate: '2017-01-25', lotSize: 18, priceMin: 80_500 }
  /** 2,99,973 lots, 6.118 times bid for. */
  const [offered, bid] = [299_973 * 18, Math.round(299_973 * 18 * 6.118)]

  test('the applications of 2017 give 26.5 %, the multiple at least 16.3 %', () => {
    const said = { ...of2017, priceMax: 80_600 }
    expect(retail(reading(offered, bid, { applications: 1_131_847 }), said)).toMatchObject({
      ...{ chance: 0.265, basis: 'applications', applications: 1_131_847, allotments: 299_973 },
    })
    expect(retail(reading(offered, bid), said)).toMatchObject({ chance: 0.1634, basis: 'at-least' })
  })

  test('a bank of 2019: 1 in 34 by applications, at least 1 in 44 by the multiple', () => {
    const said = { lotSize: 75, openDate: '2019-11-22', closeDate: '2019-11-26' }
    const [shares, bid] = [28_000 * 75, 91_770_000]
    const oneIn = (chance: number | null | undefined) => Math.ceil(1 / (chance ?? 0))
    expect(oneIn(retail(reading(shares, bid, { applications: 943_600 }), said)?.chance)).toBe(34)
    expect(oneIn(retail(reading(shares, bid), said)?.chance)).toBe(44)
  })

  test('shares are printed at the lower price, and the book of NSE alone is not the whole', () => {
    const said = {
      ...{ lotSize: 98, priceMin: 14_400, priceMax: 15_200 },
      ...{ freshIssueCr: 660.722, offerForSaleShares: 14_601_846 },
    }
    // At the upper price 58,07,039 shares, which are 59,255 lots.
    expect(retail(reading(6_048_531, 6_454_378), said)).toMatchObject({ chance: 0.8996, allotments: 59_255 })
    expect(retail(reading(6_048_531, 3_749_578, { book: 'NSE' }), said)).toMatchObject({
      ...{ chance: null, basis: 'at-least', allotments: 59_255 },
    })
  })
})

describe('shares on offer', () => {
  test.each<[string, Partial<Terms>, number]>([
    ['as printed while the parts of the issue are not known', {}, 2_000],
    ['as printed for an issue sized in shares', { freshIssueShares: 1_000_000 }, 2_000],
    ['at the upper price for one sized in rupees', { freshIssueCr: 95, offerForSaleCr: 10.5 }, 1_900],
    // At ₹95 100 lakh and 100 lakh shares, at ₹100 95 lakh and 100 lakh.
    ['the part in rupees only', { freshIssueCr: 95, offerForSaleShares: 10_000_000 }, 1_950],
    ['a part that is printed in both once', { freshIssueCr: 95, freshIssueShares: 10_000_000 }, 1_900],
    ['at the only price', { freshIssueCr: 95, priceMin: 10_000 }, 2_000],
    ['at the only price that is known', { freshIssueCr: 95, priceMin: null }, 2_000],
  ])('%s', (_name, said, allotments) => {
    expect(retail(reading(300_000, 1_200_000), said)?.allotments).toBe(allotments)
  })

  test('that are not enough for one more allotment are left over', () => {
    expect(retail(reading(300_149, 1_200_000))?.allotments).toBe(2_000)
    expect(retail(reading(149, 1_200_000))).toMatchObject({ chance: 0, allotments: 0 })
  })
})

describe('a chance', () => {
  test.each<[string, SubscriptionReport, Partial<Terms>, number | null]>([
    ['is rounded down', reading(300_000, 1_800_001), {}, 0.1666],
    ['is certain with more allotments than lots bid for', reading(300_000, 290_000), {}, 1],
    ['is certain where nobody has bid', reading(300_000, 0), {}, 1],
    ['is none where nothing is on offer', reading(0, 0), {}, 0],
    ['is not known without shares on offer', reading(null, 1_200_000), {}, null],
    ['is not known without bids', reading(300_000, null), {}, null],
    ['is not known while the lot is not', reading(300_000, 1_200_000), { lotSize: null }, null],
    ['is not known by the book of one of two exchanges', reading(300_000, 1, { book: 'BSE' }), {}, null],
    [
      'is not known by the book of one exchange while the exchanges are not',
      reading(300_000, 1, { book: 'NSE', applications: 4_000 }),
      { exchanges: null },
      null,
    ],
    [
      'is known by the book of the only exchange',
      reading(300_000, 1_200_000, { book: 'NSE' }),
      { exchanges: ['NSE'] },
      0.25,
    ],
  ])('%s', (_name, report, said, chance) => {
    expect(retail(report, said)?.chance).toBe(chance)
  })

  test.each<[string, SubscriptionReport, Partial<Terms>, object]>([
    [
      'has as many applications as pairs of lots since July 2025',
      reading(240_000, 2_400_000, { book: 'BSE' }),
      { openDate: '2025-07-01' },
      { chance: 0.1, basis: 'applications', applications: 1_000, allotments: 100 },
    ],
    [
      'has as many applications as are printed',
      reading(240_000, 2_400_000, { book: 'BSE', applications: 990 }),
      {},
      { chance: 0.101, basis: 'applications', applications: 990, allotments: 100 },
    ],
    [
      'has a bound by single lots before',
      reading(240_000, 2_400_000, { book: 'BSE' }),
      { openDate: '2025-06-30' },
      { chance: 0.1, basis: 'at-least', applications: null, allotments: 200 },
    ],
    [
      'has applications without shares on offer, but no chance',
      reading(null, 2_400_000, { book: 'BSE', timesSub: null }),
      {},
      { chance: null, basis: 'applications', applications: 1_000, allotments: null },
    ],
  ])('of individuals in an SME issue %s', (_name, report, said, expected) => {
    expect(retail(report, { ...SME, ...said })).toMatchObject(expected)
  })

  test('is that of the newest multiple, with the numbers of the readings that agree with it', () => {
    const days = [
      reading(300_000, 600_000, { observedAt: '2026-01-14T11:30:00.000Z', applications: 4_000 }),
      reading(300_000, 1_200_000, { observedAt: '2026-01-15T09:30:00.000Z' }),
      reading(null, 1_200_000, {
        observedAt: '2026-01-15T09:00:00.000Z',
        timesSub: null,
        applications: 5_000,
      }),
      reading(null, 9_999_999, {
        observedAt: '2026-01-15T09:40:00.000Z',
        timesSub: null,
        applications: 9_999,
      }),
    ]
    expect(chancesOf(days)).toMatchObject([
      { chance: 0.4, basis: 'applications', applications: 5_000, asOf: '2026-01-15T09:30:00.000Z' },
    ])
    expect(chancesOf(days.slice(0, 1))[0]).toMatchObject({ chance: 0.5, asOf: '2026-01-14T11:30:00.000Z' })
  })
})

describe('laws', () => {
  const shares = fc.integer({ min: 0, max: 2_000_000_000 })
  /** Bids with applications: each is for one smallest allotment or more. */
  const book = fc.record({
    category: fc.constantFrom('RII' as const, 'SNII' as const),
    offered: shares,
    bid: shares,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const terms = fc
    .record({
      lotSize: fc.integer({ min: 1, max: 2_000 }),
      priceMin: fc.integer({ min: 100, max: 20_000 }),
      band: fc.integer({ min: 0, max: 4_000 }),
      freshIssueCr: fc.option(fc.double({ min: 0.01, max: 30_000, noNaN: true })),
      offerForSaleShares: fc.option(fc.integer({ min: 1, max: 500_000_000 })),
    })
    .map(({ band, ...rest }) => ({ ...rest, priceMax: rest.priceMin + band }))
  const chanceBy = (said: Partial<Terms>, ...of: Parameters<typeof reading>) => retail(reading(...of), said)

  test('a chance is a number from 0 to 1 with four decimals, and never above what its applications give', () => {
    fc.assert(
      fc.property(terms, book, (said, { category, offered, bid, part }) => {
        const bound = chanceBy(said, offered, bid, { category })
        if (bound?.chance == null || bound.allotments === null) return
        const { chance, allotments } = bound
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
        expect(Number(chance.toFixed(4))).toBe(chance)
        const smallest = applications({ ...MAINBOARD, ...said }).find((one) => one.category === category)
        const applied = Math.floor((bid / (smallest?.minShares ?? 0)) * part)
        const exact = chanceBy(said, offered, bid, { category, applications: applied })
        expect(exact).toMatchObject({ basis: 'applications', allotments })
        expect(exact?.chance).toBeGreaterThanOrEqual(chance)
        if (applied > 0) expect(exact?.chance).toBeLessThanOrEqual(allotments / applied)
      }),
    )
  })

  test('more bids never raise a chance', () => {
    fc.assert(
      fc.property(terms, book, shares, (said, { category, offered, bid }, more) => {
        const [before, after] = [bid, bid + more].map(
          (all) => chanceBy(said, offered, all, { category })?.chance,
        )
        if (before != null) expect(after).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('a part sized in rupees never raises the allotments, and one sized in shares leaves them', () => {
    fc.assert(
      fc.property(terms, shares, ({ freshIssueCr, ...said }, offered) => {
        const asPrinted = chanceBy(said, offered, 1)?.allotments
        const scaled = chanceBy({ ...said, freshIssueCr }, offered, 1)?.allotments
        if (freshIssueCr === null) expect(scaled).toBe(asPrinted)
        else if (asPrinted != null) expect(scaled).toBeLessThanOrEqual(asPrinted)
      }),
    )
  })
})
