import type { Exchange, IssueDocument, Terms } from '../../market/facts/fact.ts'
import { type PublishedTerm, TERMS } from '../../market/facts/term-table.ts'
import { type Registrar, registrarOf } from '../../market/issues/registrars.ts'
import { roundedToHundredths, rupeesFromPaise } from '../../market/money.ts'

/** The kinds of terms whose published form is not the recorded one. */
interface PublishedForms {
  readonly exchanges: Exchange[]
  readonly registrar: Registrar
  readonly names: string[]
  readonly documents: IssueDocument[]
}

/** Terms as every surface shows them: amounts in rupees, sizes in hundredths of a crore. */
export type PublishedTerms<K extends PublishedTerm = PublishedTerm> = {
  [P in K]: (typeof TERMS)[P]['kind'] extends keyof PublishedForms
    ? PublishedForms[(typeof TERMS)[P]['kind']] | null
    : Terms[P]
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
  const { kind } = TERMS[key]
  if (value === null) return null
  if (typeof value === 'object') return [...value]
  if (kind === 'registrar') return registrarOf(String(value))
  if (typeof value === 'string') return value
  if (kind === 'price') return rupeesFromPaise(value)
  return kind === 'crore' ? roundedToHundredths(value) : value
}
