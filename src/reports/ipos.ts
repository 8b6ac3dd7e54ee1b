import type { Day } from '../market/calendar.ts'
import type { Board } from '../market/fact.ts'
import type { Status } from '../market/status.ts'
import { compareText } from '../market/text-order.ts'
import type { Db } from '../store/db.ts'
import { gmpReportsOfLastDay } from '../store/gmp-reports.ts'
import { subscriptionReports } from '../store/subscription-reports.ts'
import { type IpoSummary, ipoSummary, reportsByIssue, slugsOf } from './ipo-summary.ts'
import { type Issue, statusMomentsOf, statusOf, trackedIssues } from './issue-book.ts'
import { type ClockSpan, clockSpan, type Moment } from './moment.ts'

export interface IpoFilter {
  readonly status?: readonly Status[]
  readonly board?: readonly Board[]
  /** Part of the name or symbol. */
  readonly q?: string
}

/** Where an IPO stands in the published order: opening day newest first, undated last, then slug. */
export interface IpoPosition {
  readonly openDate: Day | null
  readonly slug: string
}

export interface IpoList {
  readonly ipos: IpoSummary[]
  /** How many match, before the limit. */
  readonly total: number
  /** The last item's place when there is more. */
  readonly next: IpoPosition | null
  readonly span: ClockSpan
}

/** The tracked IPOs that match, from one place in the order on. */
export async function ipoList(
  db: Db,
  moment: Moment,
  filter: IpoFilter,
  after: IpoPosition | null,
  limit: number,
): Promise<IpoList> {
  const tracked = await trackedIssues(db, moment)
  const matching = tracked.filter((issue) => matches(issue, filter, moment)).sort(compareIssues)
  const rest = after ? matching.filter((issue) => comparePositions(positionOf(issue), after) > 0) : matching
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    ipos: await summaries(db, moment, page),
    total: matching.length,
    next: last && rest.length > page.length ? positionOf(last) : null,
    span: clockSpan(moment.clock, statusMomentsOf(tracked)),
  }
}

/** What the list shows of these issues. */
export async function summaries(db: Db, moment: Moment, page: readonly Issue[]): Promise<IpoSummary[]> {
  const days = page.flatMap(({ slugs, listingDay }) => slugs.map((slug) => ({ slug, last: listingDay })))
  const reportsOf = reportsByIssue(
    page,
    await gmpReportsOfLastDay(db, moment, days),
    await subscriptionReports(db, moment, slugsOf(page)),
  )
  return page.map((issue) => ipoSummary(issue, reportsOf(issue), moment.clock))
}

export function matches(issue: Issue, { status, board, q }: IpoFilter, { clock }: Moment): boolean {
  if (board && !board.includes(issue.terms.board)) return false
  if (status && !status.includes(statusOf(issue, clock))) return false
  if (q === undefined) return true
  const part = q.toLowerCase()
  return [issue.terms.name, issue.terms.symbol ?? ''].some((text) => text.toLowerCase().includes(part))
}

const positionOf = ({ terms, slug }: Issue): IpoPosition => ({ openDate: terms.openDate, slug })

const compareIssues = (a: Issue, b: Issue): number => comparePositions(positionOf(a), positionOf(b))

function comparePositions(a: IpoPosition, b: IpoPosition): number {
  // No day sorts as the earliest, so undated issues come last.
  return compareText(b.openDate ?? '', a.openDate ?? '') || compareText(a.slug, b.slug)
}
