import type { Terms } from '../../market/facts/fact.ts'
import { type NamedOutcome, outcomeOfName } from '../../market/issues/names.ts'
import { BadCell } from './row.ts'

export const outcomeTerms = (outcome: NamedOutcome | null): Pick<Terms, 'withdrawn' | 'postponed'> => ({
  withdrawn: outcome === 'withdrawn' ? true : null,
  postponed: outcome === 'postponed' ? true : null,
})

/** The text after a name may be the outcome of an issue: an unknown one is reported, and never part of the name. */
export function checkOutcome(column: string, printedName: string): void {
  const { name, outcome } = outcomeOfName(printedName)
  if (outcome === 'unknown')
    throw new BadCell(
      'outcome-unknown',
      `${column} is "${printedName}", after "${name}" an outcome such as "Issue Withdrawn" was expected`,
    )
}
