import type { Instant } from '../../market/calendar.ts'
import { compareRecorded, type HolidayFact } from '../../market/facts/fact.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import type { OnOutvoted, OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import { holidaySelector, holidaysInForce, isWeekend } from '../../market/holidays.ts'
import type { IpoView } from '../ipos/ipo-view.ts'
import type { MarketCalendar } from '../ipos/market-calendar.ts'
import type { FigureEvidence, OutvotedFact } from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'
import { type IssueHistory, idsOf } from './earlier-values.ts'

/** A figure of the answer, and what is behind it. In `from` may be figures that are not known. */
export type TracedFigure = Pick<FigureEvidence, 'path' | 'rule'> &
  Partial<Pick<FigureEvidence, 'facts' | 'from' | 'outvoted' | 'earlier'>>

/** What the evidence is found in: the answer, and the facts about the issue, with those that are retracted apart. */
export interface FigureInputs {
  readonly ipo: IpoDetail
  readonly view: IpoView
  readonly unretracted: IssueFacts
  readonly retracted: IssueFacts
  readonly history: IssueHistory
  readonly calendar: MarketCalendar
  readonly owners: Owners
}

type Ordered = { readonly id: number; readonly recorded: Instant }

/** The facts about a figure that are retracted or that a rule outvotes, newest first. */
export function outvoted<F extends Ordered>(
  retracted: readonly F[],
  apply: (onOutvoted: OnOutvoted<F>) => void,
  isAbout: (fact: F) => boolean = () => true,
): OutvotedFact[] {
  const found = retracted.map((fact): { fact: F; rule: OutvotedBy } => ({ fact, rule: 'retracted' }))
  apply((fact, rule) => found.push({ fact, rule }))
  return found
    .filter(({ fact }) => isAbout(fact))
    .sort((a, b) => -compareRecorded(a.fact, b.fact))
    .map(({ fact, rule }) => ({ fact: fact.id, rule }))
}

/** The facts behind the holidays of some days, without weekends, and those about these days that do not count. */
export function holidayEvidence(
  { view, calendar: { unretracted, retractedFacts, inForce } }: FigureInputs,
  isAbout: (holiday: HolidayFact) => boolean,
): Pick<FigureEvidence, 'facts' | 'outvoted'> {
  const isOfIssue = holidaySelector(inForce, view.issue.terms.exchanges)
  const matches = (fact: HolidayFact) => isAbout(fact) && !isWeekend(fact.day) && isOfIssue(fact)
  const statements = unretracted.filter(matches)
  return {
    facts: idsOf(holidaysInForce(statements)),
    outvoted: outvoted(retractedFacts, (onOutvoted) => holidaysInForce(statements, onOutvoted), matches),
  }
}
