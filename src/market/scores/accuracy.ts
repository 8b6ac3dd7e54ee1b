import { medianOfSorted } from '../gmp/gmp.ts'
import { divideRounded, percentOf, roundedToHundredths } from '../money.ts'
import { type Interval, meanInterval, medianInterval, shareInterval } from './interval.ts'
import { FEW_LISTINGS } from './scoreboard.ts'

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
  const n = calls.length
  const sums = sumsOf(calls)
  const { isFew, ...figures } = errorFigures(calls, sums)
  const against = (sum: number): Baseline => {
    const own = meanOf(sum, n)
    return { meanAbsErrorPp: own, skill: skillOf(figures.meanAbsErrorPp, own) }
  }
  return {
    ...figures,
    zero: against(sums.zero),
    boardAverage: against(sums.boardAverage),
    isFew,
    boardMedian: against(sums.boardMedian),
    alwaysGainHits: sums.gains,
    alwaysGainHitPct: shareOf(sums.gains, n),
    ...directionBySign(n, sums),
    atLimitN: sums.atLimit,
    withoutLimits: sums.atLimit === 0 ? { ...figures, isFew } : withoutLimits(calls),
  }
}

function withoutLimits(calls: readonly JudgedPrediction[]): ErrorFigures {
  const free = calls.filter(({ isAtLimit }) => !isAtLimit)
  return errorFigures(free, sumsOf(free))
}

type Sums = ReturnType<typeof sumsOf>

/** Sums of whole hundredths, which are exact in any order of the listings. */
function sumsOf(calls: readonly JudgedPrediction[]) {
  const sums = { errors: 0, sizes: 0, squares: 0, hits: 0, zero: 0, boardAverage: 0, boardMedian: 0 }
  const counts = { gains: 0, zeroGmp: 0, zeroGmpAbove: 0, zeroGmpAt: 0, atLimit: 0 }
  for (const { implied, actual, boardAverage, boardMedian, isAtLimit } of calls) {
    const error = implied - actual
    sums.errors += error
    sums.sizes += Math.abs(error)
    sums.squares += error * error
    sums.zero += Math.abs(actual)
    sums.boardAverage += Math.abs(boardAverage - actual)
    sums.boardMedian += Math.abs(boardMedian - actual)
    if (Math.sign(implied) === Math.sign(actual)) sums.hits++
    if (actual > 0) counts.gains++
    if (isAtLimit) counts.atLimit++
    if (implied !== 0) continue
    counts.zeroGmp++
    if (actual > 0) counts.zeroGmpAbove++
    if (actual === 0) counts.zeroGmpAt++
  }
  return { ...sums, ...counts }
}

function errorFigures(calls: readonly JudgedPrediction[], sums: Sums): ErrorFigures {
  const n = calls.length
  const sizes = sortedOf(calls, ({ implied, actual }) => Math.abs(implied - actual))
  return {
    n,
    biasPp: meanOf(sums.errors, n),
    biasInterval: published(meanInterval(n, sums.errors, sums.squares)),
    meanAbsErrorPp: meanOf(sums.sizes, n),
    meanAbsErrorInterval: notBelowZero(published(meanInterval(n, sums.sizes, sums.squares))),
    medianAbsErrorPp: middleOf(sizes),
    medianAbsErrorInterval: published(medianInterval(sizes)),
    directionHits: sums.hits,
    directionHitPct: shareOf(sums.hits, n),
    directionHitInterval: roundedShare(sums.hits, n),
    isFew: n < FEW_LISTINGS,
  }
}

/** An expected gain of exactly 0 is right only if the share opens at exactly its issue price, which is rare. */
function directionBySign(
  all: number,
  { hits, gains, zeroGmp, zeroGmpAbove, zeroGmpAt }: Sums,
): Pick<Accuracy, 'zeroGmp' | 'directionWithoutZero'> {
  const [n, own, always] = [all - zeroGmp, hits - zeroGmpAt, gains - zeroGmpAbove]
  return {
    zeroGmp: {
      n: zeroGmp,
      listedAbove: zeroGmpAbove,
      listedAt: zeroGmpAt,
      listedBelow: zeroGmp - zeroGmpAbove - zeroGmpAt,
    },
    directionWithoutZero: {
      n,
      hits: own,
      hitPct: shareOf(own, n),
      hitInterval: roundedShare(own, n),
      alwaysGainHits: always,
      alwaysGainHitPct: shareOf(always, n),
    },
  }
}

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
  const median = medianOfSorted(sorted)
  return median === undefined ? null : median / 100
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
