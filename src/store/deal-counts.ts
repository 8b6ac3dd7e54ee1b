import { sql } from 'kysely'
import { invariant } from '../invariant.ts'
import type { Db } from './db.ts'
import { dealsBy } from './known-deals.ts'
import { hasDealRetractions, isRetractedDeal } from './retractions.ts'
import type { DealList } from './touching-facts.ts'
import { isKnownTo, type View } from './view.ts'

/** How many deals of a list a view knows, without those that were retracted. */
export async function dealCount(
  db: Db,
  view: View,
  { tradeDate, exchange, kind }: DealList,
): Promise<number> {
  const standing = (await hasDealRetractions(db)) ? sql`not ${isRetractedDeal(view)}` : sql`1 = 1`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${dealsBy(db, 'deals_newest')}
    where d.trade_date = ${tradeDate} and d.exchange = ${exchange} and d.kind = ${kind}
      and ${isKnownTo(view)} and ${standing}`.execute(db)
  return Number(invariant(rows[0], 'the count of deals').n)
}
