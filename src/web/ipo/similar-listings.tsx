import type { SimilarIpos } from '../../reports/scores/similar-ipos.ts'
import { accuracyAddress } from '../accuracy/accuracy-address.ts'
import { HORIZON_PHRASES } from '../accuracy/horizon-names.ts'
import { expectedGainText } from '../charts/reliability.tsx'
import { Gain, Share } from '../figures.tsx'
import { counted } from '../format.ts'

/** How earlier IPOs with a similar GMP at this stage listed, and how many there are. */
export const SimilarListings = ({ of }: { of: SimilarIpos }) => (
  <p class="followed">
    {of.middleHalf === null ? (
      <TooFew of={of} />
    ) : (
      <>
        Of {counted(of.n, 'IPO')} with an implied gain of {expectedGainText(of)} {HORIZON_PHRASES[of.horizon]}
        , the middle half opened between{' '}
        <strong>
          <Gain value={of.middleHalf.low} /> and <Gain value={of.middleHalf.high} />
        </strong>
        , and <Share value={of.aboveIssuePricePct} /> opened above the issue price.
      </>
    )}{' '}
    <a href={`${accuracyAddress({ horizon: of.horizon, source: null })}#came`}>What came of other promises</a>
  </p>
)

const TooFew = ({ of }: { of: SimilarIpos }) => (
  <>
    {of.n === 0 ? 'No IPO so far' : `Only ${counted(of.n, 'IPO')}`} had an implied gain of{' '}
    {expectedGainText(of)} {HORIZON_PHRASES[of.horizon]}: too few to say what follows.
  </>
)
