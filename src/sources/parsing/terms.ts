import type { Terms } from '../../market/facts/fact.ts'

/**
 * The terms that were printed. A `null` would retract an earlier statement, so terms that were not printed are left
 * out.
 */
export function printedTerms(terms: Partial<Terms>): Partial<Terms> {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null))
}
