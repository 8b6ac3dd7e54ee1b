import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import { isRetracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { issueNumbersOf } from '../engines/json-values.ts'
import { isKnownTo, type View } from '../view.ts'
import type { FactOf } from './fact-rows.ts'
import { readFacts } from './read-facts.ts'
import { issueRetractions } from './retractions.ts'

/** The tables of facts about one issue. */
type IssueTable = 'issue_facts' | 'aliases' | 'sames' | 'gmp_reports' | 'subscription_reports' | 'listings'

/** The facts about these slugs that a view knows and that are not retracted, oldest first. */
export async function unretractedFacts<T extends IssueTable>(
  db: Db,
  view: View,
  table: T,
  slugs: readonly string[],
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Recorded<FactOf[T]>[]> {
  if (slugs.length === 0) return []
  const known = sql`${isOf(db, slugs)} and ${isKnownTo(view)}`
  const facts = await readFacts(db, table, sql`${known} and ${condition}`)
  return withoutRetracted<T>(facts, await retractionsOn(db, view, slugs))
}

/** The retractions known to a view of facts about these slugs, by slug. */
export const retractionsOn = async (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<(slug: string) => Recorded<RetractionFact>[]> =>
  slugs.length === 0 ? () => [] : issueRetractions(db, sql`${isOf(db, slugs)} and ${isKnownTo(view)}`)

export const withoutRetracted = <T extends IssueTable>(
  facts: readonly Recorded<FactOf[T]>[],
  retractionsOf: (slug: string) => Recorded<RetractionFact>[],
): Recorded<FactOf[T]>[] => facts.filter((fact) => !isRetracted(fact, retractionsOf(fact.slug)))

export const isOf = (db: Db, slugs: readonly string[]): RawBuilder<unknown> =>
  sql`issue in ${issueNumbersOf(db, slugs)}`
