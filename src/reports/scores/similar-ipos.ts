import type { Instant } from '../../market/calendar.ts'
import { nearestHorizon } from '../../market/scores/horizon.ts'
import { hundredths } from '../../market/scores/scoreboard.ts'
import { isInRange, type PercentRange } from '../../market/scores/statistics.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { medianAccuracy } from './accuracy.ts'

/** Actual gains of IPOs with a similar expected gain at a similar stage, and the accuracy in the wider range of these gains. */
export type SimilarIpos = NonNullable<Awaited<ReturnType<typeof similarIpos>>>

/**
 * Past IPOs with an expected gain similar to this now. `null` when it is too early for
 * any horizon, the end of bidding is not known, or there is no expected gain.
 */
export async function similarIpos(
  market: MarketData,
  moment: Moment,
  { impliedPct, closes }: { readonly impliedPct: number | null; readonly closes: Instant | null },
) {
  const horizon = nearestHorizon(moment.clock, closes)
  if (horizon === null || impliedPct === null) return null
  const median = await medianAccuracy(market, moment)
  const record = median.find((of) => of.horizon === horizon)
  const isIn = (size: PercentRange) => isInRange(hundredths(impliedPct), size)
  const [bin, ofSize] = [record?.calibration.find(isIn), record?.bySize.find(isIn)]
  return bin && ofSize ? { horizon, ...bin, ofSize } : null
}
