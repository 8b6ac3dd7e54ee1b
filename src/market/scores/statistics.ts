import { medianOfSorted } from '../gmp/gmp.ts'
import { divideRounded, percentOf, roundedToHundredths } from '../money.ts'

/** The mean of hundredths, as published; `null` for no values. */
export const meanOf = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : divideRounded(sumOf(figures), figures.length) / 100

/** Sums of whole hundredths are exact in any order. */
export function sumOf(figures: readonly number[]): number {
  let sum = 0
  for (const figure of figures) sum += figure
  return sum
}

/** The figures in ascending order. A typed array, because it sorts many times faster. */
export const sortedOf = (figures: readonly number[]): Float64Array => new Float64Array(figures).sort()

/** The median of sorted hundredths, as published; `null` for no values. */
export function middleOf(sorted: Float64Array): number | null {
  const median = medianOfSorted(sorted)
  return median === undefined ? null : median / 100
}

/** A share in percent, as published; `null` of none. */
export const shareOf = (hits: number, n: number): number | null => (n === 0 ? null : percentOf(hits, n))

/** A range in percent: at least `from` and below `to`; `null` is an open end. */
export interface PercentRange {
  readonly from: number | null
  readonly to: number | null
}

/** The ranges between ascending bounds, with an open one at each end. */
export const rangesBetween = (bounds: readonly number[]): PercentRange[] =>
  [...bounds, null].map((to, i) => ({ from: bounds[i - 1] ?? null, to }))

/** Bounds from the lowest to the highest, each this far from the next. */
export const boundsFrom = (lowest: number, highest: number, width: number): number[] =>
  Array.from({ length: (highest - lowest) / width + 1 }, (_, i) => lowest + i * width)

export const isInRange = (hundredths: number, { from, to }: PercentRange): boolean =>
  (from === null || hundredths >= from * 100) && (to === null || hundredths < to * 100)

/** A 95 percent confidence interval. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** 95 percent of the standard normal distribution lies within plus or minus this value. */
const Z = 1.959963984540054
const TAIL = 0.025

/** The interval of a share, in percent as published. */
export function roundedShare(hits: number, n: number): Interval | null {
  const interval = shareInterval(hits, n)
  return interval && { low: roundedToHundredths(interval.low), high: roundedToHundredths(interval.high) }
}

/** Wilson's score interval of a share, in percent; `null` for no values. */
export function shareInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null
  const share = hits / n
  const shrink = 1 + (Z * Z) / n
  const centre = (share + (Z * Z) / (2 * n)) / shrink
  const reach = (Z / shrink) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  // With no hits or only hits the bound is exactly 0 or 100, which floating point gives only approximately.
  return {
    low: hits === 0 ? 0 : (centre - reach) * 100,
    high: hits === n ? 100 : (centre + reach) * 100,
  }
}

/** Student's t interval of a mean; `null` for fewer than two values. */
export function meanInterval(values: readonly number[]): Interval | null {
  const n = values.length
  if (n < 2) return null
  const sum = sumOf(values)
  const squares = sumOf(values.map((value) => value * value))
  const mean = sum / n
  // With huge values, rounding may make the difference slightly negative.
  const variance = Math.max(0, squares - mean * sum) / (n - 1)
  const reach = tQuantile(n - 1) * Math.sqrt(variance / n)
  return { low: mean - reach, high: mean + reach }
}

/** t quantiles for 1 to 20 degrees of freedom; above 20 the series below is accurate to four decimals. */
const T_QUANTILES: readonly number[] = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
  2.200985, 2.178813, 2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
]

/** 95 percent of Student's t distribution lies within plus or minus this value. */
export const tQuantile = (freedom: number): number => T_QUANTILES[freedom - 1] ?? tSeries(freedom)

/** The Cornish-Fisher expansion around the normal distribution. */
const tSeries = (v: number): number =>
  Z +
  (Z ** 3 + Z) / (4 * v) +
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * v ** 2) +
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * v ** 3)

/**
 * A distribution-free interval of a median, bounded by two of the values. `null` for fewer than six values, where even
 * the lowest and the highest do not give 95 percent.
 */
export function medianInterval(sorted: Float64Array): Interval | null {
  const outside = valuesOutside(sorted.length)
  const low = sorted[outside]
  const high = sorted[sorted.length - 1 - outside]
  return outside < 0 || low === undefined || high === undefined ? null : { low, high }
}

/** The number of values outside the interval at each end: the largest k with P(Binomial(n, 1/2) <= k) <= 2.5 %. */
function valuesOutside(n: number): number {
  let logOfChance = -n * Math.LN2
  let chance = Math.exp(logOfChance)
  let heads = 0
  while (chance <= TAIL && heads < n) {
    logOfChance += Math.log((n - heads) / (heads + 1))
    heads++
    chance += Math.exp(logOfChance)
  }
  return heads - 1
}
