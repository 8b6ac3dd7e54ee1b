import { msOf } from '../market/calendar.ts'
import type { PlanContext } from './source.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/**
 * True when a document was never read, or not for this many hours: documents that seldom change are not requested in
 * every round.
 */
export function isDueAgain({ now, lastRead }: PlanContext, document: string, hours: number): boolean {
  const last = lastRead(document)
  return last === null || msOf(now) - msOf(last) >= hours * HOUR_MS
}

/** Rounds do not begin to the minute. */
const TOLERANCE_MS = 2 * MINUTE_MS
/** So that the pages of all open issues together take as many requests on a busy day as on a quiet one. */
const MINUTES_PER_ISSUE = 4
/** A page of bids that never changes is still read once an hour. */
const MAX_WAIT_MS = HOUR_MS

/**
 * True when the bids for an issue should be read again, of which so many are open: not more often than they change, as
 * far as their own history shows. A page that has been the same for an hour is read again after half an hour.
 */
export function areBidsDue(
  { now, lastRead, unchangedSince }: PlanContext,
  document: string,
  openIssues: number,
): boolean {
  const last = lastRead(document)
  if (last === null) return true
  const sameMs = msOf(last) - msOf(unchangedSince?.(document) ?? last)
  const waitMs = Math.max(Math.min(sameMs / 2, MAX_WAIT_MS), openIssues * MINUTES_PER_ISSUE * MINUTE_MS)
  return msOf(now) - msOf(last) >= Math.min(waitMs, MAX_WAIT_MS) - TOLERANCE_MS
}
