import { divideRounded, percentOf, roundedToHundredths } from '../money.ts'
import { type Interval, meanInterval, medianInterval, shareInterval } from './interval.ts'
import { FEW_LISTINGS } from './score-spread.ts'

/** A prediction with its outcome, and what the board's earlier listings had gained. In hundredths of a percent. */
export interface JudgedPrediction {
  readonly implied: number
  readonly actual: number
  readonly boardAverage: number
  readonly boardMedian: number
  /** Whether the opening price was cut off at a limit for SME shares. */
  readonly isAtLimit: boolean
}

/** The error of a forecast that does not use the grey market, on the same listings. */
export interface Baseline {
  readonly meanAbsErrorPp: number | null
  /**
   * The share of the baseline's error that the grey market avoids: 1 is all, 0 none; below 0 the baseline is better.
   */
  readonly skill: number | null
}

/** How far expected gains were off. Intervals have 95 percent confidence. */
export interface ErrorFigures {
  readonly n: number
  /** The mean signed error; positive when expected gains were too high. */
  readonly biasPp: number | null
  readonly biasInterval: Interval | null
  readonly meanAbsErrorPp: number | null
  readonly meanAbsErrorInterval: Interval | null
  readonly medianAbsErrorPp: number | null
  readonly medianAbsErrorInterval: Interval | null
  readonly directionHits: number
  readonly directionHitPct: number | null
  readonly directionHitInterval: Interval | null
  /** True when there are too few listings for the averages to mean much. */
  readonly isFew: boolean
}

/** The listings with an expected gain of exactly 0, by how they opened. */
export interface ZeroGmp {
  readonly n: number
  readonly listedAbove: number
  /** At exactly the issue price. */
  readonly listedAt: number
  readonly listedBelow: number
}

/** How often the direction was right without the expected gains of exactly 0, beside always forecasting a gain. */
export interface DirectionWithoutZero {
  readonly n: number
  readonly hits: number
  readonly hitPct: number | null
  readonly hitInterval: Interval | null
  readonly alwaysGainHits: number
  readonly alwaysGainHitPct: number | null
}

/** How far expected gains were off, beside forecasts without the grey market. */
export interface Accuracy extends ErrorFigures {
  /** The baseline that forecasts no gain. */
  readonly zero: Baseline
  /** The baselines that forecast the average and the median gain of the board's earlier listings. */
  readonly boardAverage: Baseline
  readonly boardMedian: Baseline
  /** The baseline of the direction: the listings above the issue price. */
  readonly alwaysGainHits: number
  readonly alwaysGainHitPct: number | null
  readonly zeroGmp: ZeroGmp
  readonly directionWithoutZero: DirectionWithoutZero
  /** Number of listings whose price was cut off at a limit for SME shares, and the figures of the others. */
  readonly atLimitN: number
  readonly withoutLimits: ErrorFigures
}

export function accuracyOf(calls: readonly JudgedPrediction[]): Accuracy {
  const { isFew, ...figures } = errorFigures(calls)
  const { n, meanAbsErrorPp } = figures
  const free = calls.filter(({ isAtLimit }) => !isAtLimit)
  const against = (forecast: (call: JudgedPrediction) => number): Baseline => {
    const own = meanOf(
      sumOf(calls, (call) => Math.abs(forecast(call) - call.actual)),
      n,
    )
    return { meanAbsErrorPp: own, skill: skillOf(meanAbsErrorPp, own) }
  }
  const gains = countOf(calls, ({ actual }) => actual > 0)
  return {
    ...figures,
    zero: against(() => 0),
    boardAverage: against(({ boardAverage }) => boardAverage),
    isFew,
    boardMedian: against(({ boardMedian }) => boardMedian),
    alwaysGainHits: gains,
    alwaysGainHitPct: shareOf(gains, n),
    ...directionBySign(calls),
    atLimitN: n - free.length,
    withoutLimits: free.length === n ? { ...figures, isFew } : errorFigures(free),
  }
}

function errorFigures(calls: readonly JudgedPrediction[]): ErrorFigures {
  const n = calls.length
  const errors = sumOf(calls, ({ implied, actual }) => implied - actual)
  const sizes = sortedOf(calls, ({ implied, actual }) => Math.abs(implied - actual))
  const sizeSum = sizes.reduce((sum, size) => sum + size, 0)
  const squares = sizes.reduce((sum, size) => sum + size * size, 0)
  const hits = countOf(calls, isDirectionHit)
  return {
    n,
    biasPp: meanOf(errors, n),
    biasInterval: published(meanInterval(n, errors, squares)),
    meanAbsErrorPp: meanOf(sizeSum, n),
    meanAbsErrorInterval: notBelowZero(published(meanInterval(n, sizeSum, squares))),
    medianAbsErrorPp: middleOf(sizes),
    medianAbsErrorInterval: published(medianInterval(sizes)),
    directionHits: hits,
    directionHitPct: shareOf(hits, n),
    directionHitInterval: roundedShare(hits, n),
    isFew: n < FEW_LISTINGS,
  }
}

/** An expected gain of exactly 0 is right only if the share opens at exactly its issue price, which is rare. */
function directionBySign(
  calls: readonly JudgedPrediction[],
): Pick<Accuracy, 'zeroGmp' | 'directionWithoutZero'> {
  const zeros = calls.filter(({ implied }) => implied === 0)
  const others = calls.filter(({ implied }) => implied !== 0)
  const [n, hits] = [others.length, countOf(others, isDirectionHit)]
  const gains = countOf(others, ({ actual }) => actual > 0)
  return {
    zeroGmp: {
      n: zeros.length,
      listedAbove: countOf(zeros, ({ actual }) => actual > 0),
      listedAt: countOf(zeros, ({ actual }) => actual === 0),
      listedBelow: countOf(zeros, ({ actual }) => actual < 0),
    },
    directionWithoutZero: {
      n,
      hits,
      hitPct: shareOf(hits, n),
      hitInterval: roundedShare(hits, n),
      alwaysGainHits: gains,
      alwaysGainHitPct: shareOf(gains, n),
    },
  }
}

const isDirectionHit = ({ implied, actual }: JudgedPrediction): boolean =>
  Math.sign(implied) === Math.sign(actual)

/** A sum of whole hundredths, which is exact in any order of the listings. */
function sumOf<T>(some: readonly T[], figureOf: (one: T) => number): number {
  let sum = 0
  for (const one of some) sum += figureOf(one)
  return sum
}

const countOf = <T>(some: readonly T[], matches: (one: T) => boolean): number =>
  sumOf(some, (one) => (matches(one) ? 1 : 0))

/** A share in percent, as published; `null` of none. */
const shareOf = (hits: number, n: number): number | null => (n === 0 ? null : percentOf(hits, n))

/** The mean of hundredths, as published; `null` for no values. */
export const meanOf = (sum: number, n: number): number | null =>
  n === 0 ? null : divideRounded(sum, n) / 100

/** A figure of each item in ascending order. A typed array, because it sorts many times faster. */
export function sortedOf<T>(some: readonly T[], figureOf: (one: T) => number): Float64Array {
  const figures = new Float64Array(some.length)
  for (let i = 0; i < some.length; i++) figures[i] = figureOf(some[i] as T)
  return figures.sort()
}

/** The median of sorted hundredths, as published; `null` for no values. */
export function middleOf(sorted: Float64Array): number | null {
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? null : divideRounded(lower + upper, 2) / 100
}

/** Computed from the published errors, so that anyone can recompute it; `null` where the baseline has no error. */
function skillOf(meanAbsError: number | null, baseline: number | null): number | null {
  if (meanAbsError === null || baseline === null || baseline === 0) return null
  const [own, other] = [Math.round(meanAbsError * 100), Math.round(baseline * 100)]
  return divideRounded((other - own) * 100, other) / 100
}

const published = (interval: Interval | null): Interval | null =>
  interval && {
    low: roundedToHundredths(interval.low / 100),
    high: roundedToHundredths(interval.high / 100),
  }

const notBelowZero = (interval: Interval | null): Interval | null =>
  interval && { ...interval, low: Math.max(0, interval.low) }

/** The interval of a share, in percent as published. */
export function roundedShare(hits: number, n: number): Interval | null {
  const interval = shareInterval(hits, n)
  return interval && { low: roundedToHundredths(interval.low), high: roundedToHundredths(interval.high) }
}

/** A range of expected gains in percent: at least `from` and below `to`; `null` is an open end. */
export interface ExpectedGainRange {
  readonly from: number | null
  readonly to: number | null
}

export const EXPECTED_GAIN_SIZES: readonly ExpectedGainRange[] = [
  { from: null, to: 0 },
  { from: 0, to: 10 },
  { from: 10, to: 25 },
  { from: 25, to: 50 },
  { from: 50, to: null },
]

export const isOfSize = (
  { implied }: Pick<JudgedPrediction, 'implied'>,
  { from, to }: ExpectedGainRange,
): boolean => (from === null || implied >= from * 100) && (to === null || implied < to * 100)

/**
 * Ranks by error, smallest first; equal errors share a rank. Entries with too few listings have no rank and push no
 * other entry down.
 */
export function ranksOf(
  each: readonly Pick<Accuracy, 'n' | 'meanAbsErrorPp' | 'isFew'>[],
): (number | null)[] {
  const ranked = each.flatMap(({ isFew, meanAbsErrorPp }) => (isFew ? [] : (meanAbsErrorPp ?? [])))
  return each.map(({ isFew, meanAbsErrorPp }) =>
    isFew || meanAbsErrorPp === null ? null : 1 + ranked.filter((other) => other < meanAbsErrorPp).length,
  )
}
