import { percentOf } from '../../market/money.ts'
import { areEnoughListings, HEADLINE_LISTINGS } from '../../market/scores/scoreboard.ts'
import { count } from '../../texts/format.ts'
import { Missing, Share } from '../figures.tsx'

interface ShareOfListingsProps {
  /** Number of listings that the share is about. */
  readonly hits: number
  /** Number of all listings. */
  readonly n: number
}

/** A share in percent, or `12 of 17` while there are too few listings for a percentage. */
export const ShareOfListings = ({ hits, n }: ShareOfListingsProps) => {
  if (n === 0) return <Missing>none</Missing>
  return areEnoughListings(n) ? <Share value={percentOf(hits, n)} /> : <CountOfListings hits={hits} n={n} />
}

/** `105 of 388` */
export const CountOfListings = ({ hits, n }: ShareOfListingsProps) => (
  <data class="num" value={String(hits)}>
    {`${count(hits)} of ${count(n)}`}
  </data>
)

/** Why a page shows counts instead of percentages. */
export const FewListingsNote = ({ n }: { n: number }) =>
  areEnoughListings(n) ? null : (
    <p class="few-note">
      Only {count(n)} {n === 1 ? 'listing' : 'listings'} so far. Below {HEADLINE_LISTINGS}, counts are shown
      instead of percentages, because few listings prove little.
    </p>
  )
