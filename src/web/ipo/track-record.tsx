import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { IpoWithScore } from '../../reports/ipos/ipo-with-score.ts'
import { HORIZON_PHRASES } from '../../reports/scores/horizon-names.ts'
import type { SimilarIpos } from '../../reports/scores/similar-ipos.ts'
import { counted, expectedGainText } from '../../texts/format.ts'
import { accuracyAddress } from '../accuracy/accuracy-address.ts'
import { Count, Gain, Points, Rupees } from '../figures.tsx'

/** How far GMP was off before: for implied gains of this size, or over all listings where those are few. */
export function TrackRecord({ report }: { report: IpoWithScore }) {
  const { similarIpos, record } = report
  if (similarIpos && areEnoughListings(similarIpos.ofSize.n))
    return <RecordOfSize report={report} similar={similarIpos} />
  return (
    <>
      {similarIpos && areEnoughListings(record.n) && <FewOfSize similar={similarIpos} />}{' '}
      <OverallRecord report={report} />
    </>
  )
}

/** Without enough listings of this size there is no error margin, and none in rupees. */
const FewOfSize = ({ similar: { ofSize, horizon } }: { similar: SimilarIpos }) => (
  <>
    {ofSize.n === 0 ? 'No past listing' : `Only ${counted(ofSize.n, 'past listing')}`} had an implied gain of{' '}
    {expectedGainText(ofSize)} {HORIZON_PHRASES[horizon]}: too few for an error margin.
  </>
)

/** How far GMP was off over all listings, whatever it implied. */
export function OverallRecord({ report: { record, openedBelow } }: { report: IpoWithScore }) {
  if (record.n === 0) return <>No past listing here to test GMP against yet.</>
  const { n } = record
  if (!areEnoughListings(n))
    return (
      <>
        On both boards, only {counted(n, 'past listing')} had a GMP (<Count value={openedBelow} /> opened
        below the issue price): too few to say how reliable GMP is. <AllListings />
      </>
    )
  return (
    <>
      Over all <Count value={n} /> past listings on both boards GMP was off by{' '}
      <Points value={record.avgAbsErrorPp} /> percentage points on average, and <Count value={openedBelow} />{' '}
      of them opened below the issue price. <AllListings />
    </>
  )
}

/** High implied gains are off by more than low ones, and more often too high. */
const RecordOfSize = ({ report, similar }: { report: IpoWithScore; similar: SimilarIpos }) => {
  const { ofSize, horizon } = similar
  const bias = biasSign(ofSize)
  return (
    <>
      GMP that implied {expectedGainText(ofSize)} {HORIZON_PHRASES[horizon]} was off by{' '}
      <Points value={ofSize.meanAbsErrorPp} /> percentage points on average
      {bias === 0 ? '' : `, mostly too ${bias > 0 ? 'high' : 'low'}`} ({counted(ofSize.n, 'listing')} on both
      boards)
      <InMoney usualMiss={report.usualMiss} direction={bias === 0 ? ' either way' : ''} />. <AllListings />
    </>
  )
}

/** The direction in which implied gains are biased, if that is more than chance; 0 otherwise. */
const biasSign = ({ biasInterval }: SimilarIpos['ofSize']): number => {
  if (biasInterval === null) return 0
  return biasInterval.low > 0 ? 1 : biasInterval.high < 0 ? -1 : 0
}

const InMoney = ({ usualMiss, direction }: { usualMiss: number | null; direction: string }) =>
  usualMiss === null ? null : (
    <>
      , which on the smallest application is about{' '}
      <strong>
        <Rupees value={usualMiss} />
      </strong>
      {direction}
    </>
  )

const AllListings = () => <a href="/scoreboard">All listings compared</a>

/** How earlier IPOs with a similar GMP at this stage listed, gains and losses, as counts. */
export const SimilarListings = ({ of }: { of: SimilarIpos }) => (
  <p class="followed">
    {of.middleHalf === null ? (
      <TooFew of={of} />
    ) : (
      <>
        Of {counted(of.n, 'IPO')} on both boards with an implied gain of {expectedGainText(of)}{' '}
        {HORIZON_PHRASES[of.horizon]}, <Count value={of.aboveIssuePrice} /> opened above the issue price and{' '}
        <Count value={of.n - of.aboveIssuePrice} /> at or below it; the middle half opened between{' '}
        <Gain value={of.middleHalf.low} /> and <Gain value={of.middleHalf.high} />.
      </>
    )}{' '}
    <a href={`${accuracyAddress({ horizon: of.horizon, source: null })}#actual-gains`}>
      How similar IPOs listed
    </a>
  </p>
)

const TooFew = ({ of }: { of: SimilarIpos }) => (
  <>
    {of.n === 0 ? 'No IPO so far' : `Only ${counted(of.n, 'IPO')}`} had an implied gain of{' '}
    {expectedGainText(of)} {HORIZON_PHRASES[of.horizon]}: too few to compare.
  </>
)
