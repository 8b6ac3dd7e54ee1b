import type { Day, Instant } from '../../market/calendar.ts'
import { currentEvidence, figureReader } from '../../reports/evidence/evidence.ts'
import { type IpoWithScore, ipoWithScore } from '../../reports/ipos/ipo-with-score.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { FigurePopovers } from '../evidence/figure-popovers.tsx'
import { WithEvidence } from '../evidence/sourced.tsx'
import { boardName, Name, statusName } from '../figures.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import type { IpoPageRequest, Page } from '../page.ts'
import { withCountdowns } from '../time-left.ts'
import { AllotmentCheck } from './allotment-check.tsx'
import { Applications } from './application.tsx'
import { Dates } from './dates.tsx'
import { DisputeNotice } from './dispute.tsx'
import { GmpTrend } from './gmp-history.tsx'
import { descriptionOf, ipoPageTitle } from './in-brief.ts'
import { CalledOff, Lead } from './lead.tsx'
import { OfferSheet } from './offer.tsx'
import { ListingResult } from './outcome.tsx'
import { FormerPremium, PremiumSheet } from './premium.tsx'
import { SourceQuotes } from './source-quotes.tsx'
import { Subscription, SubscriptionByDay } from './subscription.tsx'
import { TermsSheet } from './terms.tsx'

/** The page of one IPO: terms, GMP with its sources, dates, and the outcome. */
export async function ipoPage({ query, today, values }: IpoPageRequest): Promise<Page> {
  const { clock } = query.moment
  const report = await ipoWithScore(query.market, query.moment, String(values.slug))
  if (!report) throw new Problem('NOT_FOUND', 'no IPO has this address')
  const { ipo, milestones, span } = report
  const evidence = await currentEvidence(query.market, query.moment, ipo.slug)
  const read = evidence ? figureReader(evidence) : () => undefined
  return {
    title: ipoPageTitle(report),
    description: descriptionOf(report),
    path: `/ipos/${ipo.slug}`,
    json: `${BASE}/ipos/${ipo.slug}`,
    span: ipo.status === 'OPEN' ? withCountdowns(span, clock, [milestones.closes]) : span,
    content: (
      <WithEvidence read={read}>
        <Ipo report={report} today={today} clock={clock} />
        <FigurePopovers report={report} read={read} today={today} />
      </WithEvidence>
    ),
  }
}

interface IpoProps {
  readonly report: IpoWithScore
  readonly today: Day
  readonly clock: Instant
}

/** A longer name, in the size of a heading, would fill the screen of a phone. */
const LONGEST_LARGE_NAME = 60

const Ipo = ({ report, today, clock }: IpoProps) => {
  const { ipo, gmpHistory, calledOff } = report
  return (
    <div class="ipo">
      <Crumbs report={report} />
      <h1 class={ipo.name.length > LONGEST_LARGE_NAME ? 'long' : undefined}>
        <Name>{ipo.name}</Name>
      </h1>
      <Lead report={report} today={today} clock={clock} />
      {calledOff && <CalledOff how={calledOff} />}
      <p class="quiet small press">
        Press a dotted figure to see who said it and when.{' '}
        <a href={`/ipos/${ipo.slug}/evidence`}>All the evidence</a>
      </p>
      <div class="columns">
        <div class="main">
          <Headline report={report} today={today} />
          <Applications report={report} today={today} clock={clock} />
          <GmpTrend report={report} today={today} clock={clock} />
          <SourceQuotes ipo={ipo} days={gmpHistory.days} today={today} />
        </div>
        <div class="side">
          <Dates report={report} today={today} clock={clock} />
          <AllotmentCheck report={report} />
          <Subscription report={report} today={today} />
          <TermsSheet report={report} />
          <OfferSheet ipo={ipo} />
        </div>
        <SubscriptionByDay report={report} today={today} />
      </div>
    </div>
  )
}

/** The most important figures for its present status. */
function Headline({ report, today }: Pick<IpoProps, 'report' | 'today'>) {
  if (report.calledOff !== null) return <FormerPremium report={report} today={today} />
  if (report.ipo.status === 'LISTED') return <ListingResult report={report} />
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
    {calledOff === null ? (
      <a href={iposAddress(iposState({ status: [ipo.status] }))}>{statusName(ipo.status)}</a>
    ) : (
      <span>{calledOff === 'withdrawn' ? 'Withdrawn' : 'Postponed'}</span>
    )}
  </nav>
)
