import { type Instant, instantFromMs, msOf } from '../market/calendar.ts'
import { type IssueHead, statusOfHead } from '../market/issue-head.ts'
import { type Issue, issuesFrom } from '../market/issues.ts'
import { type Status, statusAt } from '../market/status.ts'
import type { Db } from '../store/db.ts'
import { headsIn, type NumberedHead } from '../store/issue-index/issue-index.ts'
import { issueIndex } from '../store/issue-index/kept-index.ts'
import { issueRecords } from '../store/issues.ts'
import type { View } from '../store/view.ts'
import { type ClockSpan, clockSpan } from './moment.ts'

export type { Issue, IssueHead, NumberedHead }

/** Every issue that a view knows of, withdrawn ones included. */
export const issueHeads = async (db: Db, view: View): Promise<NumberedHead[]> =>
  headsIn(await issueIndex(db, view.version), view)

/** A withdrawn or postponed issue leaves every list; its own page stays. */
export const trackedHeads = async (db: Db, view: View): Promise<NumberedHead[]> =>
  (await issueHeads(db, view)).filter(({ head }) => !head.offMarket)

/** How many issues are read in one go. */
const ISSUES_PER_READING = 200

/** These issues whole, in the same order: their facts are read, so ask for those alone that are shown. */
export async function issuesOf(db: Db, view: View, heads: readonly NumberedHead[]): Promise<Issue[]> {
  const { kinships } = await issueIndex(db, view.version)
  const issues: Issue[] = []
  for (let from = 0; from < heads.length; from += ISSUES_PER_READING) {
    const slugs = heads.slice(from, from + ISSUES_PER_READING).map(({ head }) => head.slug)
    const { find } = issuesFrom(
      await issueRecords(db, view, [...new Set(slugs.flatMap((slug) => kinships.ofSlug(slug)))]),
    )
    issues.push(...slugs.flatMap((slug) => find(slug) ?? []))
  }
  return issues
}

/** The issue that the facts of this slug count for. */
export async function findIssue(db: Db, view: View, slug: string): Promise<Issue | undefined> {
  const { kinships } = await issueIndex(db, view.version)
  return issuesFrom(await issueRecords(db, view, kinships.ofSlug(slug))).find(slug)
}

/** By number: all slugs whose facts count for each of these issues, its own included. */
export async function slugsOfHeads(
  db: Db,
  view: View,
  heads: readonly NumberedHead[],
): Promise<Map<number, string[]>> {
  const { kinships } = await issueIndex(db, view.version)
  const slugs = new Map(heads.map(({ number, head }) => [number, [head.slug]]))
  const withKin = heads.filter(({ number }) => kinships.ofNumber(number).length > 1)
  for (const [i, issue] of (await issuesOf(db, view, withKin)).entries())
    slugs.set(withKin[i]?.number ?? 0, issue.slugs)
  return slugs
}

export const statusOf = (issue: Issue, clock: Instant): Status => statusAt(clock, issue.timetable)

/** Tells the status of issues at a moment. */
export function statusReader(clock: Instant): (head: IssueHead) => Status {
  const clockMs = msOf(clock)
  return (head) => statusOfHead(head, clockMs)
}

/** The span around the clock in which it changes the status of none of these issues, and no day ends in India. */
export function spanOf(clock: Instant, heads: Iterable<NumberedHead>): ClockSpan {
  const clockMs = msOf(clock)
  let [last, next] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { head } of heads)
    for (const moment of [head.opens, head.closes, head.lists])
      if (moment !== null) {
        if (moment <= clockMs) last = Math.max(last, moment)
        else next = Math.min(next, moment)
      }
  return clockSpan(clock, [last, next].filter(Number.isFinite).map(instantFromMs))
}
