import { dayAsDateTime } from '../../market/calendar.ts'
import type { Exchange, Terms } from '../../market/facts/fact.ts'
import { type PublishedTerm, TERMS } from '../../market/facts/term-table.ts'
import { roundedToHundredths, rupeesFromPaise } from '../../market/money.ts'

/** Terms as every surface shows them: amounts in rupees, sizes in hundredths of a crore. */
export type PublishedTerms<K extends PublishedTerm> = {
  [P in K]: (typeof TERMS)[P]['kind'] extends 'exchanges' ? Exchange[] | null : Terms[P]
}

export function publishedValues<K extends PublishedTerm>(
  terms: Terms,
  keys: readonly K[],
): PublishedTerms<K> {
  const values: Partial<Record<PublishedTerm, unknown>> = {}
  for (const key of keys) values[key] = publishedValue(key, terms[key])
  return values as PublishedTerms<K>
}

function publishedValue(key: PublishedTerm, value: Terms[PublishedTerm]) {
  const { kind, shownIn } = TERMS[key]
  if (value === null) return null
  if (typeof value === 'object') return [...value]
  if (typeof value === 'string') return kind === 'day' && shownIn === 'list' ? dayAsDateTime(value) : value
  if (kind === 'price') return rupeesFromPaise(value)
  return kind === 'crore' ? roundedToHundredths(value) : value
}
