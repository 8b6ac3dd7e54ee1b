import { percentOf } from '../money.ts'
import {
  type ExpectedGainRange,
  isOfSize,
  type JudgedPrediction,
  middleOf,
  roundedShare,
  sortedOf,
} from './accuracy.ts'
import type { Interval } from './interval.ts'
import { FEW_LISTINGS, middleHalfOf } from './scoreboard.ts'

/**
 * The width of a bin of expected gains in percentage points. Beyond the lowest and the highest bound there is one open
 * bin each.
 */
export const CALIBRATION_BIN_POINTS = 10
export const CALIBRATION_LOWEST = -20
export const CALIBRATION_HIGHEST = 100

/** The outcomes of the listings whose expected gain lies in this range. */
export interface CalibrationBin extends ExpectedGainRange {
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

export const CALIBRATION_SIZES: readonly ExpectedGainRange[] = [
  { from: null, to: CALIBRATION_LOWEST },
  ...Array.from({ length: (CALIBRATION_HIGHEST - CALIBRATION_LOWEST) / CALIBRATION_BIN_POINTS }, (_, i) => ({
    from: CALIBRATION_LOWEST + i * CALIBRATION_BIN_POINTS,
    to: CALIBRATION_LOWEST + (i + 1) * CALIBRATION_BIN_POINTS,
  })),
  { from: CALIBRATION_HIGHEST, to: null },
]

export const calibrationOf = (calls: readonly JudgedPrediction[]): CalibrationBin[] =>
  CALIBRATION_SIZES.map((size) => {
    const ofSize = calls.filter((call) => isOfSize(call, size))
    return binOf(size, ofSize)
  })

function binOf(size: ExpectedGainRange, calls: readonly JudgedPrediction[]): CalibrationBin {
  const n = calls.length
  const outcomes = sortedOf(calls, ({ actual }) => actual)
  const half = middleHalfOf(outcomes)
  const above = n - outcomes.findLastIndex((actual) => actual <= 0) - 1
  return {
    ...size,
    n,
    medianImpliedPct: middleOf(sortedOf(calls, ({ implied }) => implied)),
    medianActualPct: middleOf(outcomes),
    middleHalf: half && { low: half.low / 100, high: half.high / 100 },
    aboveIssuePrice: above,
    aboveIssuePricePct: n === 0 ? null : percentOf(above, n),
    aboveIssuePriceInterval: roundedShare(above, n),
    belowIssuePrice: outcomes.findLastIndex((actual) => actual < 0) + 1,
    isFew: n < FEW_LISTINGS,
  }
}
