import type { Day, Instant } from '../../market/calendar.ts'
import type { Exchange, Terms } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { gmpDays } from '../../market/gmp/gmp.ts'
import { type ListingReport, listingGainPct } from '../../market/issues/listing.ts'
import { type Milestones, milestonesOf } from '../../market/issues/status.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import { expectedAtClose } from '../../market/scores/scoreboard.ts'
import { figureReports } from '../../store/facts/figure-reports.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { IpoSummary } from '../schemas/ipos.ts'
import type { IpoExpectedDays } from '../schemas/offer.ts'
import { applicationsOf, expectedOf } from './derived-details.ts'
import { type GmpHistory, gmpHistory } from './gmp-history.ts'
import { figuresOf, type IssueReports, ipoSummary, reportsByIssue, slugsOfIssues } from './ipo-summary.ts'
import type { Issue } from './issues-in-view.ts'
import { type HolidaysFor, holidaysKnown } from './market-calendar.ts'
import { type BiddingDay, unfinishedBiddingDay } from './subscription.ts'

/** One IPO among others: its summary and its GMP history. */
export interface IpoCard {
  readonly ipo: IpoSummary
  readonly gmpHistory: GmpHistory
  readonly milestones: Milestones
  readonly allotmentDate: Day | null
  /** When allotment and listing are due; `null` where no rule says so. */
  readonly expected: IpoExpectedDays | null
  /** The day of bidding of `ipo.lastSubX` unless that is final. */
  readonly biddingDay: BiddingDay | null
  /** The smallest application, in rupees. */
  readonly minAmount: number | null
  /** The planned or actual listing day. */
  readonly listingDay: Day | null
  readonly hasListingPrice: boolean
  /** The actual listing; the gain is `null` while the issue price is not known. */
  readonly listing: {
    readonly listingPrice: number
    readonly gainPct: number | null
    readonly exchange: Exchange
  } | null
  /** The expected gain when bidding closed, whether or not the actual gain is known. */
  readonly impliedAtClosePct: number | null
}

export async function ipoCards(
  market: MarketData,
  moment: Moment,
  issues: readonly Issue[],
): Promise<IpoCard[]> {
  const slugs = slugsOfIssues(issues)
  const { gmp, subscription } = await figureReports(market.db, moment, slugs)
  const reportsOf = reportsByIssue(issues, gmp, subscription)
  const holidaysFor = await holidaysKnown(market, moment)
  return issues.map((issue) =>
    cardOf(issue, reportsOf(issue), { owners: market.owners, clock: moment.clock, holidaysFor }),
  )
}

interface CardContext {
  readonly owners: Owners
  readonly clock: Instant
  readonly holidaysFor: HolidaysFor
}

function cardOf(issue: Issue, reports: IssueReports, { owners, clock, holidaysFor }: CardContext): IpoCard {
  const { terms, listing, listingDay, timetable } = issue
  return {
    ipo: ipoSummary(issue, figuresOf(issue, reports, owners), clock),
    gmpHistory: gmpHistory(gmpDays(reports.gmp, owners), { last: listingDay, price: referencePrice(terms) }),
    milestones: milestonesOf(timetable),
    allotmentDate: terms.allotmentDate,
    expected: expectedOf(issue, clock, holidaysFor),
    biddingDay: unfinishedBiddingDay(issue, reports.subscription, holidaysFor),
    minAmount: applicationsOf(issue).minAmount,
    listingDay,
    hasListingPrice: timetable.hasListingPrice,
    listing: listing ? outcomeOf(terms, listing) : null,
    impliedAtClosePct: expectedAtClose(terms, reports.gmp, owners)?.impliedPct ?? null,
  }
}

/** Also for a listing without quotes, which is not scored. */
const outcomeOf = ({ issuePrice }: Pick<Terms, 'issuePrice'>, { listingPrice, exchange }: ListingReport) => ({
  listingPrice: rupeesFromPaise(listingPrice),
  gainPct: listingGainPct(issuePrice, listingPrice),
  exchange,
})
