import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { CalibrationBody } from '../schemas/calibration.ts'
import type { FieldsOf } from '../schemas/fields.ts'
import { accuracyReport } from './accuracy.ts'
import { rangeRecords } from './range.ts'

/** Actual gains by size of the median's expected gain, and the record of ranges, in the order of `HORIZONS`. */
export async function calibrationReport(
  market: MarketData,
  moment: Moment,
): Promise<FieldsOf<typeof CalibrationBody>> {
  const { median } = await accuracyReport(market, moment)
  return {
    horizons: median.map(({ horizon, overall, calibration }) => ({
      horizon,
      n: overall.n,
      bins: calibration,
    })),
    ranges: await rangeRecords(market, moment),
  }
}
