import type { Board, Terms } from '../../market/facts/fact.ts'
import type { NamedOutcome } from '../../market/issues/names.ts'
import { outcomeTerms } from '../parsing/issue-name.ts'
import { printedTerms } from '../parsing/terms.ts'
import { type Subject, UNNAMED_SUBJECT } from '../source.ts'

/** The issue of a row or a page. */
export interface NseIssueName {
  readonly name: string
  readonly outcome: NamedOutcome | null
  readonly board: Board
  readonly symbol: string | null
  /** Printed only once the share is listed. */
  readonly isin: string | null
}

/** NSE's terms of an issue: its names, its outcome if the name shows one, and the printed terms. */
export function nseTerms({ outcome, ...who }: NseIssueName, printed: Partial<Terms>): Partial<Terms> {
  return printedTerms({
    ...who,
    exchanges: ['NSE'],
    ...printed,
    ...outcomeTerms(outcome),
  })
}

export function subjectOf({ name, symbol, isin, board }: NseIssueName, printed: Partial<Terms>): Subject {
  const { openDate = null, closeDate = null, priceMin = null, priceMax = null } = printed
  return { ...UNNAMED_SUBJECT, name, symbol, isin, board, openDate, closeDate, priceMin, priceMax }
}
