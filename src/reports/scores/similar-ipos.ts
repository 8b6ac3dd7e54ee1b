import type { Instant } from '../../market/calendar.ts'
import { type Accuracy, type ExpectedGainRange, isOfSize } from '../../market/scores/accuracy.ts'
import type { CalibrationBin } from '../../market/scores/calibration.ts'
import { type Horizon, nearestHorizon } from '../../market/scores/horizon.ts'
import { hundredths } from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { accuracyReport } from './accuracy.ts'

/** What followed when the grey market said about as much at about this stage; with `isFew`, too few to say. */
export interface SimilarIpos extends CalibrationBin {
  readonly horizon: Horizon
  /** How promises of about this size did there, in the wider parts of accuracy. */
  readonly ofSize: Accuracy & ExpectedGainRange
}

/**
 * What followed in the past of an issue of which the grey market promises this much now. `null` when it is too early for
 * any horizon, nobody knows when bidding ends, or nothing is promised.
 */
export async function similarIpos(
  market: MarketData,
  moment: Moment,
  { impliedPct, closes }: { readonly impliedPct: number | null; readonly closes: Instant | null },
): Promise<SimilarIpos | null> {
  const horizon = nearestHorizon(moment.clock, closes)
  if (horizon === null || impliedPct === null) return null
  const { median } = await accuracyReport(market, moment)
  const record = median.find((of) => of.horizon === horizon)
  const isSuch = (size: ExpectedGainRange) => isOfSize({ implied: hundredths(impliedPct) }, size)
  const [bin, ofSize] = [record?.calibration.find(isSuch), record?.bySize.find(isSuch)]
  return bin && ofSize ? { horizon, ...bin, ofSize } : null
}
