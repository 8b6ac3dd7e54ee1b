import { invariant } from '../../invariant.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { type Issue, type IssueHead, statusOfHead } from '../../market/issues/issue.ts'
import { confirmedStatus, type Status } from '../../market/issues/status.ts'
import type { Db } from '../../store/engines/db.ts'
import {
  type IssueBook,
  issueBook,
  issueIn,
  mergedNumbers,
  type NumberedHead,
  visitHeads,
} from '../../store/issues/issue-book.ts'
import type { View } from '../../store/view.ts'
import { type ClockSpan, clockSpan, type Moment } from '../moment.ts'

export type { Issue, IssueHead, NumberedHead }

/** Visits every issue of a view, including withdrawn ones. */
export async function visitIssues(db: Db, view: View, visit: (head: NumberedHead) => void): Promise<void> {
  visitHeads(await issueBook(db, view.version), view, visit)
}

/**
 * Visits the tracked issues: a withdrawn or postponed one leaves all lists, and only its own page stays.
 * Returns the span around the clock in which no status changes and no day ends in India.
 */
export async function visitTracked(
  db: Db,
  moment: Moment,
  visit: (head: NumberedHead) => void,
): Promise<ClockSpan> {
  const clock = msOf(moment.clock)
  let [last, next] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  await visitIssues(db, moment, (head) => {
    if (head.offMarket) return
    for (const milestone of [head.opens, head.closes, head.lists]) {
      if (milestone === null) continue
      if (milestone > clock) next = Math.min(next, milestone)
      else last = Math.max(last, milestone)
    }
    visit(head)
  })
  return clockSpan(moment.clock, [last, next].filter(Number.isFinite).map(instantFromMs))
}

const issueOf = (book: IssueBook, { slug }: NumberedHead, view: View): Issue =>
  invariant(issueIn(book, slug, view), `the issue ${slug}, which has a head,`)

/** These issues with all their terms, in the same order. */
export async function issuesOf(db: Db, view: View, heads: readonly NumberedHead[]): Promise<Issue[]> {
  const book = await issueBook(db, view.version)
  return heads.map((head) => issueOf(book, head, view))
}

/** The issue that the facts of this slug count for. */
export const findIssue = async (db: Db, view: View, slug: string): Promise<Issue | undefined> =>
  issueIn(await issueBook(db, view.version), slug, view)

/** All slugs whose facts count for each of these issues, including its own, in the same order. */
export async function slugsOfHeads(db: Db, view: View, heads: readonly NumberedHead[]): Promise<string[][]> {
  const book = await issueBook(db, view.version)
  return heads.map((head) =>
    mergedNumbers(book, head.number).length === 1 ? [head.slug] : issueOf(book, head, view).slugs,
  )
}

/** A function that gives the status of issues at a moment. */
export function statusReader(clock: Instant): (head: IssueHead) => Status {
  const clockMs = msOf(clock)
  return (head) => statusOfHead(head, clockMs)
}

/** The same of the status that pages show. */
export function confirmedStatusReader(clock: Instant): (head: IssueHead) => Status {
  const statusOf = statusReader(clock)
  return (head) => confirmedStatus(statusOf(head), head.hasListing)
}
