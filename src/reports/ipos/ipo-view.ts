import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { Board } from '../../market/facts/fact.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { PUBLISHED_TERMS } from '../../market/facts/term-table.ts'
import { type GmpDay, gmpDays, isOldGmp, latestGmpDay } from '../../market/gmp/gmp.ts'
import { areHolidaysKnown, type Holidays } from '../../market/holidays.ts'
import { applications } from '../../market/issues/application.ts'
import { type AllotmentChance, DRAWN_CATEGORIES } from '../../market/issues/chances.ts'
import { limitReached, listingGainPct } from '../../market/issues/listing.ts'
import { type LockIn, lockInsOf } from '../../market/issues/lock-ins.ts'
import {
  type CalledOff,
  type IpoState,
  type Milestone,
  type MilestoneKind,
  milestonesAt,
  stateOf,
} from '../../market/issues/stages.ts'
import {
  confirmedStatus,
  type ExpectedDays,
  expectedDays,
  type Milestones,
  milestonesOf,
  type Status,
  statusAt,
  statusMoments,
} from '../../market/issues/status.ts'
import { countedDay, latestReadings } from '../../market/issues/subscription.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import {
  divideRounded,
  type Paise,
  RUPEES_PER_CRORE,
  roundedToHundredths,
  rupeesFromPaise,
  rupeesOrNull,
} from '../../market/money.ts'
import { expectedAtClose } from '../../market/scores/scoreboard.ts'
import {
  type FigureReports,
  figureReports,
  gmpReportsOfLastDay,
  newestReadings,
} from '../../store/facts/figure-reports.ts'
import type { MarketData } from '../market-data.ts'
import { type ClockSpan, clockSpan, type Moment } from '../moment.ts'
import type { Listing } from '../schemas/ipos.ts'
import type { IpoApplication } from '../schemas/offer.ts'
import { scoreOfListing } from '../scores/scoreboard.ts'
import { disputeReport, type GmpHistoryDay, gmpHistory, gmpHistoryDay } from './gmp-history.ts'
import { findIssue, type Issue, issuesOf, type NumberedHead } from './issues-in-view.ts'
import { type HolidaysFor, holidaysKnown } from './market-calendar.ts'
import { provenTradingDays } from './proven-trading.ts'
import { publishedValues } from './published-terms.ts'
import { subscriptionOf, unfinishedBiddingDay } from './subscription.ts'

interface ViewContext {
  readonly owners: Owners
  readonly holidaysFor: HolidaysFor
  readonly clock: Instant
  /** As `provenTradingDays`; without it, no deal is considered. */
  readonly tradedOn?: ReadonlyMap<Issue, Day>
}

/**
 * What there is to say about one IPO at a moment, in rupees and days. Every surface picks from it. Each part is computed
 * when it is first needed; what depends on other IPOs is in `ipo-among-others.ts`.
 */
export class IpoView {
  readonly issue: Issue
  readonly clock: Instant
  /** The day of the clock in India. */
  readonly today: Day
  readonly slug: string
  readonly name: string
  readonly board: Board
  /** The planned or actual listing day. */
  readonly listingDay: Day | null
  readonly #tradedOn: Day | null
  readonly #reports: FigureReports
  readonly #owners: Owners
  readonly #holidays: Holidays
  /** Those of the main exchange. */
  readonly #mainHolidays: Holidays
  readonly #computed = new Map<string, unknown>()

  constructor(issue: Issue, reports: FigureReports, { owners, holidaysFor, clock, tradedOn }: ViewContext) {
    this.issue = issue
    this.clock = clock
    this.today = istDay(clock)
    this.slug = issue.slug
    this.name = issue.terms.name
    this.board = issue.terms.board
    this.listingDay = issue.listingDay
    this.#tradedOn = tradedOn?.get(issue) ?? null
    this.#reports = reports
    this.#owners = owners
    this.#holidays = holidaysFor(issue.terms.exchanges)
    this.#mainHolidays = holidaysFor(null)
  }

  #once<T>(part: string, compute: () => T): T {
    if (!this.#computed.has(part)) this.#computed.set(part, compute())
    return this.#computed.get(part) as T
  }

  get terms() {
    return this.#once('terms', () => publishedValues(this.issue.terms, PUBLISHED_TERMS))
  }
  /** As published: an issue lists on its day, whether or not a price confirms it. */
  get status(): Status {
    return this.#once('status', () => statusAt(this.clock, this.issue.timetable))
  }
  get calledOff(): CalledOff | null {
    const { offMarket, withdrawn } = this.issue.terms
    if (!offMarket) return null
    return withdrawn === true ? 'withdrawn' : 'postponed'
  }
  get state(): IpoState {
    return this.#once('state', () => stateOf(this.#course, this.today))
  }
  /** Due by the timetable, as published: none once its listing day is reached. */
  get expected(): ExpectedDays | null {
    return expectedDays(this.issue.terms, this.status, this.#holidays)
  }
  /** When bidding opens and ends, and when trading begins. */
  get moments(): Milestones {
    return this.#once('moments', () => milestonesOf(this.issue.timetable))
  }
  get milestones(): Milestone[] {
    return this.#once('milestones', () => milestonesAt(this.#course, this.today))
  }
  dayOf(kind: MilestoneKind): Day | null {
    return this.milestones.find((one) => one.kind === kind)?.day ?? null
  }
  /** Neither trading nor called off. */
  get isAhead(): boolean {
    return !this.hasTraded && this.calledOff === null
  }
  /** Its trading has begun, as a listing price or a disclosed deal proves. */
  get hasTraded(): boolean {
    return this.state === 'listed' || this.state === 'trading'
  }
  get #course() {
    const { terms, listing, listingDay } = this.issue
    const hasListingPrice = listing !== undefined
    const confirmed = confirmedStatus(this.status, hasListingPrice)
    return {
      status: this.status,
      moments: this.moments,
      allotmentDate: terms.allotmentDate,
      listingDay,
      expected: expectedDays(terms, confirmed, this.#holidays),
      hasListingPrice,
      tradedOn: confirmed === 'CLOSED' ? this.#tradedOn : null,
      calledOff: this.calledOff,
    }
  }
  /** Whether the holidays from the close to the expected listing day are known; without them it may move. */
  get areHolidaysKnown(): boolean {
    const { expected } = this
    const days = expected ? [expected.allotmentDate, expected.creditDate, expected.listingDate] : []
    return areHolidaysKnown(days, this.#holidays)
  }
  /** Until when anchor investors may not sell, the first day first. */
  get lockIns(): LockIn[] {
    return this.#once('lockIns', () => lockInsOf(this.issue, this.#holidays))
  }
  /** Whether the holidays of the years in which lock-ins end are known; without them the next trading day may move. */
  get areLockInHolidaysKnown(): boolean {
    return areHolidaysKnown(
      this.lockIns.map(({ date }) => date),
      this.#holidays,
    )
  }

  /** The quotes of each day in paise, also of days after the listing. */
  get gmpDays(): readonly GmpDay[] {
    return this.#once('gmpDays', () => gmpDays(this.#reports.gmp, this.#owners, this.#mainHolidays))
  }
  /** The day behind `lastGmp` in paise, as the rules of the market see it. */
  get lastGmpDay(): GmpDay | undefined {
    return this.#once('lastGmpDay', () =>
      latestGmpDay(this.#reports.gmp, this.#owners, this.#mainHolidays, { last: this.listingDay }),
    )
  }
  /** The same in rupees. */
  get quoted() {
    return this.#once('quoted', () => {
      const day = this.lastGmpDay
      return day ? gmpHistoryDay(day, this.#price) : null
    })
  }
  /** The GMP is too old to calculate rupees from it. */
  get isOldGmp(): boolean {
    return this.quoted !== null && isOldGmp(this.quoted.day, this.today)
  }
  get dispute() {
    return this.lastGmpDay ? disputeReport(this.lastGmpDay) : null
  }
  get gmpHistory() {
    return this.#once('gmpHistory', () =>
      gmpHistory(this.gmpDays, { last: this.listingDay, price: this.#price }),
    )
  }

  get #price(): Paise | null {
    return referencePrice(this.issue.terms)
  }
  /** The price that percentages refer to. */
  get price(): number | null {
    return rupeesOrNull(this.#price)
  }
  /** What so many shares cost at that price, in crore of rupees. */
  croreOfShares(shares: number): number | null {
    // Paise by rupees in a crore are hundredths of a crore.
    return this.#price === null ? null : divideRounded(shares * this.#price, RUPEES_PER_CRORE) / 100
  }
  /** That price plus the last GMP. */
  get impliedPrice(): number | null {
    const [price, day] = [this.#price, this.lastGmpDay]
    return price === null || !day ? null : rupeesFromPaise(price + day.median)
  }

  get applications(): IpoApplication[] {
    return this.#once('applications', () =>
      applications(this.issue.terms).map((one) => ({
        ...one,
        minAmount: rupeesFromPaise(one.minAmount),
        maxAmount: rupeesOrNull(one.maxAmount),
      })),
    )
  }
  /** What the smallest application costs. */
  get minAmount(): number | null {
    return this.applications[0]?.minAmount ?? null
  }
  /** The smallest application, and its gains at the quotes behind the last GMP. In rupees. */
  get smallest() {
    const [smallest] = this.applications
    if (!smallest) return null
    const { minLots, minShares, minAmount } = smallest
    const day = this.lastGmpDay
    const gainAt = (gmp: Paise) => rupeesFromPaise(minShares * gmp)
    return {
      lots: minLots,
      shares: minShares,
      cost: minAmount,
      gains: day
        ? { median: gainAt(day.median), lowest: gainAt(day.lowest), highest: gainAt(day.highest) }
        : null,
    }
  }

  get subscription() {
    return this.#once('subscription', () =>
      subscriptionOf(this.issue, this.#reports.subscription, this.#holidays),
    )
  }
  /** The chances of the smallest allotment, by category. */
  get chances(): readonly AllotmentChance[] {
    return this.subscription.chances
  }
  /** The newest multiple of all categories together. */
  get timesSubscribed(): number | null {
    const total = latestReadings(this.#reports.subscription).find(({ category }) => category === 'TOTAL')
    return total ? roundedToHundredths(total.timesSub) : null
  }
  /** The day of bidding of `timesSubscribed`, unless that is final. */
  get biddingDay() {
    return unfinishedBiddingDay(this.issue, this.#reports.subscription, this.#holidays)
  }

  /** Which day of bidding it is now, and of how many; `null` unless both are known. */
  get bidding(): { readonly day: number; readonly days: number } | null {
    if (this.state !== 'open') return null
    const { dayNumber, days } = countedDay(this.today, this.issue.terms, this.#holidays)
    return dayNumber === null || days === null ? null : { day: dayNumber, days }
  }

  /** `null` until a price confirms it. */
  get listing(): Listing | null {
    const { listing, terms } = this.issue
    if (!listing) return null
    const { deliveredPct } = listing
    return {
      listedOn: listing.listedOn,
      listingPrice: rupeesFromPaise(listing.listingPrice),
      exchange: listing.exchange,
      high: rupeesOrNull(listing.high),
      low: rupeesOrNull(listing.low),
      close: rupeesOrNull(listing.close),
      volume: listing.volume,
      deliveredPct: deliveredPct === null ? null : roundedToHundredths(deliveredPct),
      atLimit: limitReached(terms.board, listing, terms.issuePrice),
    }
  }
  /** The first trade against the issue price, in percent. */
  get gainPct(): number | null {
    const { listing, terms } = this.issue
    return listing ? listingGainPct(terms.issuePrice, listing.listingPrice) : null
  }
  /**
   * The GMP when bidding closed, in rupees, and the gain that it implied, whether or not the actual gain is known. Needs all
   * reports, as the score does.
   */
  get atClose(): GmpHistoryDay | null {
    return this.quotedAtClose ? gmpHistoryDay(this.quotedAtClose, this.issue.terms.issuePrice) : null
  }
  /** The same in paise. */
  get quotedAtClose(): GmpDay | undefined {
    return expectedAtClose(this.issue.terms, this.#reports.gmp, this.#owners, this.#mainHolidays)?.quoted
  }
  get score() {
    return this.#once(
      'score',
      () => scoreOfListing(this.issue, this.#reports.gmp, this.#owners, this.#mainHolidays) ?? null,
    )
  }
  /** What a listing without a score lacks. */
  get missingForScore(): 'issue price' | 'closing day' | 'quote' {
    if (this.terms.issuePrice === null) return 'issue price'
    return this.terms.closeDate === null ? 'closing day' : 'quote'
  }

  /** Until the clock alone may change something. */
  get span(): ClockSpan {
    const { upiCutoffAt } = this.issue.terms
    return clockSpan(this.clock, [
      ...statusMoments(this.issue.timetable),
      ...(upiCutoffAt === null ? [] : [upiCutoffAt]),
    ])
  }
}

/**
 * `latest` are only the reports that can be the latest ones. They are enough for the last GMP, the total subscription and
 * its day, and take far less time for many issues. `shown` are enough for all that lists show: also chances of allotment, deals
 * that decide the state, and bids that contradict a total.
 */
export type ReportsRead = 'latest' | 'shown' | 'all'

/** The views of these issues, in the same order. */
export const ipoViews = async (
  market: MarketData,
  moment: Moment,
  heads: readonly NumberedHead[],
  which: ReportsRead,
): Promise<IpoView[]> => viewsOf(market, moment, await issuesOf(market.db, moment, heads), which)

async function viewsOf(market: MarketData, moment: Moment, issues: readonly Issue[], which: ReportsRead) {
  const holidaysFor = await holidaysKnown(market, moment)
  const reportsOf = await reportsByIssue(market, moment, issues, which, holidaysFor(null))
  const tradedOn = await (which === 'latest' ? new Map() : provenTradingDays(market.db, moment, issues))
  const context = { owners: market.owners, holidaysFor, clock: moment.clock, tradedOn }
  return issues.map((issue) => new IpoView(issue, reportsOf(issue), context))
}

/** The view of the issue that this slug stands for, with all reports; `undefined` when there is none. */
export async function ipoView(
  market: MarketData,
  moment: Moment,
  slug: string,
): Promise<IpoView | undefined> {
  const issue = await findIssue(market.db, moment, slug)
  return issue && (await viewsOf(market, moment, [issue], 'all'))[0]
}

async function reportsByIssue(
  { db }: MarketData,
  moment: Moment,
  issues: readonly Issue[],
  which: ReportsRead,
  mainHolidays: Holidays,
): Promise<(issue: Issue) => FigureReports> {
  const slugs = issues.flatMap((issue) => issue.slugs)
  const { gmp, subscription } =
    which === 'all'
      ? await figureReports(db, moment, slugs)
      : {
          gmp: await gmpReportsOfLastDay(db, moment, issues.flatMap(lastDayOfSlugs), mainHolidays),
          subscription: await newestReadings(db, moment, slugs, which === 'latest' ? [] : DRAWN_CATEGORIES),
        }
  const issueOf = new Map(issues.flatMap((issue) => issue.slugs.map((slug) => [slug, issue] as const)))
  const gmpOf = Map.groupBy(gmp, ({ slug }) => issueOf.get(slug))
  const subscriptionOf = Map.groupBy(subscription, ({ slug }) => issueOf.get(slug))
  return (issue) => ({ gmp: gmpOf.get(issue) ?? [], subscription: subscriptionOf.get(issue) ?? [] })
}

const lastDayOfSlugs = ({ slugs, listingDay }: Issue) => slugs.map((slug) => ({ slug, last: listingDay }))
