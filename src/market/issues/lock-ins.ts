import { addDays, type Day, instantFromMs, istDay } from '../calendar.ts'
import { type Holidays, nextTradingDay } from '../holidays.ts'
import type { Issue, IssueHead } from './issue.ts'
import { dayOfAllotment } from './stages.ts'
import { expectedDays } from './status.ts'

/** Issues that open on or after this day have a second lock-in for half of the anchor investors' shares. */
export const SECOND_LOCK_IN_SINCE: Day = '2022-04-01'
/** How many days after the allotment the lock-ins of an issue end, in order. */
export const LOCK_IN_DAYS = [30, 90] as const

/** The days until when anchor investors may not sell a part of their shares. */
export interface LockIn {
  readonly kind: 'anchor'
  /** How many days after the allotment it ends. */
  readonly days: number
  readonly date: Day
  /** The first trading day on or after `date`. */
  readonly tradingDate: Day
  /** The part of the anchor investors' shares that it holds for, and how many these are. */
  readonly sharePct: number
  readonly shares: number
  /** Whether the day of allotment that it is counted from is announced, or due by the timetable. */
  readonly basis: 'announced' | 'expected'
}

/**
 * The lock-ins of the anchor investors, the first to end first. None while their shares or the day of allotment are unknown,
 * and for an issue that was withdrawn or postponed. The day that was due stays once the issue has listed.
 */
export function lockInsOf({ terms, listingDay }: Pick<Issue, 'terms' | 'listingDay'>, holidays: Holidays) {
  const { anchorShares, allotmentDate, openDate, offMarket } = terms
  const expected = expectedDays(terms, 'CLOSED', holidays)
  const allotment = dayOfAllotment({ allotmentDate, listingDay, expected })
  if (anchorShares === null || anchorShares === 0 || allotment === null || offMarket) return []
  const isSplit = openDate === null || openDate >= SECOND_LOCK_IN_SINCE
  const first = isSplit ? Math.floor(anchorShares / 2) : anchorShares
  const parts = isSplit ? [first, anchorShares - first] : [first]
  return LOCK_IN_DAYS.slice(0, parts.length).map((days, i): LockIn => {
    const date = addDays(allotment, days)
    return {
      kind: 'anchor',
      days,
      date,
      tradingDate: nextTradingDay(addDays(date, -1), holidays),
      sharePct: isSplit ? 50 : 100,
      shares: parts[i] ?? 0,
      basis: allotmentDate === null ? 'expected' : 'announced',
    }
  })
}

/** More days than bidding and allotment, or two trading days, lie apart. */
const LONGEST_BREAK = 30

/** A predicate for issues whose shares may be locked in on one of these days; it lets some others pass. */
export function mayBeLockedIn(first: Day, last: Day): (head: IssueHead) => boolean {
  const earliest = addDays(first, -LOCK_IN_DAYS[1] - 2 * LONGEST_BREAK)
  return ({ hasAnchors, offMarket, allotmentDate, closes }) => {
    if (!hasAnchors || offMarket) return false
    const begins = allotmentDate ?? (closes === null ? null : istDay(instantFromMs(closes)))
    return begins !== null && begins >= earliest && begins <= last
  }
}
