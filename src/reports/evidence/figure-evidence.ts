import type { Instant } from '../../market/calendar.ts'
import { compareRecorded } from '../../market/facts/fact.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import type { OnOutvoted, OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { Issue } from '../ipos/issues-in-view.ts'
import type { MarketCalendar } from '../ipos/market-calendar.ts'
import type { FigureEvidence, FigureRule, OutvotedFact, PublishedValue } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import type { IssueHistory } from './earlier-values.ts'

/** Inputs of the evidence: the answer, the facts that count for it, and the retracted ones. */
export interface FigureInputs {
  readonly ipo: IpoDetail
  readonly issue: Issue
  readonly unretracted: IssueFacts
  readonly retracted: IssueFacts
  readonly history: IssueHistory
  readonly calendar: MarketCalendar
  readonly owners: Owners
}

/** The most outvoted facts, and the most earlier values, that are listed. */
export const MOST_LISTED = 20

type Behind = { readonly rule: FigureRule } & Partial<
  Pick<FigureEvidence, 'facts' | 'from' | 'outvoted' | 'earlier'>
>

export function makeFigure(path: string, value: PublishedValue, behind: Behind): FigureEvidence {
  const { rule, facts = [], from = [], outvoted = [], earlier = [] } = behind
  const [listed, values] = [outvoted.slice(0, MOST_LISTED), earlier.slice(0, MOST_LISTED)]
  const leftOut = outvoted.length - listed.length + earlier.length - values.length
  return { path, value, rule, facts, from, outvoted: listed, earlier: values, leftOut }
}

type Ordered = { readonly id: number; readonly recorded: Instant }

/** The retracted facts and those that a rule outvotes, newest first. */
export function outvoted<F extends Ordered>(
  retracted: readonly F[],
  apply: (onOutvoted: OnOutvoted<F>) => void,
): OutvotedFact[] {
  const found = retracted.map((fact): { fact: F; rule: OutvotedBy } => ({ fact, rule: 'retracted' }))
  apply((fact, rule) => found.push({ fact, rule }))
  return found
    .sort((a, b) => -compareRecorded(a.fact, b.fact))
    .map(({ fact, rule }) => ({ fact: fact.id, rule }))
}
