import { currentEvidence } from '../../reports/evidence/evidence.ts'
import { trackRecord } from '../../reports/ipos/ipo-among-others.ts'
import { type IpoView, ipoView } from '../../reports/ipos/ipo-view.ts'
import { type ClockSpan, withMoments } from '../../reports/moment.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { band, biddingDayText, harmless, longDay, rupees, times, uncapitalized } from '../../texts/format.ts'
import { ipoPageCard } from '../cards/page-card.tsx'
import { FigurePopovers, WithEvidence } from '../evidence/sourced.tsx'
import { BoardTag, Name } from '../figures.tsx'
import { When } from '../ipos/ipo-columns.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import { SectionTabs } from '../kit/parts.tsx'
import { StateTag } from '../kit/state.tsx'
import type { IpoPageRequest, Page } from '../page.ts'
import { ShareIpo } from '../share/share-ipo.tsx'
import { Star } from '../share/star.tsx'
import { ipoBreadcrumbs } from '../share/structured-data.tsx'
import { AmountSection } from './amounts.tsx'
import { AllotmentSection, allotmentCheckFrom, DatesSection, isResultDue } from './dates.tsx'
import { DetailsSection, ProspectusLink } from './details.tsx'
import { GmpSection, type IpoPageProps } from './gmp-section.tsx'
import { ResultSection } from './result.tsx'
import { SourcesSection } from './sources.tsx'
import { SubscriptionSection } from './subscription.tsx'
import { TrendSection } from './trend.tsx'

/** The page of one IPO, in the order of the questions that an investor has. */
export async function ipoPage({ query, values }: IpoPageRequest, publicUrl: string): Promise<Page> {
  const { market, moment } = query
  const view = await ipoView(market, moment, String(values.slug))
  if (!view) throw new Problem('NOT_FOUND', 'no IPO has this address')
  const { slug, name } = view
  const track = await trackRecord(market, moment, view)
  const evidence = await currentEvidence(market, moment, slug)
  return {
    title: titleOf(view),
    description: descriptionOf(view),
    path: `/ipos/${slug}`,
    json: `${BASE}/ipos/${slug}`,
    card: ipoPageCard(view),
    structuredData: ipoBreadcrumbs(view),
    span: spanOf(view),
    ...(view.state === 'open' && { countsTo: [view.moments.closes] }),
    content: (
      <WithEvidence evidence={evidence} today={view.today}>
        <Ipo view={view} track={track} isShared={query.isPresent} />
        {query.isPresent && <ShareIpo ipo={{ slug, name }} publicUrl={publicUrl} />}
        <FigurePopovers />
      </WithEvidence>
    ),
  }
}

/** The GMP that may stand in a title or a preview: not an old one, and not that of a share that trades. */
function currentGmp({ quoted, isOldGmp, hasTraded }: IpoView) {
  if (!quoted || isOldGmp || hasTraded) return null
  return { quoted, gmp: en.ipoPage.gmpInBrief(en.ipo.gmpText(quoted), quoted.disputed) }
}

/** The title of the page, for tabs and search results. */
function titleOf(view: IpoView): string {
  const name = `${harmless(view.name)} IPO`
  if (view.calledOff !== null) return `${name}: ${view.calledOff}`
  if (view.listing) return en.ipoPage.titleListed(name, rupees(view.listing.listingPrice))
  const current = currentGmp(view)
  return current ? en.ipoPage.titleQuoted(name, current.gmp) : en.ipoPage.titleUnquoted(name)
}

/** The page in a few facts. Previews travel, so nothing computed from the GMP is in it. */
function descriptionOf(view: IpoView): string {
  const { terms, calledOff, biddingDay, timesSubscribed } = view
  const price = band(terms.priceMin, terms.priceMax)
  const name = `${harmless(view.name)} (${en.states.board(view.board)} IPO)`
  // Its dates and quotes are no longer valid.
  if (calledOff !== null) return `${name} was ${calledOff}.`
  const current = currentGmp(view)
  const counted = biddingDay ? ` (${uncapitalized(biddingDayText(biddingDay))})` : ''
  const parts = [
    name,
    price !== null && `${price} a share`,
    ...view.milestones.map(
      (one) =>
        one.day !== null &&
        (one.kind === 'opens' || one.kind === 'closes' || one.kind === 'lists') &&
        `${en.states.milestoneInline(one)} ${longDay(one.day)}`,
    ),
    current && en.ipoPage.gmpUnofficial(current.gmp, en.ipo.gmpOrigin(current.quoted, '')),
    timesSubscribed !== null && `subscribed ${times(timesSubscribed)}${counted}`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** The page also changes on the evening of the allotment day. */
function spanOf(view: IpoView): ClockSpan {
  const from = allotmentCheckFrom(view)
  return withMoments(view.span, view.clock, from === null ? [] : [from])
}

/** A longer name, in the size of a heading, would fill the screen of a phone. */
const LONGEST_LARGE_NAME = 60

function Ipo({ isShared, ...props }: IpoPageProps & { isShared: boolean }) {
  const { view } = props
  const isDue = isResultDue(view)
  const hasListed = view.state === 'listed'
  // Each is `null` where the issue has no such part.
  const parts = {
    result: hasListed ? ResultSection(props) : null,
    gmp: hasListed ? null : GmpSection(props),
    subscription: SubscriptionSection(props),
    dates: DatesSection(props),
    allotment: AllotmentSection(props),
    amount: AmountSection(props),
    trend: TrendSection(props),
    sources: SourcesSection(props),
    details: DetailsSection(props),
  } as const
  const ids = Object.keys(parts) as (keyof typeof parts)[]
  return (
    <div class="ipo">
      <nav class="crumbs quiet small" aria-label="Where this is">
        <a href="/ipos">{en.today.allIpos}</a> /{' '}
        <a href={iposAddress(iposState({ board: [view.board] }))}>{en.states.board(view.board)}</a>
      </nav>
      <div class="titled">
        <h1 class={view.name.length > LONGEST_LARGE_NAME ? 'long' : undefined}>
          <Name>{view.name}</Name>
        </h1>
        <Star slug={view.slug} name={view.name} />
      </div>
      <Lead view={view} isShared={isShared} />
      <SectionTabs tabs={ids.filter((id) => parts[id]).map((id) => [id, en.ipoPage.tabs[id]])} />
      <div class="columns">
        <div class="main">
          {isDue && parts.allotment}
          {parts.result}
          {parts.gmp}
          {parts.subscription}
        </div>
        <div class="side">
          {parts.dates}
          {!isDue && parts.allotment}
        </div>
        <div class="main">
          {parts.amount}
          {parts.trend}
          {parts.sources}
        </div>
        <div class="side">{parts.details}</div>
      </div>
    </div>
  )
}

/** The state, the next date and the price, before anything else. */
function Lead({ view, isShared }: { view: IpoView; isShared: boolean }) {
  const { terms, calledOff } = view
  const price = band(terms.priceMin, terms.priceMax) ?? band(terms.issuePrice, terms.issuePrice)
  return (
    <>
      <p class="lead">
        <StateTag state={view.state} /> <BoardTag board={view.board} /> <When view={view} />
      </p>
      <p class="lead">
        {en.ipoPage.priceAndLot(price, terms.lotSize)}{' '}
        <span class="small">
          {en.ipoPage.tapHint}{' '}
          <a class="nowrap" href={`/ipos/${view.slug}/evidence`}>
            {en.ipoPage.allEvidence}
          </a>
          <ProspectusLink view={view} />
          {isShared && (
            <span>
              {' · '}
              <a href="#share">{en.share.share}</a>
            </span>
          )}
        </span>
      </p>
      {calledOff && (
        <p class="notice" role="note">
          <strong>{en.states.calledOff(calledOff)[0]}.</strong> {en.states.calledOff(calledOff)[1]}{' '}
          {calledOff === 'postponed' && en.ipoPage.datesNoLongerHold}
        </p>
      )}
    </>
  )
}
