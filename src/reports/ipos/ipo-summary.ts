import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import type { OnOutvoted } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { LIST_TERMS } from '../../market/facts/term-table.ts'
import { type GmpDay, type GmpReport, latestGmpDay } from '../../market/gmp/gmp.ts'
import { latestReadings, type SubscriptionReport } from '../../market/issues/subscription.ts'
import { referencePrice } from '../../market/issues/terms.ts'
import { type Paise, percentOf, roundedToHundredths, rupeesFromPaise } from '../../market/money.ts'
import type { IpoSummary } from '../schemas/ipos.ts'
import { type Issue, statusOf } from './issues-in-view.ts'
import { publishedValues } from './published-terms.ts'

export interface IssueReports {
  readonly gmp: readonly GmpReport[]
  readonly subscription: readonly SubscriptionReport[]
}

/** All slugs whose facts count for these issues. */
export const slugsOfIssues = (issues: readonly Issue[]): string[] => issues.flatMap(({ slugs }) => slugs)

/** Groups the reports of several issues by issue. */
export function reportsByIssue(
  issues: readonly Issue[],
  gmp: readonly GmpReport[],
  subscription: readonly SubscriptionReport[],
): (issue: Issue) => IssueReports {
  const issueOf = new Map(issues.flatMap((issue) => issue.slugs.map((slug) => [slug, issue] as const)))
  const gmpOf = Map.groupBy(gmp, ({ slug }) => issueOf.get(slug))
  const subscriptionOf = Map.groupBy(subscription, ({ slug }) => issueOf.get(slug))
  return (issue) => ({ gmp: gmpOf.get(issue) ?? [], subscription: subscriptionOf.get(issue) ?? [] })
}

export const rupeesOrNull = (paise: Paise | null | undefined): number | null =>
  paise === null || paise === undefined ? null : rupeesFromPaise(paise)

export const percentOrNull = (part: Paise | undefined, whole: Paise | null): number | null =>
  part === undefined || whole === null ? null : percentOf(part, whole)

/** The day behind `lastGmp`. */
export const lastGmpDay = (
  issue: Issue,
  reports: readonly GmpReport[],
  owners: Owners,
  onOutvoted?: OnOutvoted<GmpReport>,
): GmpDay | undefined => latestGmpDay(reports, owners, { last: issue.listingDay }, onOutvoted)

/** The figures of an issue in a list that are not terms. */
export interface ListFigures {
  readonly lastGmp: number | null
  readonly lastGmpPct: number | null
  readonly lastSubX: number | null
  readonly gmpSpread: number | null
  readonly gmpDisputed: boolean
  /** The day behind `lastGmp`, and how many owners quoted on it. */
  readonly quotedOn: Day | null
  readonly owners: number
}

export function figuresOf(issue: Issue, { gmp, subscription }: IssueReports, owners: Owners): ListFigures {
  const quote = lastGmpDay(issue, gmp, owners)
  const total = latestReadings(subscription).find(({ category }) => category === 'TOTAL')
  return {
    lastGmp: rupeesOrNull(quote?.median),
    lastGmpPct: percentOrNull(quote?.median, referencePrice(issue.terms)),
    lastSubX: total ? roundedToHundredths(total.timesSub) : null,
    gmpSpread: rupeesOrNull(quote?.spread),
    gmpDisputed: quote?.disputed ?? false,
    quotedOn: quote?.day ?? null,
    owners: quote?.owners ?? 0,
  }
}

/** How many owners quoted on the day of the clock. */
export const sourcesAt = ({ quotedOn, owners }: ListFigures, clock: Instant): number =>
  quotedOn === istDay(clock) ? owners : 0

export function ipoSummary(issue: Issue, figures: ListFigures, clock: Instant): IpoSummary {
  const { name, board, ...terms } = publishedValues(issue.terms, LIST_TERMS)
  return {
    slug: issue.slug,
    name,
    board,
    status: statusOf(issue, clock),
    ...terms,
    lastGmp: figures.lastGmp,
    lastGmpPct: figures.lastGmpPct,
    lastSubX: figures.lastSubX,
    gmpSources: sourcesAt(figures, clock),
    gmpSpread: figures.gmpSpread,
    gmpDisputed: figures.gmpDisputed,
  }
}
