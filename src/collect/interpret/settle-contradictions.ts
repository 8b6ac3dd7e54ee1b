import type { Instant } from '../../market/calendar.ts'
import type { GmpFact } from '../../market/fact.ts'
import { claimsOf } from '../../market/subject.ts'
import { objection } from '../screen/rules.ts'
import type { Refused } from '../sighting.ts'
import type { FactSighting } from './hear-figures.ts'

/**
 * Facts of one round that speak of the same figure: the newest by the source's own time stamp stands, else what it
 * said last, of rows that waited. Those that differ with nothing to tell them apart are refused, all of them.
 */
export function settleContradictions(all: readonly FactSighting[]): {
  readonly facts: readonly FactSighting[]
  readonly refused: readonly Refused[]
} {
  const facts: FactSighting[] = []
  const refused: Refused[] = []
  for (const group of groupsOf(all)) {
    const newest = newestOf(group)
    const figures = new Set(newest.map(figureOf))
    const [first] = newest
    if (figures.size <= 1) {
      if (first) facts.push(first)
      continue
    }
    for (const { sighting, fact } of newest) {
      const candidates = 'slug' in fact ? [fact.slug] : []
      const detail = [...figures].join(' and ')
      refused.push({ sighting, candidates, ...objection('contradiction', detail) })
    }
  }
  return { facts, refused }
}

/** Deals are never the same figure: equal ones of one disclosure are two deals. */
function* groupsOf(all: readonly FactSighting[]): Generator<readonly FactSighting[]> {
  const bySubject = Map.groupBy(all, ({ fact }) => claimsOf(fact)[0]?.subject ?? '')
  for (const [subject, group] of bySubject) {
    if (subject !== '') yield group
    else
      for (const day of Map.groupBy(group, disclosureOf).values())
        yield* ofNewestFetch(day).map((one) => [one])
  }
}

const disclosureOf = ({ fact }: FactSighting): string =>
  fact.fact === 'deal' ? `${fact.exchange} ${fact.kind} ${fact.tradeDate}` : ''

const newestOf = (group: readonly FactSighting[]): readonly FactSighting[] =>
  ofNewestFetch(latest(latest(group, reportedAt), seenAt))

/** Of a document that was read more than once, as in a replay, the last reading. */
function ofNewestFetch(group: readonly FactSighting[]): readonly FactSighting[] {
  const newest = new Map<string, number>()
  for (const { sighting } of group)
    newest.set(sighting.document, Math.max(sighting.fetch, newest.get(sighting.document) ?? 0))
  return group.filter(({ sighting }) => sighting.fetch === newest.get(sighting.document))
}

const reportedAt = ({ fact }: FactSighting): Instant => (fact as Partial<GmpFact>).reportedAt ?? ''

/** Rows of this round are seen at once, and after all that waited. */
const seenAt = ({ sighting }: FactSighting): Instant => sighting.lastSeen ?? THIS_ROUND
const THIS_ROUND: Instant = '9999-12-31T23:59:59.999Z'

function latest<T>(all: readonly T[], timeOf: (one: T) => Instant): readonly T[] {
  const last = all.map(timeOf).reduce((a, b) => (a > b ? a : b), '')
  return all.filter((one) => timeOf(one) === last)
}

/** The figure itself, however it is printed and wherever it stands. */
function figureOf({ fact }: FactSighting): string {
  switch (fact.fact) {
    case 'gmp':
      return `GMP ₹${fact.gmp / 100}`
    case 'subscription':
      return `${fact.timesSub} times`
    case 'listing':
      return `₹${fact.listingPrice / 100} on ${fact.listedOn}`
    default:
      return JSON.stringify(claimsOf(fact))
  }
}
