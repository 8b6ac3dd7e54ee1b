import {
  compareRecorded,
  FACTS,
  type Fact,
  type Field,
  fieldsOf,
  type IpoFact,
  type PartialTerms,
  type PlainKind,
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
    case 'deal':
      return []
    case 'ipo':
      return TERM_KEYS.filter((key) => fact.said[key] !== undefined).map((key) => ({
        subject: text(fact.fact, fact.slug, fact.source, key),
        statement: text(fact.said[key]),
      }))
    case 'retraction':
      return [{ subject: text(fact.fact, fact.of, fact.reason, fact.source), statement: text() }]
    default: {
      const values = fact as unknown as Readonly<Record<string, unknown>>
      const { identity, rest } = KEYS[fact.fact]
      return [
        {
          subject: text(fact.fact, ...identity.map((key) => values[key])),
          statement: text(...rest.map((key) => values[key])),
        },
      ]
    }
  }
}

const keysOf = (kind: PlainKind) => {
  const isIdentity = ([, { part }]: [string, Field]) => part === 'identity'
  const fields = fieldsOf(kind)
  return {
    identity: fields.filter(isIdentity).map(([key]) => key),
    rest: fields.filter((field) => !isIdentity(field)).map(([key]) => key),
  }
}

const KEYS: Readonly<Record<PlainKind, ReturnType<typeof keysOf>>> = Object.fromEntries(
  Object.keys(FACTS).map((kind) => [kind, keysOf(kind as PlainKind)]),
) as Record<PlainKind, ReturnType<typeof keysOf>>

const text = (...parts: unknown[]) => JSON.stringify(parts)

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
  if (fact.fact === 'retraction') return typeof fact.of.slug === 'string' ? [fact.of.slug] : []
  return [...('slug' in fact ? [fact.slug] : []), ...('as' in fact ? [fact.as] : [])]
}
