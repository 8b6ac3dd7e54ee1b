import { OWNERS } from '../../test/support/market-data.ts'
import { addDays, type Instant, istDay } from '../market/calendar.ts'
import type { Board, DealFact, GmpFact, IpoFact, ListingFact, Recorded } from '../market/facts/fact.ts'
import { gmpDays } from '../market/gmp/gmp.ts'
import { listingFrom } from '../market/issues/listing.ts'
import { type Status, statusAt } from '../market/issues/status.ts'
import { type IssueTerms, termsFrom } from '../market/issues/terms.ts'
import { type Score, type ScoreSummary, scoreOf, summaryOf } from '../market/scores/scoreboard.ts'
import type { DemoFact } from './demo-fact.ts'

export interface ViewedIssue {
  readonly slug: string
  readonly terms: IssueTerms
  readonly status: Status
  readonly score: Score | undefined
  readonly isCurrent: boolean
  readonly isQuoted: boolean
  readonly isDisputed: boolean
}

export interface MarketView {
  readonly issues: ViewedIssue[]
  /** Issues that have not listed, or listed in the last 14 days. */
  readonly current: ViewedIssue[]
  readonly summary: ScoreSummary
  readonly deals: DealFact[]
}

/** The market at a moment by the rules of `src/market`. */
export function demoViewAt(clock: Instant, facts: readonly DemoFact[]): MarketView {
  const recorded = facts.map(({ fact, recordedAt }, id) => ({ ...fact, recorded: recordedAt, id }))
  const ipo = recorded.filter((fact): fact is Recorded<IpoFact> => fact.fact === 'ipo')
  const gmp = recorded.filter((fact): fact is Recorded<GmpFact> => fact.fact === 'gmp')
  const listing = recorded.filter((fact): fact is Recorded<ListingFact> => fact.fact === 'listing')
  const reports = Map.groupBy(gmp, ({ slug }) => slug)
  const listings = Map.groupBy(listing, ({ slug }) => slug)

  const issues = [...Map.groupBy(ipo, ({ slug }) => slug)].flatMap(([slug, facts]) => {
    const terms = termsFrom(facts)
    if (!terms) return []
    return [
      viewedIssue(clock, {
        slug,
        terms,
        reports: reports.get(slug) ?? [],
        listings: listings.get(slug) ?? [],
      }),
    ]
  })
  return {
    issues,
    current: issues.filter(({ isCurrent }) => isCurrent),
    summary: summaryOf(issues.flatMap(({ score }) => score ?? [])),
    deals: recorded.filter((fact): fact is Recorded<DealFact> => fact.fact === 'deal'),
  }
}

interface IssueFacts {
  readonly slug: string
  readonly terms: IssueTerms
  readonly reports: readonly Recorded<GmpFact>[]
  readonly listings: readonly Recorded<ListingFact>[]
}

function viewedIssue(clock: Instant, { slug, terms, reports, listings }: IssueFacts): ViewedIssue {
  const listing = listingFrom(listings)
  const status = statusAt(clock, {
    ...terms,
    withdrawn: terms.offMarket,
    hasListingPrice: listing !== undefined,
  })
  const oldestShown = addDays(istDay(clock), -14)
  const isRecent = status !== 'LISTED' || (listing?.listedOn ?? terms.listingDate ?? '') >= oldestShown
  return {
    slug,
    terms,
    status,
    score: scoreOf(terms, listing, reports, OWNERS),
    isCurrent: !terms.offMarket && isRecent,
    isQuoted: reports.length > 0,
    isDisputed: gmpDays(reports, OWNERS).some(({ disputed }) => disputed),
  }
}

export const countOf = (issues: readonly ViewedIssue[], status: Status, board?: Board): number =>
  issues.filter((issue) => issue.status === status && (board === undefined || issue.terms.board === board))
    .length
