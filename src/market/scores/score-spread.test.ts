import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areEnoughListings,
  errorBins,
  FEW_LISTINGS,
  HEADLINE_LISTINGS,
  medianErrorPp,
  middleHalf,
  openingsOf,
  quadrantsOf,
} from './scoreboard.ts'

const errors = (...values: readonly number[]) => values.map((errorPp) => ({ errorPp }))
const calls = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([impliedPct, actualPct]) => ({ impliedPct, actualPct }))

describe('the quadrants of expected and actual gain', () => {
  test.each<[string, readonly [number, number], string]>([
    ['an expected gain, an actual gain', [10, 5], 'gainListedGain'],
    ['an expected gain, an actual loss', [10, -5], 'gainListedLoss'],
    ['an expected loss, an actual gain', [-0.01, 0.01], 'lossListedGain'],
    ['an expected loss, an actual loss', [-10, -5], 'lossListedLoss'],
    ['an expected gain of zero', [0, 5], 'neither'],
    ['an actual gain of zero', [-5, 0], 'neither'],
    ['nothing that stayed nothing', [0, 0], 'neither'],
  ])('%s', (_name, call, field) => {
    const none = { gainListedGain: 0, gainListedLoss: 0, lossListedGain: 0, lossListedLoss: 0, neither: 0 }
    expect(quadrantsOf(calls(call))).toEqual({ ...none, [field]: 1 })
  })
})

test.each<[string, ReturnType<typeof calls>, ReturnType<typeof openingsOf>]>([
  ['none', [], { above: 0, at: 0, below: 0 }],
  ['gains and a loss', calls([1, 1], [-1, 2], [5, -5]), { above: 2, at: 0, below: 1 }],
  ['one at the issue price', calls([5, 0]), { above: 0, at: 1, below: 0 }],
])('listings by how they opened: %s', (_name, of, openings) => {
  expect(openingsOf(of)).toEqual(openings)
})

test.each<[number, boolean]>([
  [0, false],
  [17, false],
  [HEADLINE_LISTINGS - 1, false],
  [30, true],
  [388, true],
])('of %i listings, a share is shown as a percentage: %s', (n, isShown) => {
  expect(areEnoughListings(n)).toBe(isShown)
})

describe('the bins of errors', () => {
  test.each<[number, number | null, number | null]>([
    [-600, null, -50],
    [-50.01, null, -50],
    [-50, -50, -40],
    [-0.01, -10, 0],
    [0, 0, 10],
    [9.99, 0, 10],
    [10, 10, 20],
    [49.99, 40, 50],
    [50, 50, null],
    [600, 50, null],
  ])('puts %f into the bin from %s and below %s', (error, from, to) => {
    expect(errorBins(errors(error)).filter(({ n }) => n > 0)).toEqual([{ from, to, n: 1, pct: 100 }])
  })

  test('contain every error once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20_000, max: 20_000 })), (hundredths) => {
        const bins = errorBins(errors(...hundredths.map((value) => value / 100)))
        expect(bins).toHaveLength(12)
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(hundredths.length)
      }),
    )
  })
})

test.each<[string, readonly number[], number | null]>([
  ['none', [], null],
  ['one', [3.5], 3.5],
  ['an odd number', [30, -2.25, 1], 1],
  ['an even number: the mean of the middle two, rounded', [1, 1.01, -50, 50], 1.01],
])('the median error of %s', (_name, of, median) => {
  expect(medianErrorPp(errors(...of))).toBe(median)
})

describe('the middle half', () => {
  const upTo = (n: number) => errors(...Array.from({ length: n }, (_, i) => n - i))

  test.each<[number, { low: number; high: number } | null]>([
    [FEW_LISTINGS - 1, null],
    [20, { low: 6, high: 15 }],
    [23, { low: 6, high: 18 }],
    [24, { low: 7, high: 18 }],
  ])('of the errors 1 to %i', (n, half) => {
    expect(middleHalf(upTo(n))).toEqual(half)
  })
})
