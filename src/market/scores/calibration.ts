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
import { FEW_LISTINGS, middleHalfOf } from './score-spread.ts'

/** Promises of each of these sizes are looked at together; what lies further out is in one bin on each side. */
export const CALIBRATION_BIN_POINTS = 10
export const CALIBRATION_LOWEST = -20
export const CALIBRATION_HIGHEST = 100

/** What came when the grey market promised this much. */
export interface CalibrationBin extends ExpectedGainRange {
  readonly n: number
  /** The middle promise of the bin. */
  readonly medianImpliedPct: number | null
  readonly medianActualPct: number | null
  /** All outcomes but the lowest and the highest quarter. */
  readonly middleHalf: Interval | null
  readonly aboveIssuePrice: number
  readonly aboveIssuePricePct: number | null
  readonly aboveIssuePriceInterval: Interval | null
  /** Too few to say. */
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
  CALIBRATION_SIZES.map((size) =>
    binOf(
      size,
      calls.filter((call) => isOfSize(call, size)),
    ),
  )

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
    isFew: n < FEW_LISTINGS,
  }
}
