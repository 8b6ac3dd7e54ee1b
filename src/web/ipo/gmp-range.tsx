import { NAMED_RANGE_LISTINGS } from '../../market/scores/range.ts'
import { count, counted, gain, rupees } from '../../reports/format.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { Range80 } from '../../reports/schemas/range.ts'
import { Sourced } from '../evidence/sourced.tsx'

interface GmpRangeProps {
  readonly of: Range80
  readonly quoted: Pick<GmpHistoryDay, 'gmp' | 'disputed'>
}

/** How far past listings opened from their GMP, placed around the GMP of this issue. No forecast, so without colours. */
export const GmpRange = ({ of: { lowPct, highPct, listings, judged, heldPct }, quoted }: GmpRangeProps) => (
  <p class="followed">
    Range around {quoted.disputed ? `the median of ${rupees(quoted.gmp)}` : 'this GMP'} from{' '}
    {counted(listings, 'past listing')}:{' '}
    <Sourced of="range80">
      <data value={String(lowPct)}>{gain(lowPct)}</data> to{' '}
      <data value={String(highPct)}>{gain(highPct)}</data>
    </Sourced>
    {listings >= NAMED_RANGE_LISTINGS && ', which leaves out a tenth of them at each end (80% remain)'}.{' '}
    {heldPct === null ? (
      'No past listing on this board had such a range. '
    ) : (
      <>
        Of the last {counted(judged, 'listing')} on this board, {count(Math.round((judged * heldPct) / 100))}{' '}
        opened within the range that they had then.{' '}
      </>
    )}
    This describes the past; it is not a forecast or a recommendation.{' '}
    <a href="/method#range-around-the-gmp">Method</a>
  </p>
)
