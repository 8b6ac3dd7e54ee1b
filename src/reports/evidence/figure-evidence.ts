import type { Instant } from '../../market/calendar.ts'
import { compareRecorded } from '../../market/facts/fact.ts'
import type { IssueFacts, Retracted } from '../../market/facts/issue-facts.ts'
import type { OnOutvoted, OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { Issue } from '../ipos/issue-book.ts'
import type { FigureEvidence, FigureRule, OutvotedFact, PublishedValue } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import type { IssueHistory } from './earlier-values.ts'

/** What figures are made from: the answer, the facts that count for it, and those that were taken back. */
export interface FigureInputs {
  readonly ipo: IpoDetail
  readonly issue: Issue
  readonly standing: IssueFacts
  readonly takenBack: IssueFacts
  readonly retracted: Retracted
  readonly history: IssueHistory
  readonly owners: Owners
}

/** Of outvoted facts and earlier values, the newest are listed. */
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

/** What was taken back, and what a rule passes over, newest first. */
export function outvoted<F extends Ordered>(
  takenBack: readonly F[],
  apply: (passOver: OnOutvoted<F>) => void,
): OutvotedFact[] {
  const passed = takenBack.map((fact): { fact: F; rule: OutvotedBy } => ({ fact, rule: 'retracted' }))
  apply((fact, rule) => passed.push({ fact, rule }))
  return passed
    .sort((a, b) => -compareRecorded(a.fact, b.fact))
    .map(({ fact, rule }) => ({ fact: fact.id, rule }))
}
