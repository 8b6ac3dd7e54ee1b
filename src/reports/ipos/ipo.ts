import type { Day, Instant } from '../../market/calendar.ts'
import type { Book } from '../../market/facts/fact.ts'
import { IPO_TERMS, OFFER_TERMS } from '../../market/facts/term-table.ts'
import { type GmpDay, type GmpQuote, gmpDays } from '../../market/gmp/gmp.ts'
import { areHolidaysKnown } from '../../market/holidays.ts'
import { applications } from '../../market/issues/application.ts'
import { type ListingReport, limitReached, listingGainPct } from '../../market/issues/listing.ts'
import { type Milestones, milestonesOf, statusMoments } from '../../market/issues/status.ts'
import {
  latestReadings,
  type SubscriptionReport,
  subscriptionDays,
} from '../../market/issues/subscription.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import { type Paise, roundedToHundredths, rupeesFromPaise } from '../../market/money.ts'
import { expectedAtClose } from '../../market/scores/scoreboard.ts'
import { figureReports } from '../../store/facts/figure-reports.ts'
import type { MarketData } from '../market-data.ts'
import { type ClockSpan, clockSpan, type Moment } from '../moment.ts'
import type { GmpObservation, IpoDetail, SourceQuote } from '../schemas/ipos.ts'
import type { ScoreboardRow } from '../schemas/scores.ts'
import { scoreboardRow } from '../scores/scoreboard.ts'
import { derivedDetails } from './derived-details.ts'
import { disputeReport } from './dispute.ts'
import { type GmpHistory, gmpHistory } from './gmp-history.ts'
import { figuresOf, ipoSummary, lastGmpDay, percentOrNull, rupeesOrNull } from './ipo-summary.ts'
import { findIssue, type Issue } from './issues-in-view.ts'
import { holidaysKnown } from './market-calendar.ts'
import { publishedValues } from './published-terms.ts'
import { biddingOf, publishedDay, subscriptionEntry } from './subscription.ts'

/** The smallest application, and its gains at the last GMP. In rupees. */
export interface ApplicationReport {
  readonly lots: number
  readonly shares: number
  readonly cost: number
  /** At the median, the lowest and the highest quote; `null` without a quote. */
  readonly gain: number | null
  readonly lowestGain: number | null
  readonly highestGain: number | null
}

export interface IpoReport {
  readonly ipo: IpoDetail
  readonly gmpHistory: GmpHistory
  readonly milestones: Milestones
  readonly application: ApplicationReport | null
  /** The reference price plus the last premium, in rupees. */
  readonly impliedPrice: number | null
  /** The newest reading behind `subs`, and its order book. */
  readonly subsRead: { readonly observedAt: Instant; readonly book: Book } | null
  /** Expected and actual gain, once it is listed. */
  readonly score: ScoreboardRow | null
  /** The expected gain when bidding closed, whether or not the actual gain is known. */
  readonly impliedAtClosePct: number | null
  /** The premium behind it, in rupees. */
  readonly gmpAtClose: number | null
  /** Why a listing has no score. */
  readonly unscored: Unscored | null
  /** The first trade against the issue price, in percent, also of a listing that nobody quoted. */
  readonly listingGainPct: number | null
  /** The planned or actual listing day. */
  readonly listingDay: Day | null
  /** Whether the holidays from the close to the expected listing day are known; without them it may move. */
  readonly areHolidaysKnown: boolean
  readonly calledOff: 'withdrawn' | 'postponed' | null
  readonly span: ClockSpan
}

/** What is missing for a score. */
export type Unscored = 'listing price' | 'issue price' | 'closing day' | 'quote'

/** `undefined` when no issue has this slug at that moment. */
export async function ipoReport(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<IpoReport | undefined> {
  const { db, owners } = market
  const issue = await findIssue(db, moment, slug)
  if (!issue) return undefined
  const reports = await figureReports(db, moment, issue.slugs)
  const { gmp, subscription } = reports
  const summary = ipoSummary(issue, figuresOf(issue, reports, owners), moment.clock)
  const readings = latestReadings(subscription)
  const holidaysFor = await holidaysKnown(market, moment)
  const subsByDay = subscriptionDays(subscription, biddingOf(issue), holidaysFor(issue.terms.exchanges))
  const { terms, listing } = issue
  const score = scoreboardRow(issue, gmp, owners) ?? null
  const expected = expectedAtClose(terms, gmp, owners)
  const days = gmpDays(gmp, owners)
  const quoted = lastGmpDay(issue, gmp, owners)
  const price = referencePrice(terms)
  const details = await derivedDetails(market, moment, issue, { quoted, holidaysFor })
  return {
    ipo: {
      ...summary,
      ...publishedTerms(issue),
      sources: (quoted?.quotes ?? []).map(sourceQuote),
      dispute: quoted ? disputeReport(quoted) : null,
      ...offerTerms(issue),
      ...details,
      subsByDay: subsByDay.map(publishedDay),
      gmp: observations(days, price),
      subs: readings.map((reading) => subscriptionEntry(reading, subsByDay)),
    },
    gmpHistory: gmpHistory(days, { last: issue.listingDay, price }),
    milestones: milestonesOf(issue.timetable),
    application: applicationOf(issue, quoted),
    impliedPrice: price === null || !quoted ? null : rupeesFromPaise(price + quoted.median),
    impliedAtClosePct: expected?.impliedPct ?? null,
    gmpAtClose: rupeesOrNull(expected?.gmpAtClose ?? null),
    subsRead: lastRead(readings),
    score,
    unscored: summary.status === 'LISTED' && score === null ? missingForScore(issue) : null,
    listingGainPct: listing ? listingGainPct(terms.issuePrice, listing.listingPrice) : null,
    listingDay: issue.listingDay,
    areHolidaysKnown: areHolidaysKnown(waitingDays(details.expected), holidaysFor(terms.exchanges)),
    calledOff: terms.offMarket ? (terms.withdrawn === true ? 'withdrawn' : 'postponed') : null,
    span: clockSpan(moment.clock, [
      ...statusMoments(issue.timetable),
      ...(terms.upiCutoffAt ? [terms.upiCutoffAt] : []),
    ]),
  }
}

const waitingDays = (expected: IpoDetail['expected']): Day[] =>
  expected ? [expected.allotmentDate, expected.creditDate, expected.listingDate] : []

function missingForScore({ terms, listing }: Issue): Unscored {
  if (!listing) return 'listing price'
  if (terms.issuePrice === null) return 'issue price'
  return terms.closeDate === null ? 'closing day' : 'quote'
}

function applicationOf({ terms }: Issue, quoted: GmpDay | undefined): ApplicationReport | null {
  const [smallest] = applications(terms)
  if (!smallest) return null
  const { minLots, minShares, minAmount } = smallest
  const gainAt = (gmp: Paise | undefined) => (gmp === undefined ? null : rupeesFromPaise(minShares * gmp))
  return {
    lots: minLots,
    shares: minShares,
    cost: rupeesFromPaise(minAmount),
    gain: gainAt(quoted?.median),
    lowestGain: gainAt(quoted?.lowest),
    highestGain: gainAt(quoted?.highest),
  }
}

function lastRead(readings: readonly SubscriptionReport[]): IpoReport['subsRead'] {
  const [first] = readings.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1))
  return first ? { observedAt: first.observedAt, book: first.book } : null
}

/** The published terms of one IPO that its summary lacks. */
export function publishedTerms({ terms, listing }: Issue) {
  return {
    ...publishedValues(terms, IPO_TERMS),
    listing: listing
      ? {
          listedOn: listing.listedOn,
          listingPrice: rupeesFromPaise(listing.listingPrice),
          exchange: listing.exchange,
          ...listingDay(listing),
          atLimit: limitReached(terms.board, listing, terms.issuePrice),
        }
      : null,
    withdrawn: terms.offMarket,
  }
}

/** What exactly is on offer: the terms that follow the quotes in the answer about one IPO. */
export const offerTerms = ({ terms }: Issue) => publishedValues(terms, OFFER_TERMS)

const listingDay = ({ high, low, close, volume, deliveredPct }: ListingReport) => ({
  high: rupeesOrNull(high),
  low: rupeesOrNull(low),
  close: rupeesOrNull(close),
  volume,
  deliveredPct: deliveredPct === null ? null : roundedToHundredths(deliveredPct),
})

function sourceQuote({ source, owner, gmp, observedAt, reportedAt, counted }: GmpQuote): SourceQuote {
  return { source, owner, gmp: rupeesFromPaise(gmp), observedAt, reportedAt, counted }
}

/** One entry per day and source, oldest first, then by source name. */
function observations(days: readonly GmpDay[], price: Paise | null): GmpObservation[] {
  return days
    .flatMap(({ quotes }) => quotes)
    .map(({ observedAt, gmp, source }) => ({
      observedAt,
      gmp: rupeesFromPaise(gmp),
      gmpPct: percentOrNull(gmp, price),
      source,
      unofficial: true,
    }))
}
