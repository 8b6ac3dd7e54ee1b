import { divideRounded, roundedToHundredths } from '../money.ts'
import { FEW_LISTINGS, middleHalfOf } from './scoreboard.ts'
import {
  boundsFrom,
  type Interval,
  isInRange,
  meanInterval,
  meanOf,
  medianInterval,
  middleOf,
  type PercentRange,
  rangesBetween,
  roundedShare,
  shareOf,
  sortedOf,
} from './statistics.ts'

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
  const against = (forecastOf: (call: JudgedPrediction) => number): Baseline => {
    const own = meanOf(calls.map((call) => Math.abs(forecastOf(call) - call.actual)))
    return { meanAbsErrorPp: own, skill: skillOf(figures.meanAbsErrorPp, own) }
  }
  const free = calls.filter(({ isAtLimit }) => !isAtLimit)
  return {
    ...figures,
    zero: against(() => 0),
    boardAverage: against(({ boardAverage }) => boardAverage),
    isFew,
    boardMedian: against(({ boardMedian }) => boardMedian),
    ...alwaysGain(calls),
    ...directionBySign(calls),
    atLimitN: calls.length - free.length,
    withoutLimits: errorFigures(free),
  }
}

function errorFigures(calls: readonly JudgedPrediction[]): ErrorFigures {
  const n = calls.length
  const errors = calls.map(({ implied, actual }) => implied - actual)
  const sizes = errors.map(Math.abs)
  const sorted = sortedOf(sizes)
  const hits = calls.filter(isHit).length
  return {
    n,
    biasPp: meanOf(errors),
    biasInterval: published(meanInterval(errors)),
    meanAbsErrorPp: meanOf(sizes),
    meanAbsErrorInterval: notBelowZero(published(meanInterval(sizes))),
    medianAbsErrorPp: middleOf(sorted),
    medianAbsErrorInterval: published(medianInterval(sorted)),
    directionHits: hits,
    directionHitPct: shareOf(hits, n),
    directionHitInterval: roundedShare(hits, n),
    isFew: n < FEW_LISTINGS,
  }
}

const isHit = ({ implied, actual }: JudgedPrediction): boolean => Math.sign(implied) === Math.sign(actual)

function alwaysGain(calls: readonly JudgedPrediction[]) {
  const gains = calls.filter(({ actual }) => actual > 0).length
  return { alwaysGainHits: gains, alwaysGainHitPct: shareOf(gains, calls.length) }
}

/** An expected gain of exactly 0 is right only if the share opens at exactly its issue price, which is rare. */
function directionBySign(
  calls: readonly JudgedPrediction[],
): Pick<Accuracy, 'zeroGmp' | 'directionWithoutZero'> {
  const atZero = calls.filter(({ implied }) => implied === 0)
  const others = calls.filter(({ implied }) => implied !== 0)
  const hits = others.filter(isHit).length
  const n = others.length
  return {
    zeroGmp: {
      n: atZero.length,
      listedAbove: atZero.filter(({ actual }) => actual > 0).length,
      listedAt: atZero.filter(({ actual }) => actual === 0).length,
      listedBelow: atZero.filter(({ actual }) => actual < 0).length,
    },
    directionWithoutZero: {
      n,
      hits,
      hitPct: shareOf(hits, n),
      hitInterval: roundedShare(hits, n),
      ...alwaysGain(others),
    },
  }
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

export const EXPECTED_GAIN_SIZES: readonly PercentRange[] = rangesBetween([0, 10, 25, 50])

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

/**
 * The width of a bin of expected gains in percentage points. Beyond the lowest and the highest bound there is one open
 * bin each.
 */
export const CALIBRATION_BIN_POINTS = 10
export const CALIBRATION_LOWEST = -20
export const CALIBRATION_HIGHEST = 100

/** The outcomes of the listings whose expected gain lies in this range. */
export interface CalibrationBin extends PercentRange {
  readonly n: number
  /** The median expected gain in the bin. */
  readonly medianImpliedPct: number | null
  readonly medianActualPct: number | null
  /** The range of the outcomes without their lowest and highest quarter. */
  readonly middleHalf: Interval | null
  readonly aboveIssuePrice: number
  readonly aboveIssuePricePct: number | null
  readonly aboveIssuePriceInterval: Interval | null
  readonly belowIssuePrice: number
  /** True when there are too few listings to judge. */
  readonly isFew: boolean
}

export const CALIBRATION_SIZES: readonly PercentRange[] = rangesBetween(
  boundsFrom(CALIBRATION_LOWEST, CALIBRATION_HIGHEST, CALIBRATION_BIN_POINTS),
)

export const calibrationOf = (calls: readonly JudgedPrediction[]): CalibrationBin[] =>
  CALIBRATION_SIZES.map((size) =>
    binOf(
      size,
      calls.filter(({ implied }) => isInRange(implied, size)),
    ),
  )

function binOf(size: PercentRange, calls: readonly JudgedPrediction[]): CalibrationBin {
  const n = calls.length
  const outcomes = sortedOf(calls.map(({ actual }) => actual))
  const half = middleHalfOf(outcomes)
  const above = n - outcomes.findLastIndex((actual) => actual <= 0) - 1
  return {
    ...size,
    n,
    medianImpliedPct: middleOf(sortedOf(calls.map(({ implied }) => implied))),
    medianActualPct: middleOf(outcomes),
    middleHalf: half && { low: half.low / 100, high: half.high / 100 },
    aboveIssuePrice: above,
    aboveIssuePricePct: shareOf(above, n),
    aboveIssuePriceInterval: roundedShare(above, n),
    belowIssuePrice: outcomes.findLastIndex((actual) => actual < 0) + 1,
    isFew: n < FEW_LISTINGS,
  }
}
