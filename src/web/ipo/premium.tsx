import type { Day } from '../../market/calendar.ts'
import { isOldGmp } from '../../market/gmp/gmp.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { ApplicationReport } from '../../reports/ipos/ipo.ts'
import type { IpoWithScore } from '../../reports/ipos/ipo-with-score.ts'
import type { SimilarIpos } from '../../reports/scores/similar-ipos.ts'
import { count, counted } from '../../texts/format.ts'
import { Sourced } from '../evidence/sourced.tsx'
import { DisputedTag, LargeFigure, Missing, Premium, Rupees } from '../figures.tsx'
import { GmpChangeText } from '../gmp/gmp-change.tsx'
import { gmpAgeText, gmpText } from '../gmp/gmp-texts.ts'
import { GmpAge, GmpFigure, GmpOrigin, ImpliedGain } from '../gmp/quoted-gmp.tsx'
import { GmpRange } from './gmp-range.tsx'
import { isPastListing, shownStatus } from './ipo-part.ts'
import { OverallRecord, SimilarListings, TrackRecord } from './track-record.tsx'

interface PremiumProps {
  readonly report: IpoWithScore
  readonly today: Day
}

/** The smallest amount while one can apply, the GMP with its doubts, and how accurate such quotes were. */
export function PremiumSheet({ report, today }: PremiumProps) {
  const { ipo, gmpHistory } = report
  const quoted = gmpHistory.days.at(-1)
  const canApply = shownStatus(ipo) !== 'CLOSED'
  const noQuote = isPastListing(report, today) ? 'no quote' : 'no quote yet'
  return (
    <section class="sheet" aria-label="Grey-market premium">
      <dl class="figures head">
        {canApply && <SmallestAmount report={report} />}
        <LargeFigure
          label="Grey-market premium (GMP)"
          note={quoted && <Origin quoted={quoted} today={today} />}
        >
          {quoted ? (
            <>
              <Sourced of="lastGmp">
                <GmpFigure quoted={quoted} today={today} />
              </Sourced>{' '}
              {quoted.disputed && <DisputedTag />}
              <GmpChangeText of={gmpHistory} today={today} isFull />
            </>
          ) : (
            <Missing>{noQuote}</Missing>
          )}
        </LargeFigure>
        <LargeFigure
          label="Implied gain (price + GMP)"
          note={quoted && quoted.gmpPct !== null && <Sum report={report} quoted={quoted} today={today} />}
        >
          {quoted ? (
            <Sourced of="lastGmpPct">
              <ImpliedGain quoted={quoted} today={today} />
            </Sourced>
          ) : (
            <Missing>{noQuote}</Missing>
          )}
        </LargeFigure>
      </dl>
      <Doubt report={report} quoted={quoted} today={today} />
    </section>
  )
}

const SmallestAmount = ({ report: { ipo, application } }: Pick<PremiumProps, 'report'>) => (
  <LargeFigure
    label="Minimum amount"
    note={application && `${counted(application.lots, 'lot')}, ${counted(application.shares, 'share')}`}
  >
    <Sourced of="minAmount">
      <Rupees value={ipo.minAmount} or="not announced" />
    </Sourced>
  </LargeFigure>
)

/** `42 days old, median of 3 sources on 5 Jul` */
const Origin = ({ quoted, today }: { quoted: GmpHistoryDay; today: Day }) => (
  <>
    {isOldGmp(quoted.day, today) && (
      <>
        <GmpAge day={quoted.day} today={today} />,{' '}
      </>
    )}
    <GmpOrigin quoted={quoted} today={today} />
  </>
)

interface QuotedProps extends PremiumProps {
  readonly quoted: GmpHistoryDay
}

/** The arithmetic behind the implied gain. No price is computed from an old GMP, and none where sources disagree. */
const Sum = ({ report: { ipo, impliedPrice }, quoted, today }: QuotedProps) => {
  if (isOldGmp(quoted.day, today)) return <>from an old quote</>
  if (quoted.disputed) return <>at the lowest and the highest quote</>
  return (
    <>
      <Rupees value={ipo.issuePrice ?? ipo.priceMax} /> + <Premium value={quoted.gmp} /> ={' '}
      <Rupees value={impliedPrice} />
    </>
  )
}

const WARNING = 'GMP is unofficial: nobody guarantees it, and nobody can verify it.'

/** What the GMP would mean for the smallest application, and how far such quotes were off. */
function Doubt({ report, quoted, today }: PremiumProps & { quoted: GmpHistoryDay | undefined }) {
  if (!quoted)
    return (
      <p class="caution">
        {isPastListing(report, today)
          ? 'No source that we read quoted a GMP for it.'
          : 'No source that we read has quoted a GMP for it yet.'}{' '}
        <TrackRecord report={report} />
      </p>
    )
  if (isOldGmp(quoted.day, today))
    return (
      <p class="caution">
        This GMP is {gmpAgeText(quoted.day, today)}. It may be very different today, so no amount in rupees is
        calculated from it. {WARNING}
      </p>
    )
  const { application, similarIpos, ipo } = report
  return (
    <>
      <p class="caution">
        {application && <ApplicationGain of={application} quoted={quoted} />} {WARNING}{' '}
        {quoted.disputed ? <OverallRecord report={report} /> : <TrackRecord report={report} />}
      </p>
      {similarIpos && <Similar of={similarIpos} quoted={quoted} />}
      {ipo.range80 && <GmpRange of={ipo.range80} quoted={quoted} />}
    </>
  )
}

interface ApplicationGainProps {
  readonly of: ApplicationReport
  readonly quoted: Pick<GmpHistoryDay, 'disputed'>
}

/** The GMP as money for the smallest application, at both ends where sources disagree. */
function ApplicationGain({ of, quoted }: ApplicationGainProps) {
  const { lots, gain, lowestGain, highestGain } = of
  if (gain === null || lowestGain === null || highestGain === null) return null
  return (
    <>
      If allotted, and if it lists at price + GMP, {lots === 1 ? '1 lot' : `${count(lots)} lots`} would{' '}
      {quoted.disputed ? (
        <>
          <Outcome gain={lowestGain} /> at the lowest quote and <Outcome gain={highestGain} /> at the highest
        </>
      ) : (
        <Outcome gain={gain} />
      )}
      .
    </>
  )
}

/** `gain ₹84,500`, `lose ₹2,000` */
const Outcome = ({ gain }: { gain: number }) =>
  gain === 0 ? (
    <strong>gain nothing</strong>
  ) : (
    <>
      {gain > 0 ? 'gain' : 'lose'}{' '}
      <strong>
        <Rupees value={Math.abs(gain)} />
      </strong>
    </>
  )

/** IPOs with a GMP of the same size. Sources that disagree quote no such size. */
function Similar({ of, quoted }: { of: SimilarIpos; quoted: GmpHistoryDay }) {
  if (quoted.disputed)
    return <p class="followed">How similar IPOs listed is not shown while sources disagree.</p>
  return isComparable(of) ? <SimilarListings of={of} /> : null
}

/** False where the record above already has a sentence that past listings of this size are few. */
const isComparable = ({ middleHalf, ofSize }: SimilarIpos): boolean =>
  middleHalf !== null || areEnoughListings(ofSize.n)

/** The last quote of an issue that was withdrawn or postponed, without large or green figures. */
export function FormerPremium({ report: { gmpHistory, calledOff }, today }: PremiumProps) {
  const quoted = gmpHistory.days.at(-1)
  return (
    <section class="sheet" aria-label="Grey-market premium">
      <p class="quiet former">
        {quoted ? (
          <>
            The last grey-market premium (GMP) was {gmpText(quoted)}
            {quoted.disputed && ' (sources disagreed)'}, <GmpOrigin quoted={quoted} today={today} />. A quote
            from before the issue was {calledOff} means nothing for it now.
          </>
        ) : (
          'No source that we read has quoted a GMP for it.'
        )}
      </p>
    </section>
  )
}
