import type { Horizon } from '../market/scores/horizon.ts'
import { asciiUpper } from '../market/text-order.ts'
import type { AccuracyBody, AccuracyParts } from '../reports/schemas/accuracy.ts'
import type { FieldsOf } from '../reports/schemas/fields.ts'
import type { AccuracyReport, HorizonRecord } from '../reports/scores/accuracy.ts'
import { type ACCURACY_PARAMETERS, STANDARD_HORIZON } from '../request/market-parameters.ts'
import type { ValuesOf } from '../request/parameters.ts'

/** The report with its parts at one horizon, for one source if one is named. */
export function accuracyBody(
  { listings, scoreboardN, inBothN, median, sources }: AccuracyReport,
  { horizon = STANDARD_HORIZON, source: named }: ValuesOf<typeof ACCURACY_PARAMETERS>,
): FieldsOf<typeof AccuracyBody> {
  const matching = sources.filter(
    ({ source }) => named === undefined || asciiUpper(source) === asciiUpper(named),
  )
  return {
    horizon,
    listings,
    scoreboardN,
    inBothN,
    median: {
      horizons: median.map((record) => ({ horizon: record.horizon, ...record.overall })),
      ...partsAt(median, horizon),
    },
    sources: matching.map(({ source, owner, horizons }) => ({
      source,
      owner,
      horizons: horizons.map(({ horizon, rank, againstMedian, overall }) => ({
        horizon,
        rank,
        againstMedian,
        ...overall,
      })),
      ...partsAt(horizons, horizon),
    })),
  }
}

function partsAt(records: readonly HorizonRecord[], horizon: Horizon): AccuracyParts {
  const { byBoard = [], byYear = [], bySize = [] } = records.find((of) => of.horizon === horizon) ?? {}
  return { byBoard, byYear, bySize }
}
