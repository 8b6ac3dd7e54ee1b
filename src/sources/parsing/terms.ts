import type { Terms } from '../../market/facts/fact.ts'

/** The terms that were printed. A `null` would take an earlier word back, so what was not printed is left out. */
export function printedTerms(terms: Partial<Terms>): Partial<Terms> {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null))
}
