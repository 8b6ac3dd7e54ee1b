import type { CalibrationBin } from '../../market/scores/calibration.ts'
import type { Horizon } from '../../market/scores/horizon.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { accuracyReport } from './accuracy.ts'

/** What came after promises of each size at one horizon. */
export interface HorizonCalibration {
  readonly horizon: Horizon
  readonly n: number
  readonly bins: readonly CalibrationBin[]
}

export interface CalibrationReport {
  /** Of the published median, in the order of `HORIZONS`. */
  readonly horizons: readonly HorizonCalibration[]
}

export async function calibrationReport(market: MarketData, moment: Moment): Promise<CalibrationReport> {
  const { median } = await accuracyReport(market, moment)
  return {
    horizons: median.map(({ horizon, overall, calibration }) => ({
      horizon,
      n: overall.n,
      bins: calibration,
    })),
  }
}
