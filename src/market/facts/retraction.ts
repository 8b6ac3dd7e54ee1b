import type { Instant } from '../calendar.ts'
import type { FactName, Recorded, RetractableFact, RetractionFact } from './fact.ts'

/** True when every key that the name gives is said so by the fact. */
export function isNamedBy(
  { fact: kind, recordedAt, ...keys }: FactName,
  fact: Recorded<RetractableFact>,
): boolean {
  if (kind !== fact.fact || (recordedAt !== undefined && recordedAt !== fact.recorded)) return false
  const said: Record<string, unknown> = fact.fact === 'ipo' ? { ...fact, ...fact.said } : { ...fact }
  return Object.entries(keys).every(([key, value]) => isSame(said[key], value))
}

// A term that was left out differs from one that was taken back with a null.
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The first of these retractions that takes the fact back: a later one that names it. Said again after it, it counts again. */
export const retractionOf = (
  fact: Recorded<RetractableFact>,
  retractions: readonly Recorded<RetractionFact>[],
): Recorded<RetractionFact> | undefined =>
  retractions.find((retraction) => isBefore(fact, retraction.recorded) && isNamedBy(retraction.of, fact))

export const isRetracted = (
  fact: Recorded<RetractableFact>,
  retractions: readonly Recorded<RetractionFact>[],
): boolean => retractionOf(fact, retractions) !== undefined

const isBefore = (fact: { recorded: Instant }, moment: Instant) => fact.recorded < moment

/** What is left of the facts once the retractions have taken their part. */
export function unretracted<F extends Recorded<RetractableFact>>(
  facts: readonly F[],
  retractions: readonly Recorded<RetractionFact>[],
): F[] {
  return retractions.length === 0 ? [...facts] : facts.filter((fact) => !isRetracted(fact, retractions))
}
