import { NAMED_RANGE_LISTINGS } from '../../market/scores/range.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { Range80 } from '../../reports/schemas/range.ts'
import { counted, gain, rupees } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { Share } from '../figures.tsx'

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
    <Record judged={judged} heldPct={heldPct} /> This describes the past; it is not a forecast or a
    recommendation. <a href="/method#range-around-the-gmp">Method</a>
  </p>
)

/** How often past listings opened within their own range; a share of few would say little. */
function Record({ judged, heldPct }: Pick<Range80, 'judged' | 'heldPct'>) {
  if (heldPct === null) return <>No past listing on this board had such a range at this stage.</>
  if (!areEnoughListings(judged))
    return (
      <>
        Only {counted(judged, 'past listing')} on this board had such a range at this stage: too few to say
        how often they open within it.
      </>
    )
  return (
    <>
      Of {counted(judged, 'past listing')} on this board that had such a range at this stage,{' '}
      <Share value={heldPct} /> opened within it.
    </>
  )
}
