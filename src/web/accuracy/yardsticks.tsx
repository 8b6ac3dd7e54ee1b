import type { Accuracy } from '../../market/scores/accuracy.ts'
import { count } from '../../texts/format.ts'
import { Points } from '../figures.tsx'
import { ShareOfListings } from '../scoreboard/share-of-listings.tsx'

/** The GMP against guesses that do not use it, and without the listings that cannot be compared. */
export const Yardsticks = ({ figures }: { figures: Accuracy }) => {
  const { zeroGmp, directionWithoutZero: nonzero, atLimitN, withoutLimits } = figures
  return (
    <section class="yardsticks">
      <h3>Against simple guesses</h3>
      <ul>
        <li>
          Called gain or loss correctly in <ShareOfListings hits={figures.directionHits} n={figures.n} />.
          Always guessing “gain” scores <ShareOfListings hits={figures.alwaysGainHits} n={figures.n} />.
        </li>
        {zeroGmp.n > 0 && (
          <li>
            IPOs with a GMP of exactly 0: {count(zeroGmp.n)}. Listed above the issue price:{' '}
            {count(zeroGmp.listedAbove)}, at it: {count(zeroGmp.listedAt)}, below it:{' '}
            {count(zeroGmp.listedBelow)}. Without them: <ShareOfListings hits={nonzero.hits} n={nonzero.n} />{' '}
            correct, always “gain” <ShareOfListings hits={nonzero.alwaysGainHits} n={nonzero.n} />.
          </li>
        )}
        <li>
          Average error in points: GMP <Points value={figures.meanAbsErrorPp} />, guessing 0{' '}
          <Points value={figures.zero.meanAbsErrorPp} />, the board’s average gain so far{' '}
          <Points value={figures.boardAverage.meanAbsErrorPp} />, its median gain so far{' '}
          <Points value={figures.boardMedian.meanAbsErrorPp} />.
        </li>
        {atLimitN > 0 && (
          <li>
            {count(atLimitN)} SME {atLimitN === 1 ? 'listing was' : 'listings were'} cut off at the highest or
            lowest price that the exchange allows. Average error without {atLimitN === 1 ? 'it' : 'them'}:{' '}
            <Points value={withoutLimits.meanAbsErrorPp} or="none" /> points.
          </li>
        )}
      </ul>
    </section>
  )
}
