import { type RawBuilder, sql } from 'kysely'
import type { Recorded, RetractionFact } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { isKnownTo, type View } from '../view.ts'
import { readFacts } from './read-facts.ts'

/** The retractions of facts about issues (not deals), by slug. */
export async function issueRetractions(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<(slug: string) => Recorded<RetractionFact>[]> {
  const found = await readFacts(db, 'retractions', sql`issue is not null and ${condition}`)
  const bySlug = Map.groupBy(found, ({ of }) => String(of.slug))
  return (slug) => bySlug.get(slug) ?? []
}

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
