import { compareRecorded, type Fact, type IpoFact, type PartialTerms, type Recorded } from './fact.ts'
import { TERM_KEYS } from './term-table.ts'

/** What a fact speaks of, and what it says of it. Facts of one subject with different words contradict each other. */
export interface Claim {
  readonly subject: string
  readonly word: string
}

/** A fact's claims: one, except that an `ipo` fact claims each of its terms. */
export function claimsOf(fact: Fact): Claim[] {
  switch (fact.fact) {
    case 'ipo':
      return TERM_KEYS.filter((key) => fact.said[key] !== undefined).map((key) => ({
        subject: text(fact.fact, fact.slug, fact.source, key),
        word: text(fact.said[key]),
      }))
    case 'gmp':
      return claim(
        [fact.slug, fact.observedAt, fact.source],
        [fact.gmp, fact.reportedAt, fact.printed, fact.url],
      )
    case 'subscription':
      return claim(
        [fact.slug, fact.observedAt, fact.category, fact.book, fact.source],
        [fact.timesSub, fact.printed, fact.url],
      )
    case 'listing':
      return claim(
        [fact.slug, fact.exchange, fact.source],
        [fact.listedOn, fact.listingPrice, fact.printed, fact.url],
      )
    case 'same':
      return claim([fact.slug, fact.source], [fact.as])
    case 'alias':
      return claim([fact.slug, fact.source, fact.name], [])
    case 'retraction':
      return claim([fact.of, fact.reason, fact.source], [])
    case 'deal':
      return []
  }

  function claim(subject: unknown[], word: unknown[]): Claim[] {
    return [{ subject: text(fact.fact, ...subject), word: text(...word) }]
  }
}

const text = (...parts: unknown[]) => JSON.stringify(parts)

/** True when every term of the fact is already this source's word, so that it says nothing new. */
export function repeatsTerms(fact: IpoFact, earlier: readonly Recorded<IpoFact>[]): boolean {
  if (earlier.length === 0) return false
  const word: Partial<Record<keyof PartialTerms, unknown>> = {}
  for (const { said } of earlier.toSorted(compareRecorded)) Object.assign(word, said)
  return TERM_KEYS.every(
    (key) => fact.said[key] === undefined || text(fact.said[key]) === text(word[key] ?? null),
  )
}

/** The slugs that must be known for a fact to be taken. */
export function slugsNamedIn(fact: Fact): string[] {
  switch (fact.fact) {
    case 'deal':
      return []
    case 'same':
      return [fact.slug, fact.as]
    case 'retraction':
      return typeof fact.of.slug === 'string' ? [fact.of.slug] : []
    default:
      return [fact.slug]
  }
}
