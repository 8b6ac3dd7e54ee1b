import { addDays, type Day, type Instant, istDay } from '../market/calendar.ts'
import { promisedTooMuchPct, type ScoreSummary, summaryOf } from '../market/scoreboard.ts'
import { milestonesOf, type Status } from '../market/status.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { type Glance, glances } from './glance.ts'
import { type Issue, statusMomentsOf, statusOf, trackedIssues } from './issue-book.ts'
import { type ClockSpan, clockSpan, type Moment } from './moment.ts'
import { type ScoreboardRow, scoredListings } from './scoreboard.ts'

/** Listings of the last weeks are news; the older ones are in the list of all. */
export const LISTED_LATELY_DAYS = 30
const MOST_LISTED = 10
const MOST_UPCOMING = 12
const LATEST_CALLS = 2

export interface Today {
  /** Closing soonest first. */
  readonly open: Glance[]
  /** Opening soonest first, those without a day last. */
  readonly upcoming: Glance[]
  /** How many more are announced. */
  readonly moreUpcoming: number
  /** Bidding is over; listing soonest first. */
  readonly closed: Glance[]
  /** Newest first. */
  readonly listed: Glance[]
  readonly score: ScoreSummary
  readonly promisedTooMuchPct: number | null
  readonly latestCalls: ScoreboardRow[]
  readonly span: ClockSpan
}

/** What the first page shows: what one can act on, and how far the grey market has been off. */
export async function today(db: Db, moment: Moment): Promise<Today> {
  const tracked = await trackedIssues(db, moment)
  const byStatus = Map.groupBy(tracked, (issue) => statusOf(issue, moment.clock))
  const inState = (status: Status) => byStatus.get(status) ?? []
  const upcoming = inState('UPCOMING').sort(by(({ terms }) => terms.openDate))
  const since = addDays(istDay(moment.clock), -LISTED_LATELY_DAYS)
  const listed = inState('LISTED')
    .filter(({ listingDay }) => listingDay !== null && listingDay >= since)
    .sort((a, b) => compareText(b.listingDay ?? '', a.listingDay ?? '') || compareText(a.slug, b.slug))
  const scored = (await scoredListings(db, moment)).map(({ row }) => row)
  return {
    open: await glances(
      db,
      moment,
      inState('OPEN').sort(by(({ timetable }) => milestonesOf(timetable).closes)),
    ),
    upcoming: await glances(db, moment, upcoming.slice(0, MOST_UPCOMING)),
    moreUpcoming: Math.max(0, upcoming.length - MOST_UPCOMING),
    closed: await glances(db, moment, inState('CLOSED').sort(by(({ listingDay }) => listingDay))),
    listed: await glances(db, moment, listed.slice(0, MOST_LISTED)),
    score: summaryOf(scored),
    promisedTooMuchPct: promisedTooMuchPct(scored),
    latestCalls: scored.slice(0, LATEST_CALLS),
    span: clockSpan(moment.clock, statusMomentsOf(tracked)),
  }
}

/** The earliest day or moment first, unknown ones last, then by address. */
const by = (timeOf: (issue: Issue) => Day | Instant | null) => (a: Issue, b: Issue) =>
  compareText(timeOf(a) ?? '9999', timeOf(b) ?? '9999') || compareText(a.slug, b.slug)
