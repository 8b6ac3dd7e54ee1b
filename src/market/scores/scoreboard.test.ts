import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_HOLIDAYS } from '../../../test/support/holidays.ts'
import { type IpoFact, OPEN_ALONE, QUOTE_ALONE, type Recorded, type Terms } from '../facts/fact.ts'
import { Owners } from '../facts/publisher.ts'
import type { GmpReport } from '../gmp/gmp.ts'
import type { ListingReport } from '../issues/listing.ts'
import { type IssueTerms, termsFrom } from '../issues/terms.ts'
import { isTooHigh, type Score, scoredDays, scoreOf, summaryOf } from './scoreboard.ts'

const OWNERS = new Owners()

const RECORDED = { recorded: '2026-01-10T04:30:00.000Z', id: 1 }

function termsOf(said: Partial<Terms> = {}): IssueTerms {
  const fact: Recorded<IpoFact> = {
    fact: 'ipo',
    slug: 'lotus-kettles',
    said: {
      name: 'Lotus Kettles Limited',
      board: 'MAINBOARD',
      issuePrice: 10_000,
      openDate: '2026-01-13',
      closeDate: '2026-01-16',
      listingDate: '2026-01-21',
      ...said,
    },
    source: 'nse',
    ...RECORDED,
  }
  const terms = termsFrom([fact])
  if (!terms) throw new Error('the issue has no terms')
  return terms
}

const listed = (listingPrice: number): ListingReport => ({
  fact: 'listing',
  ...OPEN_ALONE,
  slug: 'lotus-kettles',
  listedOn: '2026-01-21',
  listingPrice,
  exchange: 'NSE',
  source: 'nse',
  printed: null,
  url: null,
  ...RECORDED,
})

const quote = (gmp: number, more: Partial<GmpReport> = {}): GmpReport => ({
  fact: 'gmp',
  slug: 'lotus-kettles',
  observedAt: '2026-01-16',
  gmp,
  source: 'IPOWatch',
  reportedAt: null,
  ...QUOTE_ALONE,
  printed: null,
  url: null,
  ...RECORDED,
  ...more,
})

test('has the figures of the close and of the listing, and their difference', () => {
  expect(scoreOf(termsOf(), listed(13_150), [quote(4_500)], OWNERS, NO_HOLIDAYS)).toEqual({
    issuePrice: 10_000,
    gmpAtClose: 4_500,
    impliedPct: 45,
    quoted: expect.objectContaining({ day: '2026-01-16', median: 4_500, disputed: false }),
    listingPrice: 13_150,
    actualPct: 31.5,
    errorPp: 13.5,
    directionHit: true,
    listedOn: '2026-01-21',
  })
})

describe('an issue is scored only', () => {
  test.each<[string, Partial<Terms>, ListingReport | undefined, GmpReport[], boolean]>([
    ['with everything known', {}, listed(13_150), [quote(4_500)], true],
    ['if not withdrawn', { withdrawn: true }, listed(13_150), [quote(4_500)], false],
    ['if not postponed', { postponed: true }, listed(13_150), [quote(4_500)], false],
    ['with an issue price', { issuePrice: null }, listed(13_150), [quote(4_500)], false],
    [
      'with an issue price, the upper band is not enough',
      { issuePrice: null, priceMax: 10_000 },
      listed(13_150),
      [quote(4_500)],
      false,
    ],
    ['with a closing day', { closeDate: null }, listed(13_150), [quote(4_500)], false],
    ['with a listing price', {}, undefined, [quote(4_500)], false],
    ['with a quote', {}, listed(13_150), [], false],
    ['with a quote of zero too', {}, listed(13_150), [quote(0)], true],
    [
      'at a fixed price too',
      { priceMin: 10_000, priceMax: 10_000, issueType: 'fixed-price' },
      listed(13_150),
      [quote(1)],
      true,
    ],
    ['without an opening day too', { openDate: null }, listed(13_150), [quote(4_500)], true],
  ])('%s', (_name, said, listing, reports, isScored) => {
    expect(scoreOf(termsOf(said), listing, reports, OWNERS, NO_HOLIDAYS) !== undefined).toBe(isScored)
  })
})

describe('the quote that is scored', () => {
  const on = (observedAt: string, gmp: number, more: Partial<GmpReport> = {}) =>
    quote(gmp, { observedAt, ...more })

  test.each<[string, GmpReport[], number | undefined]>([
    ['is that of the closing day', [on('2026-01-15', 4_000), on('2026-01-16', 4_500)], 4_500],
    ['is never one after the closing day', [on('2026-01-16', 4_500), on('2026-01-17', 6_000)], 4_500],
    ['is the most recent before the closing day', [on('2026-01-12', 3_000), on('2026-01-14', 4_000)], 4_000],
    ['may be one of closing day - 7', [on('2026-01-09', 3_000)], 3_000],
    ['is none of closing day - 8', [on('2026-01-08', 3_000)], undefined],
    ['is none after the close alone', [on('2026-01-17', 6_000)], undefined],
    [
      'is the median of that day’s owners',
      [on('2026-01-16', 4_000), on('2026-01-16', 4_501, { source: 'IPO Ji' })],
      4_251,
    ],
    [
      'goes by the day of observation, whenever it was recorded',
      [on('2026-01-16', 4_500, { recorded: '2026-03-01T00:00:00.000Z' }), on('2026-01-15', 4_000)],
      4_500,
    ],
  ])('%s', (_name, reports, gmpAtClose) => {
    expect(scoreOf(termsOf(), listed(13_150), reports, OWNERS, NO_HOLIDAYS)?.gmpAtClose).toBe(gmpAtClose)
  })

  test.each<[string, string, { first: string; last: string }]>([
    ['the closing day and seven days before it', '2026-01-16', { first: '2026-01-09', last: '2026-01-16' }],
    ['across the turn of a year', '2026-01-03', { first: '2025-12-27', last: '2026-01-03' }],
  ])('comes from %s', (_name, closeDate, days) => {
    expect(scoredDays(closeDate)).toEqual(days)
  })

  test('follows a closing day that was revised backwards', () => {
    const reports = [on('2026-01-15', 4_000), on('2026-01-16', 4_500)]
    expect(
      scoreOf(termsOf({ closeDate: '2026-01-15' }), listed(13_150), reports, OWNERS, NO_HOLIDAYS)?.gmpAtClose,
    ).toBe(4_000)
  })
})

describe('expected gain against actual gain', () => {
  // Issue price, GMP and listing price in paise, then the published figures. `toBe` distinguishes 0 from -0.
  test.each<
    [string, number, number, number, Pick<Score, 'impliedPct' | 'actualPct' | 'errorPp' | 'directionHit'>]
  >([
    [
      'an expected gain that was too high is a positive error',
      10_000,
      4_500,
      13_150,
      { impliedPct: 45, actualPct: 31.5, errorPp: 13.5, directionHit: true },
    ],
    [
      'an expected gain that was too low is a negative error',
      10_000,
      1_000,
      13_150,
      { impliedPct: 10, actualPct: 31.5, errorPp: -21.5, directionHit: true },
    ],
    [
      'a gain expected, a loss in fact',
      10_000,
      500,
      9_000,
      { impliedPct: 5, actualPct: -10, errorPp: 15, directionHit: false },
    ],
    [
      'a loss expected, a gain in fact',
      10_000,
      -500,
      11_000,
      { impliedPct: -5, actualPct: 10, errorPp: -15, directionHit: false },
    ],
    [
      'a loss expected, a loss in fact',
      10_000,
      -500,
      9_000,
      { impliedPct: -5, actualPct: -10, errorPp: 5, directionHit: true },
    ],
    [
      'zero expected, zero in fact',
      10_000,
      0,
      10_000,
      { impliedPct: 0, actualPct: 0, errorPp: 0, directionHit: true },
    ],
    [
      'zero expected, a gain in fact',
      10_000,
      0,
      10_100,
      { impliedPct: 0, actualPct: 1, errorPp: -1, directionHit: false },
    ],
    [
      'zero expected, a loss in fact',
      10_000,
      0,
      9_900,
      { impliedPct: 0, actualPct: -1, errorPp: 1, directionHit: false },
    ],
    [
      'a gain expected, zero in fact',
      10_000,
      100,
      10_000,
      { impliedPct: 1, actualPct: 0, errorPp: 1, directionHit: false },
    ],
    [
      'a loss expected, zero in fact',
      10_000,
      -100,
      10_000,
      { impliedPct: -1, actualPct: 0, errorPp: -1, directionHit: false },
    ],
    [
      'what rounds to 0 is 0: a tiny gain has no direction',
      100_000,
      0,
      100_004,
      { impliedPct: 0, actualPct: 0, errorPp: 0, directionHit: true },
    ],
    [
      'what rounds to 0 is 0: a tiny expected gain against a gain',
      100_000,
      4,
      101_000,
      { impliedPct: 0, actualPct: 1, errorPp: -1, directionHit: false },
    ],
    [
      'a half of a hundredth is a direction',
      100_000,
      5,
      101_000,
      { impliedPct: 0.01, actualPct: 1, errorPp: -0.99, directionHit: true },
    ],
    // 1/3 is 33.33, 2/3 is 66.67: the error is 33.34 from the published figures, 33.33 from the exact ones.
    [
      'the error is the difference of the published percentages',
      30_000,
      10_000,
      50_000,
      { impliedPct: 33.33, actualPct: 66.67, errorPp: -33.34, directionHit: true },
    ],
    // 0.3 - 0.1 is 0.19999999999999998 in floats.
    [
      'the error has two decimals',
      100_000,
      300,
      100_100,
      { impliedPct: 0.3, actualPct: 0.1, errorPp: 0.2, directionHit: true },
    ],
  ])('%s', (_name, issuePrice, gmp, listingPrice, expected) => {
    const score = scoreOf(termsOf({ issuePrice }), listed(listingPrice), [quote(gmp)], OWNERS, NO_HOLIDAYS)
    expect(score?.impliedPct).toBe(expected.impliedPct)
    expect(score?.actualPct).toBe(expected.actualPct)
    expect(score?.errorPp).toBe(expected.errorPp)
    expect(score?.directionHit).toBe(expected.directionHit)
  })

  test('can be recomputed from the published figures', () => {
    // The exact rule, written independently of the code: hundredths of a percent, halves away from zero.
    const hundredthsOfPercent = (part: number, whole: number) => {
      const size = (BigInt(Math.abs(part)) * 10_000n * 2n + BigInt(whole)) / (2n * BigInt(whole))
      return part < 0 ? -size : size
    }
    const hundredths = (figure: number) => BigInt(figure.toFixed(2).replace('.', ''))
    const prices = fc.integer({ min: 100, max: 500_000 })
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: -200_000, max: 500_000 }),
        prices,
        (issuePrice, gmp, listingPrice) => {
          const score = scoreOf(
            termsOf({ issuePrice }),
            listed(listingPrice),
            [quote(gmp)],
            OWNERS,
            NO_HOLIDAYS,
          )
          if (!score) throw new Error('not scored')
          const implied = hundredthsOfPercent(score.gmpAtClose, score.issuePrice)
          const actual = hundredthsOfPercent(score.listingPrice - score.issuePrice, score.issuePrice)
          expect(hundredths(score.impliedPct)).toBe(implied)
          expect(hundredths(score.actualPct)).toBe(actual)
          expect(hundredths(score.errorPp)).toBe(implied - actual)
          expect(score.directionHit).toBe(
            (implied > 0n && actual > 0n) ||
              (implied < 0n && actual < 0n) ||
              (implied === 0n && actual === 0n),
          )
          for (const figure of [score.impliedPct, score.actualPct, score.errorPp]) {
            expect(figure).toBe(Number(figure.toFixed(2)))
            expect(Object.is(figure, -0)).toBe(false)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the summary', () => {
  type Row = Pick<Score, 'errorPp' | 'directionHit'>
  const row = (errorPp: number, directionHit: boolean): Row => ({ errorPp, directionHit })

  test.each<[string, Row[], number, number | null, number | null]>([
    ['of no listing has nulls, not zeros', [], 0, null, null],
    ['of one listing', [row(13.5, true)], 1, 13.5, 100],
    ['of one miss is 0 percent, not null', [row(0, false)], 1, 0, 0],
    ['takes errors by their size', [row(10, true), row(-20, false)], 2, 15, 50],
    ['has two decimals', [row(1, true), row(1, true), row(2, false)], 3, 1.33, 66.67],
    ['rounds halves up', [row(0.01, true), row(0.02, false)], 2, 0.02, 50],
    ['sums hundredths exactly', [row(0.1, true), row(0.2, true), row(-0.3, true)], 3, 0.2, 100],
    ['of one hit among eight', [row(8, true), ...Array.from({ length: 7 }, () => row(0, false))], 8, 1, 12.5],
  ])('%s', (_name, rows, n, avgAbsErrorPp, directionHitPct) => {
    expect(summaryOf(rows)).toEqual({ n, avgAbsErrorPp, directionHitPct })
  })

  test('agrees with the published rows', () => {
    const rows = fc.array(
      fc.record({ errorPp: fc.integer({ min: -20_000, max: 20_000 }), directionHit: fc.boolean() }),
      { minLength: 1, maxLength: 40 },
    )
    fc.assert(
      fc.property(rows, (hundredths) => {
        const summary = summaryOf(
          hundredths.map(({ errorPp, directionHit }) => row(errorPp / 100, directionHit)),
        )
        const total = hundredths.reduce((sum, { errorPp }) => sum + Math.abs(errorPp), 0)
        const hits = hundredths.filter(({ directionHit }) => directionHit).length
        const n = hundredths.length
        // For whole numbers of this size the floor of (2a + n) / 2n is a / n, halves rounded up.
        expect(summary).toEqual({
          n,
          avgAbsErrorPp: Math.floor((2 * total + n) / (2 * n)) / 100,
          directionHitPct: Math.floor((2 * hits * 10_000 + n) / (2 * n)) / 100,
        })
      }),
    )
  })
})

test('an expected gain is too high when the error is above 0, and an exact one is not', () => {
  const errors = [4, 0.01, 0, -0.01, -8].map((errorPp) => ({ errorPp }))
  expect(errors.filter(isTooHigh)).toEqual([{ errorPp: 4 }, { errorPp: 0.01 }])
})
