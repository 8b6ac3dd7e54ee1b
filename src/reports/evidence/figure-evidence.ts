import type { Instant } from '../../market/calendar.ts'
import { compareRecorded } from '../../market/facts/fact.ts'
import type { IssueFacts, Retracted } from '../../market/facts/issue-facts.ts'
import type { OnOutvoted, OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { IpoDetail } from '../ipos/ipo.ts'
import type { Issue } from '../ipos/issue-book.ts'
import type { EarlierValue, IssueHistory } from './earlier-values.ts'
import type { PublishedValue } from './figure-values.ts'

/** How a figure comes about. The order is that of `docs/method.md`. */
export const FIGURE_RULES = [
  'address',
  'strongest-word',
  'called-off',
  'status',
  'listing',
  'last-word',
  'last-day',
  'one-voice',
  'median',
  'spread',
  'dispute',
  'distance',
  'today',
  'percentage',
  'newest-reading',
] as const
export type FigureRule = (typeof FIGURE_RULES)[number]

/** A fact that speaks of a figure and does not stand behind it. */
export interface OutvotedFact {
  fact: number
  rule: OutvotedBy
}

/** One figure of the answer about an IPO, and what it was made from. Facts are told by their numbers. */
export interface FigureEvidence {
  /** Where it stands in that answer: `gmp[3].gmpPct`. */
  path: string
  value: PublishedValue
  rule: FigureRule
  facts: number[]
  /** Other figures that it is computed from. */
  from: string[]
  outvoted: OutvotedFact[]
  earlier: EarlierValue[]
  /** How many outvoted facts and earlier values are not listed. */
  leftOut: number
}

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
