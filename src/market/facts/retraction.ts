import type { FactName, Recorded, RetractableFact, RetractionFact } from './fact.ts'

/** True when the fact has the value of every key in the name. */
export function isNamedBy(
  { fact: kind, recordedAt, ...keys }: FactName,
  fact: Recorded<RetractableFact>,
): boolean {
  if (kind !== fact.fact || (recordedAt !== undefined && recordedAt !== fact.recorded)) return false
  const said: Record<string, unknown> = fact.fact === 'ipo' ? { ...fact, ...fact.said } : { ...fact }
  return Object.entries(keys).every(([key, value]) => isSame(said[key], value))
}

// A missing term differs from one that is withdrawn by a null.
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The first retraction recorded after the fact that names it. A fact recorded again later counts again. */
export const retractionOf = (
  fact: Recorded<RetractableFact>,
  retractions: readonly Recorded<RetractionFact>[],
): Recorded<RetractionFact> | undefined =>
  retractions.find((retraction) => fact.recorded < retraction.recorded && isNamedBy(retraction.of, fact))

export const isRetracted = (
  fact: Recorded<RetractableFact>,
  retractions: readonly Recorded<RetractionFact>[],
): boolean => retractionOf(fact, retractions) !== undefined

/** The facts that no retraction takes back. */
export const unretracted = <F extends Recorded<RetractableFact>>(
  facts: readonly F[],
  retractions: readonly Recorded<RetractionFact>[],
): F[] => facts.filter((fact) => !isRetracted(fact, retractions))
