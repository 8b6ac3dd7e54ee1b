import type { Day } from '../../market/calendar.ts'
import type { Terms } from '../../market/facts/fact.ts'
import { isFurtherOffer, type NamedOutcome, outcomeOfName } from '../../market/issues/names.ts'
import { type JsonObject, textOf, textOfCells } from '../formats/json.ts'
import { checkOutcome } from '../parsing/issue-name.ts'
import { BadCell, type CellRule, cellOf, type OptionalPart } from '../parsing/row.ts'
import { printedTerms } from '../parsing/terms.ts'
import { type ReportedTerms, type Subject, UNNAMED_SUBJECT } from '../source.ts'

const NAME: CellRule<string> = {
  rule: 'issue-name',
  expected: "the company's name",
  from: (text) => text,
}

/** BSE's own number of an issue. The bidding code beside it is neither this nor the trading code. */
export const IPO_NUMBER: CellRule<string> = {
  rule: 'ipo-number',
  expected: 'a number',
  from: (text) => (/^\d+$/.test(text) ? text : null),
}

export interface BseIssueName {
  readonly name: string
  readonly outcome: NamedOutcome | null
}

/**
 * The issue of a row, without the outcome appended to its name. `null` for anything but a first offer, or for a window
 * of one.
 */
export function issueNamedIn(row: JsonObject, key: string, optional: OptionalCells): BseIssueName | null {
  const printed = cellOf(key, textOf(row, key), NAME)
  const named = outcomeOfName(printed)
  if (isFurtherOffer(printed) || named.outcome === 'withdrawal-window') return null
  optional([], () => checkOutcome(key, printed))
  return named
}

/** Parses cells of a row that the rest of the row does not depend on. */
export type OptionalCells = <T>(keys: readonly string[], read: () => T) => T | null

/** A fault is reported with the naming cells and the bad ones only: the others change from reading to reading. */
export const optionalCells =
  (row: JsonObject, naming: readonly string[], optionalPart: OptionalPart): OptionalCells =>
  (keys, read) =>
    optionalPart(read, textOfCells(row, [...naming, ...keys]))

/** BSE's terms of an issue. Terms that are not printed are left out. */
export const bseTerms = (
  subject: Partial<Subject> & { readonly name: string },
  printed: Partial<Terms>,
): ReportedTerms => ({
  kind: 'terms',
  subject: { ...UNNAMED_SUBJECT, ...subject },
  terms: {
    name: subject.name,
    ...(subject.board && { board: subject.board }),
    exchanges: ['BSE'],
    ...printedTerms(printed),
  },
})

interface Days {
  readonly openDate: Day | null
  readonly closeDate: Day | null
}

export const NO_PERIOD: Days = { openDate: null, closeDate: null }

export function checkedPeriod(period: Days): Days {
  const { openDate, closeDate } = period
  if (openDate !== null && closeDate !== null && closeDate < openDate)
    throw new BadCell('issue-period', `the issue closes on ${closeDate}, before it opens on ${openDate}`)
  return period
}
