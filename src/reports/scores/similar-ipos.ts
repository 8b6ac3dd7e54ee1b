import type { Instant } from '../../market/calendar.ts'
import { type Accuracy, type ExpectedGainRange, isOfSize } from '../../market/scores/accuracy.ts'
import type { CalibrationBin } from '../../market/scores/calibration.ts'
import { type Horizon, nearestHorizon } from '../../market/scores/horizon.ts'
import { hundredths } from '../../market/scores/scoreboard.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { medianAccuracy } from './accuracy.ts'

/** Actual gains of IPOs with a similar expected gain at a similar stage. */
export interface SimilarIpos extends CalibrationBin {
  readonly horizon: Horizon
  /** Accuracy in the wider range of expected gains. */
  readonly ofSize: Accuracy & ExpectedGainRange
}

/**
 * Past IPOs with an expected gain similar to this now. `null` when it is too early for
 * any horizon, the end of bidding is not known, or there is no expected gain.
 */
export async function similarIpos(
  market: MarketData,
  moment: Moment,
  { impliedPct, closes }: { readonly impliedPct: number | null; readonly closes: Instant | null },
): Promise<SimilarIpos | null> {
  const horizon = nearestHorizon(moment.clock, closes)
  if (horizon === null || impliedPct === null) return null
  const median = await medianAccuracy(market, moment)
  const record = median.find((of) => of.horizon === horizon)
  const isIn = (size: ExpectedGainRange) => isOfSize({ implied: hundredths(impliedPct) }, size)
  const [bin, ofSize] = [record?.calibration.find(isIn), record?.bySize.find(isIn)]
  return bin && ofSize ? { horizon, ...bin, ofSize } : null
}
