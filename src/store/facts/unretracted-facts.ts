import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import { isRetracted } from '../../market/facts/retraction.ts'
import type { Db } from '../engines/db.ts'
import { issueNumbersOf } from '../engines/json-values.ts'
import { isKnownTo, type View } from '../view.ts'
import type { FactOf } from './fact-rows.ts'
import { readFacts } from './read-facts.ts'

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

/** The retractions of facts about issues (not deals), by slug. */
export async function issueRetractions(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<(slug: string) => Recorded<RetractionFact>[]> {
  const found = await readFacts(db, 'retractions', sql`issue is not null and ${condition}`)
  const bySlug = Map.groupBy(found, ({ of }) => String(of.slug))
  return (slug) => bySlug.get(slug) ?? []
}

/** The retractions of holidays, which belong to no issue. */
export const holidayRetractions = (
  db: Db,
  condition: RawBuilder<unknown> = sql`1 = 1`,
): Promise<Recorded<RetractionFact>[]> =>
  readFacts(db, 'retractions', sql`issue is null and fact = 'holiday' and ${condition}`)

/** True for a row `d` of `deals` that a retraction known to the view names. */
export const isRetractedDeal = (view: View): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from retractions r
  where r.deal_trade_date = d.trade_date and r.deal_symbol = d.symbol
    and r.deal_client_name = d.client_name and r.deal_exchange = d.exchange and r.deal_kind = d.kind
    and r.deal_type = d.deal_type and r.deal_quantity = d.quantity and r.deal_price = d.price
    and (r.deal_security_name is null or r.deal_security_name = d.security_name)
    and (r.deal_source is null or r.deal_source = d.source)
    and (r.deal_recorded is null or r.deal_recorded = d.recorded)
    and r.recorded > d.recorded and ${isKnownTo(view)})`

export async function hasDealRetractions(db: Db): Promise<boolean> {
  // A literal condition: with a parameter SQLite would not use the partial index on it.
  const { rows } = await sql`select 1 from retractions where fact = 'deal' limit 1`.execute(db)
  return rows.length > 0
}
