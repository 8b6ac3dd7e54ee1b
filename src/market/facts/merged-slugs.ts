import { compareRecorded, type Recorded, type RetractionFact, type SameFact } from './fact.ts'
import { unretracted } from './retraction.ts'

/** Follows a slug to the one that its facts count for now. */
export type ResolveSlug = (slug: string) => string

/** The newest word on a slug says where it leads; chains are followed to their end. */
export function slugResolver(facts: readonly Recorded<SameFact>[]): ResolveSlug {
  const leadsTo = edges(facts)
  return (slug) => {
    const seen = new Set<string>()
    let current = slug
    for (let next = leadsTo.get(current); next !== undefined; next = leadsTo.get(current)) {
      // No circle is ever taken in; should one exist all the same, no answer may hang on it.
      if (seen.has(current)) return slug
      seen.add(current)
      current = next
    }
    return current
  }
}

const edges = (facts: readonly Recorded<SameFact>[]) =>
  new Map(facts.toSorted(compareRecorded).map(({ slug, as }) => [slug, as]))

/** The slugs of a circle that the facts form at any moment, or `undefined`. */
export function mergeCircle(
  facts: readonly Recorded<SameFact>[],
  retractions: readonly Recorded<RetractionFact>[],
): string[] | undefined {
  const moments = new Set([...facts, ...retractions].map(({ recorded }) => recorded))
  for (const moment of moments) {
    const known = <T extends { recorded: string }>(all: readonly T[]) =>
      all.filter((f) => f.recorded <= moment)
    const circle = circleAmong(edges(unretracted(known(facts), known(retractions))))
    if (circle) return circle
  }
  return undefined
}

function circleAmong(leadsTo: ReadonlyMap<string, string>): string[] | undefined {
  for (const start of leadsTo.keys()) {
    const path = [start]
    for (let next = leadsTo.get(start); next !== undefined; next = leadsTo.get(next)) {
      const earlier = path.indexOf(next)
      if (earlier >= 0) return [...path.slice(earlier), next]
      path.push(next)
    }
  }
  return undefined
}
