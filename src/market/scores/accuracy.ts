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

/** How far expected gains were off, beside forecasts without the grey market. */
export type Accuracy = ReturnType<typeof accuracyOf>

export function accuracyOf(calls: readonly JudgedPrediction[]) {
  const all = errorFigures(calls)
  const { isFew, ...figures } = all
  /** The error of another forecast on the same listings, and the share of it that the grey market avoids. */
  const against = (forecastOf: (call: JudgedPrediction) => number) => {
    const own = meanOf(calls.map((call) => Math.abs(forecastOf(call) - call.actual)))
    return { meanAbsErrorPp: own, skill: skillOf(figures.meanAbsErrorPp, own) }
  }
  const atZero = calls.filter(({ implied }) => implied === 0)
  const others = calls.filter(({ implied }) => implied !== 0)
  const free = calls.filter(({ isAtLimit }) => !isAtLimit)
  return {
    ...figures,
    zero: against(() => 0),
    boardAverage: against(({ boardAverage }) => boardAverage),
    isFew,
    boardMedian: against(({ boardMedian }) => boardMedian),
    ...alwaysGain(calls),
    /** An expected gain of exactly 0 is right only if the share opens at exactly its issue price, which is rare. */
    zeroGmp: {
      n: atZero.length,
      listedAbove: atZero.filter(({ actual }) => actual > 0).length,
      listedAt: atZero.filter(({ actual }) => actual === 0).length,
      listedBelow: atZero.filter(({ actual }) => actual < 0).length,
    },
    directionWithoutZero: directionFigures(others),
    /** Number of listings whose price was cut off at a limit for SME shares, and the figures of the others. */
    atLimitN: calls.length - free.length,
    withoutLimits: free.length === calls.length ? all : errorFigures(free),
  }
}

/** How far expected gains were off. Intervals have 95 percent confidence. */
function errorFigures(calls: readonly JudgedPrediction[]) {
  const errors = calls.map(({ implied, actual }) => implied - actual)
  const sizes = errors.map(Math.abs)
  const sorted = sortedOf(sizes)
  const { n, hits, hitPct, hitInterval } = directionFigures(calls)
  return {
    n,
    /** Positive when expected gains were too high. */
    biasPp: meanOf(errors),
    biasInterval: published(meanInterval(errors)),
    meanAbsErrorPp: meanOf(sizes),
    meanAbsErrorInterval: notBelowZero(published(meanInterval(sizes))),
    medianAbsErrorPp: middleOf(sorted),
    medianAbsErrorInterval: published(medianInterval(sorted)),
    directionHits: hits,
    directionHitPct: hitPct,
    directionHitInterval: hitInterval,
    isFew: n < FEW_LISTINGS,
  }
}

/** How often the direction was right, beside always forecasting a gain. */
function directionFigures(calls: readonly JudgedPrediction[]) {
  const n = calls.length
  const hits = calls.filter(({ implied, actual }) => Math.sign(implied) === Math.sign(actual)).length
  return { n, hits, hitPct: shareOf(hits, n), hitInterval: roundedShare(hits, n), ...alwaysGain(calls) }
}

function alwaysGain(calls: readonly JudgedPrediction[]) {
  const gains = calls.filter(({ actual }) => actual > 0).length
  return { alwaysGainHits: gains, alwaysGainHitPct: shareOf(gains, calls.length) }
}

/**
 * 1 when the grey market avoids all of the error of a baseline, 0 for none of it, below 0 when the baseline is better.
 * Computed from the published errors, so that anyone can recompute it; `null` where the baseline has no error.
 */
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

export type CalibrationBin = ReturnType<typeof binOf>

/** The outcomes of the listings whose expected gain lies in a range. */
function binOf(size: PercentRange, calls: readonly JudgedPrediction[]) {
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
