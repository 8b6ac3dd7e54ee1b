import { describe, expect, test } from 'vitest'
import { meanInterval, medianInterval, shareInterval, tQuantile } from './statistics.ts'

const upTo = (n: number) => Float64Array.from({ length: n }, (_, i) => i + 1)

describe('the interval of a share', () => {
  // The values that statistics packages give for Wilson's score interval without continuity correction.
  test.each([
    [0, 10, 0, 27.7533],
    [1, 10, 1.7876, 40.415],
    [5, 10, 23.6593, 76.3407],
    [10, 10, 72.2467, 100],
    [81, 263, 25.5289, 36.621],
    [0, 1, 0, 79.3451],
  ])('%i of %i lies from %f to %f percent', (hits, n, low, high) => {
    const interval = shareInterval(hits, n)
    expect(interval?.low).toBeCloseTo(low, 3)
    expect(interval?.high).toBeCloseTo(high, 3)
  })

  test('does not exist for no values', () => {
    expect(shareInterval(0, 0)).toBeNull()
  })
})

describe('the interval of a mean', () => {
  // From a table of Student's t distribution.
  test.each([
    [1, 12.706205],
    [4, 2.776445],
    [19, 2.093024],
    [20, 2.085963],
    [21, 2.079614],
    [30, 2.042272],
    [120, 1.97993],
    [1000, 1.962339],
  ])('with %i degrees of freedom reaches %f standard errors', (freedom, quantile) => {
    expect(tQuantile(freedom)).toBeCloseTo(quantile, 4)
  })

  test('is the mean plus and minus that many standard errors', () => {
    // For 1 to 5: mean 3, standard deviation 1.581139, standard error the square root of one half.
    const interval = meanInterval([1, 2, 3, 4, 5])
    expect(interval?.low).toBeCloseTo(3 - 2.776445 * Math.SQRT1_2, 5)
    expect(interval?.high).toBeCloseTo(3 + 2.776445 * Math.SQRT1_2, 5)
  })

  test('of equal values is that value', () => {
    expect(meanInterval([7, 7, 7])).toEqual({ low: 7, high: 7 })
  })

  test('does not exist for fewer than two values', () => {
    expect(meanInterval([5])).toBeNull()
    expect(meanInterval([])).toBeNull()
  })
})

describe('the interval of a median', () => {
  // The positions are those in tables for the sign test.
  test.each([
    [6, 1],
    [8, 1],
    [9, 2],
    [10, 2],
    [12, 3],
    [20, 6],
    [50, 18],
    [100, 40],
  ])('of %i values runs from the value in position %i to the one as far from the other end', (n, place) => {
    expect(medianInterval(upTo(n))).toEqual({ low: place, high: n + 1 - place })
  })

  test('does not exist for fewer than six values', () => {
    expect([0, 1, 5].map((n) => medianInterval(upTo(n)))).toEqual([null, null, null])
  })

  test('of very many values is about as wide as the normal distribution gives', () => {
    const n = 40_000
    const { low = 0, high = 0 } = medianInterval(upTo(n)) ?? {}
    expect(low).toBeCloseTo(n / 2 - 0.98 * Math.sqrt(n), -1)
    expect(high).toBe(n + 1 - low)
  })
})
