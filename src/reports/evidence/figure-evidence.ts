import type { Instant } from '../../market/calendar.ts'
import { compareRecorded, type HolidayFact, type IpoFact, type Recorded } from '../../market/facts/fact.ts'
import type { IssueFacts } from '../../market/facts/issue-facts.ts'
import type { OnOutvoted, OutvotedBy } from '../../market/facts/outvoted.ts'
import type { Owners } from '../../market/facts/publisher.ts'
import type { GmpReport } from '../../market/gmp/gmp.ts'
import { holidaySelector, holidaysInForce, isWeekend } from '../../market/holidays.ts'
import type { IpoView } from '../ipos/ipo-view.ts'
import type { MarketCalendar } from '../ipos/market-calendar.ts'
import type { ChangingIpo } from '../ipos/published-ipo.ts'
import type {
  EarlierValue,
  FigureEvidence,
  FigureRule,
  OutvotedFact,
  PublishedValue,
} from '../schemas/evidence.ts'
import type { IpoDetail } from '../schemas/ipos.ts'

/** An issue at a moment, with the facts of its own slugs: those of other slugs count only while they are merged. */
export interface IssueAt {
  readonly view: IpoView
  readonly published: ChangingIpo
  readonly ipos: readonly Recorded<IpoFact>[]
}

/** The value of a figure at a moment, with the numbers of its facts. */
export interface PastValue {
  readonly path: string
  readonly value: PublishedValue
  readonly facts: () => number[]
}

export interface IssueHistory {
  /** The values of a figure before the present one, newest first. */
  earlier(path: string): EarlierValue[]
  /** The earlier quotes of one source for one day. */
  earlierQuotes(reports: readonly GmpReport[]): EarlierValue[]
}

export const NO_HISTORY: IssueHistory = { earlier: () => [], earlierQuotes: () => [] }

/** Inputs of the evidence: the answer, the facts that count for it, and the retracted ones. */
export interface FigureInputs extends IssueAt {
  readonly ipo: IpoDetail
  readonly unretracted: IssueFacts
  readonly retracted: IssueFacts
  readonly history: IssueHistory
  readonly calendar: MarketCalendar
  readonly owners: Owners
}

/** The most outvoted facts, and the most earlier values, that are listed. */
export const MOST_LISTED = 20

type Behind = Partial<Pick<FigureEvidence, 'facts' | 'from' | 'outvoted' | 'earlier'>>

/** The evidence of the figure at a path of the answer. It names those of the figures in `from` that are known. */
export function figureEvidence(
  ipo: IpoDetail,
  path: string,
  rule: FigureRule,
  { facts = [], from = [], outvoted = [], earlier = [] }: Behind,
): FigureEvidence {
  const [listed, values] = [outvoted.slice(0, MOST_LISTED), earlier.slice(0, MOST_LISTED)]
  return {
    path,
    value: valueAt(ipo, path),
    rule,
    facts,
    from: from.filter((other) => valueAt(ipo, other) !== null),
    outvoted: listed,
    earlier: values,
    leftOut: outvoted.length - listed.length + earlier.length - values.length,
  }
}

/** Reads a path such as `sources[0].gmp`. */
function valueAt(ipo: IpoDetail, path: string): PublishedValue {
  let value: unknown = ipo
  for (const key of path.split(/[.[\]]+/))
    if (key !== '') value = (value as Readonly<Record<string, unknown>> | null)?.[key] ?? null
  return value as PublishedValue
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

/** The facts behind the holidays of some days, without weekends, and those about these days that do not count. */
export function holidayEvidence(
  { view, calendar: { unretracted, retractedFacts, inForce } }: FigureInputs,
  isAbout: (holiday: HolidayFact) => boolean,
): Pick<FigureEvidence, 'facts' | 'outvoted'> {
  const isOfIssue = holidaySelector(inForce, view.issue.terms.exchanges)
  const matches = (fact: HolidayFact) => isAbout(fact) && !isWeekend(fact.day) && isOfIssue(fact)
  const statements = unretracted.filter(matches)
  return {
    facts: holidaysInForce(statements).map(({ id }) => id),
    outvoted: outvoted(retractedFacts.filter(matches), (onOutvoted) =>
      holidaysInForce(statements, onOutvoted),
    ),
  }
}
