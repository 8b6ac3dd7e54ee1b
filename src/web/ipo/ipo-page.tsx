import type { Day, Instant } from '../../market/calendar.ts'
import { currentEvidence, figureReader } from '../../reports/evidence/evidence.ts'
import { type IpoWithScore, ipoWithScore } from '../../reports/ipos/ipo-with-score.ts'
import { type ClockSpan, withMoments } from '../../reports/moment.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { boardName } from '../../texts/format.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { FigurePopovers } from '../evidence/figure-popovers.tsx'
import { WithEvidence } from '../evidence/sourced.tsx'
import { Name, statusName } from '../figures.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import type { IpoPageRequest, Page } from '../page.ts'
import { ipoBreadcrumbs } from '../share/ipo-breadcrumbs.ts'
import { ShareIpo } from '../share/share-ipo.tsx'
import { withCountdowns } from '../time-left.ts'
import { AllotmentPages, allotmentCheckFrom, CheckAllotment, isResultDue } from './allotment-check.tsx'
import { Applications } from './application.tsx'
import { Dates } from './dates.tsx'
import { DisputeNotice } from './dispute.tsx'
import { GmpTrend } from './gmp-history.tsx'
import { ipoDescription, ipoPageTitle } from './in-brief.ts'
import { shownStatus } from './ipo-part.ts'
import { CalledOff, Lead } from './lead.tsx'
import { OfferSheet } from './offer.tsx'
import { ListingResult } from './outcome.tsx'
import { FormerPremium, PremiumSheet } from './premium.tsx'
import { SourceQuotes } from './source-quotes.tsx'
import { Subscription, SubscriptionByDay } from './subscription.tsx'
import { TermsSheet } from './terms.tsx'

/** The page of one IPO: what to do next, the GMP with its doubts, dates, terms, and the outcome. */
export async function ipoPage({ query, today, values }: IpoPageRequest, publicUrl: string): Promise<Page> {
  const { clock } = query.moment
  const report = await ipoWithScore(query.market, query.moment, String(values.slug))
  if (!report) throw new Problem('NOT_FOUND', 'no IPO has this address')
  const { ipo } = report
  const evidence = await currentEvidence(query.market, query.moment, ipo.slug)
  const read = evidence ? figureReader(evidence) : () => undefined
  return {
    title: ipoPageTitle(report, today),
    description: ipoDescription(report, today),
    path: `/ipos/${ipo.slug}`,
    json: `${BASE}/ipos/${ipo.slug}`,
    card: ipoPageCard(ipo),
    structuredData: ipoBreadcrumbs(ipo),
    span: spanOf(report, clock),
    content: (
      <WithEvidence read={read}>
        <Ipo report={report} today={today} clock={clock} />
        {query.isPresent && <ShareIpo ipo={ipo} publicUrl={publicUrl} />}
        <FigurePopovers report={report} read={read} today={today} />
      </WithEvidence>
    ),
  }
}

/** The page also changes with its countdown, and on the evening of the allotment day. */
function spanOf(report: IpoWithScore, clock: Instant): ClockSpan {
  const { ipo, milestones, span } = report
  const from = allotmentCheckFrom(report)
  const whole = withMoments(span, clock, from === null ? [] : [from])
  return ipo.status === 'OPEN' ? withCountdowns(whole, clock, [milestones.closes]) : whole
}

interface IpoProps {
  readonly report: IpoWithScore
  readonly today: Day
  readonly clock: Instant
}

/** A longer name, in the size of a heading, would fill the screen of a phone. */
const LONGEST_LARGE_NAME = 60

const Ipo = ({ report, today, clock }: IpoProps) => {
  const { ipo, calledOff } = report
  return (
    <div class="ipo">
      <Crumbs report={report} />
      {calledOff && <CalledOff how={calledOff} />}
      <h1 class={ipo.name.length > LONGEST_LARGE_NAME ? 'long' : undefined}>
        <Name>{ipo.name}</Name>
      </h1>
      <Lead report={report} today={today} clock={clock} />
      <p class="quiet small press">
        Press a dotted figure to see its sources. <a href={`/ipos/${ipo.slug}/evidence`}>All evidence</a>
      </p>
      <Columns report={report} today={today} clock={clock} />
    </div>
  )
}

/** In the order of a phone, which has one column. On a wide screen the second part is beside the others. */
const Columns = ({ report, today, clock }: IpoProps) => {
  const canStillApply = shownStatus(report.ipo) !== 'CLOSED'
  const applications = <Applications report={report} today={today} clock={clock} />
  const isUp = isResultDue(report, clock)
  return (
    <div class="columns">
      <div class="main">
        {isUp && <CheckAllotment report={report} today={today} />}
        <Headline report={report} today={today} />
        {canStillApply && applications}
      </div>
      <div class="side">
        <Dates report={report} today={today} clock={clock} />
        {!isUp && <AllotmentPages report={report} today={today} />}
        <OfferSheet ipo={report.ipo} />
        <TermsSheet report={report} />
        <Subscription report={report} today={today} />
      </div>
      <div class="main">
        <SubscriptionByDay report={report} today={today} />
        {!canStillApply && applications}
        <GmpTrend report={report} today={today} clock={clock} />
        <SourceQuotes ipo={report.ipo} days={report.gmpHistory.days} today={today} />
      </div>
    </div>
  )
}

/** The most important figures for its present status. */
function Headline({ report, today }: Pick<IpoProps, 'report' | 'today'>) {
  if (report.calledOff !== null) return <FormerPremium report={report} today={today} />
  if (report.ipo.listing !== null) return <ListingResult report={report} />
  return (
    <>
      <PremiumSheet report={report} today={today} />
      <DisputeNotice report={report} today={today} />
    </>
  )
}

const Crumbs = ({ report: { ipo, calledOff } }: Pick<IpoProps, 'report'>) => (
  <nav class="crumbs" aria-label="Where this is">
    <a href="/ipos">All IPOs</a> /{' '}
    <a href={iposAddress(iposState({ board: [ipo.board] }))}>{boardName(ipo.board)}</a> /{' '}
    {calledOff !== null ? (
      <span>{calledOff === 'withdrawn' ? 'Withdrawn' : 'Postponed'}</span>
    ) : ipo.status !== shownStatus(ipo) ? (
      <span>Listing not confirmed</span>
    ) : (
      <a href={iposAddress(iposState({ status: [ipo.status] }))}>{statusName(ipo.status)}</a>
    )}
  </nav>
)
