import type { Day } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoWithScore } from '../../reports/ipos/ipo-with-score.ts'
import type { SimilarIpos } from '../../reports/scores/similar-ipos.ts'
import { HORIZON_PHRASES } from '../accuracy/horizon-names.ts'
import { expectedGainText } from '../charts/reliability.tsx'
import { Sourced } from '../evidence/sourced.tsx'
import { Count, Gain, LargeFigure, PlainDay, Points, Premium, Rupees } from '../figures.tsx'
import { count, counted } from '../format.ts'
import { GmpChange } from '../gmp/gmp-change.tsx'
import { GmpRange } from './gmp-range.tsx'
import { SimilarListings } from './similar-listings.tsx'

interface PremiumProps {
  readonly report: IpoWithScore
  readonly today: Day
}

/** The GMP, what it would mean for the smallest application, and how accurate such quotes were. */
export function PremiumSheet({ report, today }: PremiumProps) {
  const { ipo, gmpHistory, application } = report
  const quoted = gmpHistory.days.at(-1)
  return (
    <section class="sheet" aria-label="Grey-market premium">
      <dl class="figures">
        <LargeFigure
          label="Grey-market premium (GMP)"
          note={quoted && <QuoteOrigin quoted={quoted} today={today} />}
        >
          <Sourced of="lastGmp">
            <Premium value={ipo.lastGmp} or="no quote yet" />
          </Sourced>
          <GmpChange of={gmpHistory} today={today} isFull />
        </LargeFigure>
        <LargeFigure
          label="Implies"
          note={ipo.lastGmpPct === null ? undefined : <ImpliedPrice report={report} />}
        >
          <Sourced of="lastGmpPct">
            <Gain value={ipo.lastGmpPct} or={ipo.lastGmp === null ? 'no quote yet' : 'no price yet'} />
          </Sourced>
        </LargeFigure>
        <LargeFigure
          label="Minimum amount"
          note={application && `${counted(application.lots, 'lot')}, ${counted(application.shares, 'share')}`}
        >
          <Sourced of="minAmount">
            <Rupees value={ipo.minAmount} or="not announced" />
          </Sourced>
        </LargeFigure>
      </dl>
      <p class="caution">
        <Meaning report={report} /> <TrackRecord report={report} />
      </p>
      {report.similarIpos && <SimilarListings of={report.similarIpos} />}
      {ipo.range80 && <GmpRange of={ipo.range80} />}
    </section>
  )
}

/** The last quote of an issue that was withdrawn or postponed, without large or green figures. */
export function FormerPremium({ report: { ipo, gmpHistory, calledOff }, today }: PremiumProps) {
  const quoted = gmpHistory.days.at(-1)
  return (
    <section class="sheet" aria-label="Grey-market premium">
      <p class="quiet former">
        {quoted ? (
          <>
            The last grey-market premium (GMP) was <Premium value={ipo.lastGmp} />,{' '}
            <QuoteOrigin quoted={quoted} today={today} />. What was quoted before the issue was {calledOff}{' '}
            means nothing for it now.
          </>
        ) : (
          'No source that we read has quoted a premium for it.'
        )}
      </p>
    </section>
  )
}

const QuoteOrigin = ({ quoted, today }: { quoted: GmpHistoryDay; today: Day }) => {
  const { day } = quoted
  const who = sourcesText(quoted)
  if (day === today) return <>{who} today</>
  return (
    <>
      {who} on <PlainDay day={day} today={today} />
    </>
  )
}

/** Sources of one owner count as one; if there are such, both numbers are given. */
function sourcesText({ owners, quotes }: GmpHistoryDay): string {
  if (owners === quotes.length) return owners === 1 ? '1 source' : `median of ${owners} sources`
  const median = owners === 1 ? 'one voice' : `median of ${owners} voices`
  return `${median} (${quotes.length} sources)`
}

const ImpliedPrice = ({ report: { impliedPrice } }: { report: IpoWithScore }) => (
  <>
    a listing at <Rupees value={impliedPrice} />
  </>
)

/** The premium as money for one application, with its warning. */
function Meaning({ report: { ipo, application } }: { report: IpoWithScore }) {
  if (ipo.lastGmp === null) return <>No source that we read has quoted a premium for it yet.</>
  const warning = 'GMP is hearsay: nobody stands behind it and nobody can verify it.'
  if (application === null || application.gain === null) return <>{warning}</>
  const { gain, lots } = application
  return (
    <>
      If it listed at the implied price, {lots === 1 ? 'this lot' : `these ${count(lots)} lots`} would{' '}
      {gain === 0 ? (
        <strong>gain nothing</strong>
      ) : (
        <>
          {gain > 0 ? 'gain' : 'lose'}{' '}
          <strong>
            <Rupees value={Math.abs(gain)} />
          </strong>
        </>
      )}
      . {warning}
    </>
  )
}

function TrackRecord({ report }: { report: IpoWithScore }) {
  const { record, similarIpos } = report
  if (similarIpos && !similarIpos.ofSize.isFew) return <RecordOfSize report={report} similar={similarIpos} />
  if (record.n === 0) return <>The grey market’s word has not been tested here yet.</>
  return (
    <>
      In <Count value={record.n} /> past {record.n === 1 ? 'listing' : 'listings'} the grey market was off by{' '}
      <Points value={record.avgAbsErrorPp} /> percentage points
      {record.n > 1 && ' on average'}
      <InMoney report={report} direction="either way" />. <a href="/scoreboard">See every call.</a>
    </>
  )
}

/** High expected gains are off by more than low ones, and more often too high. */
const RecordOfSize = ({
  report,
  similar: { ofSize, horizon },
}: {
  report: IpoWithScore
  similar: SimilarIpos
}) => (
  <>
    When it implied {expectedGainText(ofSize)} {HORIZON_PHRASES[horizon]}, it was off by{' '}
    <Points value={ofSize.meanAbsErrorPp} /> percentage points on average
    {biasSign(ofSize) === 0 ? '' : `, mostly too ${biasSign(ofSize) > 0 ? 'high' : 'low'}`} (
    {counted(ofSize.n, 'listing')})
    <InMoney report={report} direction={biasSign(ofSize) === 0 ? 'either way' : ''} />.{' '}
    <a href="/scoreboard">See every call.</a>
  </>
)

/** The direction in which expected gains are biased, if that is more than chance; 0 otherwise. */
const biasSign = ({ biasInterval }: SimilarIpos['ofSize']): number => {
  if (biasInterval === null) return 0
  return biasInterval.low > 0 ? 1 : biasInterval.high < 0 ? -1 : 0
}

const InMoney = ({ report: { ipo, usualMiss }, direction }: { report: IpoWithScore; direction: string }) =>
  usualMiss === null || ipo.lastGmp === null ? null : (
    <>
      , which on this application is about{' '}
      <strong>
        <Rupees value={usualMiss} />
      </strong>
      {direction !== '' && ` ${direction}`}
    </>
  )
