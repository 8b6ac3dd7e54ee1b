import type { Instant } from '../calendar.ts'
import type { GmpReport } from '../gmp/gmp.ts'
import type { IssueRecords } from '../issues/issue.ts'
import type { SubscriptionReport } from '../issues/subscription.ts'
import type { DealFact, HolidayFact, Recorded, RetractableFact, RetractionFact } from './fact.ts'
import { retractionOf } from './retraction.ts'

/** All facts of an issue under all of its merged slugs, retracted facts included, each list in order of recording. */
export interface IssueFacts extends IssueRecords {
  readonly gmp: readonly GmpReport[]
  readonly subscription: readonly SubscriptionReport[]
  readonly retractions: readonly Recorded<RetractionFact>[]
}

export type Retracted = ReadonlyMap<number, Recorded<RetractionFact>>

/** The retracted facts: a map from the id of the fact to its retraction. */
export function retractedIn({ retractions, ...facts }: IssueFacts): Retracted {
  const retracted = new Map<number, Recorded<RetractionFact>>()
  if (retractions.length === 0) return retracted
  const byKind = Map.groupBy(retractions, ({ of }) => `${of.fact} ${of.slug}`)
  const all: readonly Recorded<Exclude<RetractableFact, DealFact | HolidayFact>>[] =
    Object.values(facts).flat()
  for (const fact of all) {
    const retraction = retractionOf(fact, byKind.get(`${fact.fact} ${fact.slug}`) ?? [])
    if (retraction) retracted.set(fact.id, retraction)
  }
  return retracted
}

/** Selects the facts that were recorded, and not yet retracted, at an instant. */
export const unretractedAt =
  (moment: Instant, retracted: Retracted) =>
  <F extends { readonly id: number; readonly recorded: Instant }>(facts: readonly F[]): F[] =>
    facts.filter(({ id, recorded }) => {
      if (recorded > moment) return false
      const retraction = retracted.get(id)
      return retraction === undefined || retraction.recorded > moment
    })
