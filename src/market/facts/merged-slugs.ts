import { compareRecorded, type Recorded, type RetractionFact, type SameFact } from './fact.ts'
import { unretracted } from './retraction.ts'

/** Returns the slug that the facts of a slug count for. Follows the newest `same` fact of each slug, and chains of them to their end. */
export function slugResolver(facts: readonly Recorded<SameFact>[]): (slug: string) => string {
  const mergedInto = edges(facts)
  return (slug) => {
    const seen = new Set<string>()
    let current = slug
    for (let next = mergedInto.get(current); next !== undefined; next = mergedInto.get(current)) {
      // Facts that form a circle are refused, but if one exists this loop must still end.
      if (seen.has(current)) return slug
      seen.add(current)
      current = next
    }
    return current
  }
}

const edges = (facts: readonly Recorded<SameFact>[]) =>
  new Map(facts.toSorted(compareRecorded).map(({ slug, as }) => [slug, as]))

/** The slugs of a circle that the facts form at any moment; `undefined` if there is none. */
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

function circleAmong(mergedInto: ReadonlyMap<string, string>): string[] | undefined {
  for (const start of mergedInto.keys()) {
    const path = [start]
    for (let next = mergedInto.get(start); next !== undefined; next = mergedInto.get(next)) {
      const earlier = path.indexOf(next)
      if (earlier >= 0) return [...path.slice(earlier), next]
      path.push(next)
    }
  }
  return undefined
}
