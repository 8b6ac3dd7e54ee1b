import type { LikeThis } from '../../reports/like-this.ts'
import { HORIZON_PHRASES } from '../accuracy/horizon-words.ts'
import { promiseWords } from '../charts/reliability.tsx'
import { Gain, Share } from '../figures.tsx'
import { count, counted } from '../format.ts'

/** What came in the past when the grey market said as much at this stage, with how many that is drawn from. */
export const WhatFollowed = ({ of }: { of: LikeThis }) => (
  <p class="followed">
    {of.middleHalf === null ? (
      <TooFew of={of} />
    ) : (
      <>
        When it implied {promiseWords(of)} {HORIZON_PHRASES[of.horizon]}, the middle half opened between{' '}
        <strong>
          <Gain value={of.middleHalf.low} /> and <Gain value={of.middleHalf.high} />
        </strong>
        , and <Share value={of.aboveIssuePricePct} /> opened above the issue price ({counted(of.n, 'listing')}
        ).
      </>
    )}{' '}
    <a href="/accuracy#came">What came of other promises</a>
  </p>
)

const TooFew = ({ of }: { of: LikeThis }) => (
  <>
    {of.n === 0 ? 'No listing so far' : `Only ${count(of.n)} ${of.n === 1 ? 'listing' : 'listings'}`} had an
    implied gain of {promiseWords(of)} {HORIZON_PHRASES[of.horizon]}: too few to say what follows.
  </>
)
