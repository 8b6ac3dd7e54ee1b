/** Between which bounds a figure of all listings lies with 95 percent confidence, by those that were seen. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** The standard normal distribution has 95 percent within this. */
const Z = 1.959963984540054
const TAIL = 0.025

/** Wilson's score interval of a share, in percent; `null` of nothing. */
export function shareInterval(hits: number, n: number): Interval | null {
  if (n === 0) return null
  const share = hits / n
  const shrink = 1 + (Z * Z) / n
  const centre = (share + (Z * Z) / (2 * n)) / shrink
  const reach = (Z / shrink) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n))
  // With none or all of them the bound is exact, which the arithmetic only nearly gives.
  return {
    low: hits === 0 ? 0 : (centre - reach) * 100,
    high: hits === n ? 100 : (centre + reach) * 100,
  }
}

/** Student's interval of a mean, by the sum of the values and of their squares; `null` of fewer than two, which show no spread. */
export function meanInterval(n: number, sum: number, squares: number): Interval | null {
  if (n < 2) return null
  const mean = sum / n
  // Of huge values the difference may come out a hair below 0.
  const variance = Math.max(0, squares - mean * sum) / (n - 1)
  const reach = tQuantile(n - 1) * Math.sqrt(variance / n)
  return { low: mean - reach, high: mean + reach }
}

/** Of few degrees of freedom; from then on the series below is good to four decimals. */
const T_OF_FEW: readonly number[] = [
  12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157, 2.228139,
  2.200985, 2.178813, 2.160369, 2.144787, 2.13145, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963,
]

/** Student's distribution has 95 percent within this, either side of 0. */
export const tQuantile = (freedom: number): number => T_OF_FEW[freedom - 1] ?? tSeries(freedom)

/** The expansion of Cornish and Fisher around the normal distribution. */
const tSeries = (v: number): number =>
  Z +
  (Z ** 3 + Z) / (4 * v) +
  (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / (96 * v ** 2) +
  (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / (384 * v ** 3)

/**
 * The interval of a median between two of the values themselves, which asks nothing of how they are spread. `null` of
 * fewer than six: not even the lowest and the highest of them are far enough out.
 */
export function medianInterval(sorted: Float64Array): Interval | null {
  const left = leftOut(sorted.length)
  const low = sorted[left]
  const high = sorted[sorted.length - 1 - left]
  return left < 0 || low === undefined || high === undefined ? null : { low, high }
}

/** How many values at each end are beyond the interval: as many as a fair coin seldom shows heads in so many throws. */
function leftOut(n: number): number {
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
