import { invariant } from '../../invariant.ts'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { type Issue, type IssueHead, issuesFrom, statusOfHead } from '../../market/issues/issue.ts'
import { type Status, statusAt } from '../../market/issues/status.ts'
import type { Db } from '../../store/engines/db.ts'
import { chunksOf } from '../../store/engines/statements.ts'
import type { FigureReports } from '../../store/facts/figure-reports.ts'
import { issueIndex, type NumberedHead, visitHeads } from '../../store/issue-index/issue-index.ts'
import { issueRecords, recordsAndReports } from '../../store/issues/issue-records.ts'
import type { View } from '../../store/view.ts'
import { type ClockSpan, clockSpan, type Moment } from '../moment.ts'

export type { Issue, IssueHead, NumberedHead }

/** Visits every issue of a view, including withdrawn ones. */
export async function visitIssues(db: Db, view: View, visit: (head: NumberedHead) => void): Promise<void> {
  visitHeads(await issueIndex(db, view.version), view, visit)
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
  const pass = (milestone: number | null) => {
    if (milestone === null) return
    if (milestone > clock) next = Math.min(next, milestone)
    else last = Math.max(last, milestone)
  }
  await visitIssues(db, moment, (head) => {
    if (head.offMarket) return
    pass(head.opens)
    pass(head.closes)
    pass(head.lists)
    visit(head)
  })
  return clockSpan(moment.clock, [last, next].filter(Number.isFinite).map(instantFromMs))
}

/** Number of issues per query. */
const ISSUES_PER_READING = 200

/** These issues with their facts, by number; reading them is slow, so pass only those that are shown. */
export async function issuesByNumber(
  db: Db,
  view: View,
  heads: readonly NumberedHead[],
): Promise<Map<number, Issue>> {
  const { mergedSlugs } = await issueIndex(db, view.version)
  const issues = new Map<number, Issue>()
  for (const some of chunksOf(heads, ISSUES_PER_READING)) {
    const { find } = issuesFrom(
      await issueRecords(db, view, [...new Set(some.flatMap(({ slug }) => mergedSlugs.ofSlug(slug)))]),
    )
    for (const { number, slug } of some)
      issues.set(number, invariant(find(slug), `the issue ${slug}, which the index knows,`))
  }
  return issues
}

/** The same in the order of the heads. */
export async function issuesOf(db: Db, view: View, heads: readonly NumberedHead[]): Promise<Issue[]> {
  const issues = await issuesByNumber(db, view, heads)
  return heads.map(({ number, slug }) => invariant(issues.get(number), `the issue ${slug}`))
}

/** The slugs that were ever merged with this one, including itself. */
export async function mergedSlugsOf(db: Db, view: View, slug: string): Promise<string[]> {
  const { mergedSlugs } = await issueIndex(db, view.version)
  return mergedSlugs.ofSlug(slug)
}

/** The issue that the facts of this slug count for. */
export async function findIssue(db: Db, view: View, slug: string): Promise<Issue | undefined> {
  return issuesFrom(await issueRecords(db, view, await mergedSlugsOf(db, view, slug))).find(slug)
}

/** The same with all reports on it, which are read together with its terms. */
export async function findIssueAndReports(
  db: Db,
  view: View,
  slug: string,
): Promise<{ readonly issue: Issue; readonly reports: FigureReports } | undefined> {
  const records = await recordsAndReports(db, view, await mergedSlugsOf(db, view, slug))
  const issue = issuesFrom(records).find(slug)
  if (!issue) return undefined
  // Slugs that were merged once may be separate in this view.
  const isOwn = (report: { readonly slug: string }) => issue.slugs.includes(report.slug)
  const { gmp, subscription } = records
  return { issue, reports: { gmp: gmp.filter(isOwn), subscription: subscription.filter(isOwn) } }
}

/** By number: all slugs whose facts count for each of these issues, including its own. */
export async function slugsOfHeads(
  db: Db,
  view: View,
  heads: readonly NumberedHead[],
): Promise<Map<number, string[]>> {
  const { mergedSlugs } = await issueIndex(db, view.version)
  const slugs = new Map(heads.map((head) => [head.number, [head.slug]]))
  const merged = heads.filter(({ number }) => mergedSlugs.ofNumber(number).length > 1)
  for (const [number, issue] of await issuesByNumber(db, view, merged)) slugs.set(number, issue.slugs)
  return slugs
}

export const statusOf = (issue: Issue, clock: Instant): Status => statusAt(clock, issue.timetable)

/** A function that gives the status of issues at a moment. */
export function statusReader(clock: Instant): (head: IssueHead) => Status {
  const clockMs = msOf(clock)
  return (head) => statusOfHead(head, clockMs)
}
