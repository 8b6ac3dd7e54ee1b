import { addDays, istDay, istInstant, msOf } from '../market/calendar.ts'
import type { ScoreSummary } from '../market/scoreboard.ts'
import type { Status } from '../market/status.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { type Glance, glances } from './glance.ts'
import { issuesOf, type NumberedHead, spanOf, statusReader, trackedHeads } from './issue-book.ts'
import type { ClockSpan, Moment } from './moment.ts'
import { type ScoreboardRow, scoreTotals } from './scoreboard.ts'

/** Listings of the last weeks are news; the older ones are in the list of all. */
export const LISTED_LATELY_DAYS = 30
const MOST_LISTED = 10
const MOST_UPCOMING = 12

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
  readonly latestCalls: readonly ScoreboardRow[]
  readonly span: ClockSpan
}

/** What the first page shows: what one can act on, and how far the grey market has been off. */
export async function today(db: Db, moment: Moment): Promise<Today> {
  const tracked = await trackedHeads(db, moment)
  const statusOf = statusReader(moment.clock)
  const byStatus = Map.groupBy(tracked, ({ head }) => statusOf(head))
  const inState = (status: Status) => byStatus.get(status) ?? []
  const upcoming = inState('UPCOMING').sort(by(({ head }) => head.opens))
  const since = msOf(istInstant(addDays(istDay(moment.clock), -LISTED_LATELY_DAYS), '00:00'))
  const listed = inState('LISTED')
    .filter(({ head }) => head.lists !== null && head.lists >= since)
    .sort(by(({ head }) => -(head.lists ?? 0)))
  const glancesAt = async (heads: readonly NumberedHead[]) =>
    glances(db, moment, await issuesOf(db, moment, heads))
  const { score, promisedTooMuchPct, latest } = await scoreTotals(db, moment)
  return {
    open: await glancesAt(inState('OPEN').sort(by(({ head }) => head.closes))),
    upcoming: await glancesAt(upcoming.slice(0, MOST_UPCOMING)),
    moreUpcoming: Math.max(0, upcoming.length - MOST_UPCOMING),
    closed: await glancesAt(inState('CLOSED').sort(by(({ head }) => head.lists))),
    listed: await glancesAt(listed.slice(0, MOST_LISTED)),
    score,
    promisedTooMuchPct,
    latestCalls: latest,
    span: spanOf(moment.clock, tracked),
  }
}

/** The least first, unknown ones last, then by address. */
const by = (timeOf: (issue: NumberedHead) => number | null) => (a: NumberedHead, b: NumberedHead) => {
  const [x, y] = [timeOf(a) ?? Number.POSITIVE_INFINITY, timeOf(b) ?? Number.POSITIVE_INFINITY]
  return x === y ? compareText(a.head.slug, b.head.slug) : x - y
}
