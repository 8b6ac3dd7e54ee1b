import {
  compareRecorded,
  type Fact,
  type IpoFact,
  type ListingFact,
  type PartialTerms,
  type Recorded,
} from './fact.ts'
import { TERM_KEYS } from './term-table.ts'

/**
 * The subject of a fact and what the fact states about it. Facts with one subject and different statements conflict.
 */
export interface Claim {
  readonly subject: string
  readonly statement: string
}

/** The claims of a fact: one per term for an `ipo` fact, one for any other, and none for a deal. */
export function claimsOf(fact: Fact): Claim[] {
  switch (fact.fact) {
    case 'ipo':
      return TERM_KEYS.filter((key) => fact.said[key] !== undefined).map((key) => ({
        subject: text(fact.fact, fact.slug, fact.source, key),
        statement: text(fact.said[key]),
      }))
    case 'gmp':
      return claim(
        [fact.slug, fact.observedAt, fact.source],
        [
          fact.gmp,
          fact.reportedAt,
          fact.printedLow,
          fact.printedHigh,
          fact.subjectToSauda,
          fact.printed,
          fact.url,
        ],
      )
    case 'subscription':
      return claim(
        [fact.slug, fact.observedAt, fact.category, fact.book, fact.source],
        [fact.timesSub, fact.sharesOffered, fact.sharesBid, fact.applications, fact.printed, fact.url],
      )
    case 'listing':
      return claim(
        [fact.slug, fact.exchange, fact.source],
        [fact.listedOn, fact.listingPrice, ...otherFigures(fact), fact.printed, fact.url],
      )
    case 'holiday':
      return claim([fact.exchange, fact.segment, fact.day, fact.source], [fact.name])
    case 'same':
      return claim([fact.slug, fact.source], [fact.as])
    case 'alias':
      return claim([fact.slug, fact.source, fact.name], [])
    case 'retraction':
      return claim([fact.of, fact.reason, fact.source], [])
    case 'deal':
      return []
  }

  function claim(subject: unknown[], statement: unknown[]): Claim[] {
    return [{ subject: text(fact.fact, ...subject), statement: text(...statement) }]
  }
}

const text = (...parts: unknown[]) => JSON.stringify(parts)

const otherFigures = ({ high, low, close, volume, deliveredPct }: ListingFact): unknown[] => [
  high,
  low,
  close,
  volume,
  deliveredPct,
]

/** True when the source already reports every term of the fact, so that recording it would add nothing. */
export function repeatsTerms(fact: IpoFact, earlier: readonly Recorded<IpoFact>[]): boolean {
  if (earlier.length === 0) return false
  const statement: Partial<Record<keyof PartialTerms, unknown>> = {}
  for (const { said } of earlier.toSorted(compareRecorded)) Object.assign(statement, said)
  return TERM_KEYS.every(
    (key) => fact.said[key] === undefined || text(fact.said[key]) === text(statement[key] ?? null),
  )
}

/** The slugs that must be known before a fact is accepted. */
export function slugsNamedIn(fact: Fact): string[] {
  switch (fact.fact) {
    case 'deal':
    case 'holiday':
      return []
    case 'same':
      return [fact.slug, fact.as]
    case 'retraction':
      return typeof fact.of.slug === 'string' ? [fact.of.slug] : []
    default:
      return [fact.slug]
  }
}
