import type { Instant } from '../calendar.ts'
import type { GmpReport } from '../gmp/gmp.ts'
import type { IssueRecords } from '../issues/issue.ts'
import type { SubscriptionReport } from '../issues/subscription.ts'
import type { DealFact, Fact, HolidayFact, Recorded, RetractionFact } from './fact.ts'
import { retractionOf } from './retraction.ts'

/** All facts of an issue under all of its merged slugs, retracted facts included, each list in order of recording. */
export interface IssueFacts extends IssueRecords {
  readonly gmp: readonly GmpReport[]
  readonly subscription: readonly SubscriptionReport[]
  readonly retractions: readonly Recorded<RetractionFact>[]
}

/** A fact with the slug of an issue. */
type FactOfIssue = Exclude<Fact, DealFact | HolidayFact>

/** Splits lists of facts by a key of the slug that each is about. */
export function factsByKey<F extends object, K>(facts: F, keyOf: (slug: string) => K): (key: K) => F {
  const lists = Object.entries(facts) as [string, readonly FactOfIssue[]][]
  const groups = lists.map(([name, list]) => ({
    name,
    byKey: Map.groupBy(list, (fact) => keyOf(slugOf(fact))),
  }))
  return (key) => Object.fromEntries(groups.map(({ name, byKey }) => [name, byKey.get(key) ?? []])) as F
}

const slugOf = (fact: FactOfIssue): string => (fact.fact === 'retraction' ? String(fact.of.slug) : fact.slug)

export type Retracted = ReadonlyMap<number, Recorded<RetractionFact>>

/** The retracted facts: a map from the id of the fact to its retraction. */
export function retractedIn({ retractions, ...facts }: IssueFacts): Retracted {
  const all: readonly Recorded<Exclude<FactOfIssue, RetractionFact>>[] = Object.values(facts).flat()
  return new Map(
    all.flatMap((fact) => {
      const retraction = retractionOf(fact, retractions)
      return retraction ? [[fact.id, retraction] as const] : []
    }),
  )
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
