import { sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Db } from '../engines/db.ts'
import type { DealListDay } from '../facts/facts-in-rounds.ts'
import { hasDealRetractions, isRetractedDeal } from '../facts/retractions.ts'
import { isKnownTo, type View } from '../view.ts'
import { dealsBy } from './known-deals.ts'

/** Counts the deals of a list that a view knows, without those retracted. */
export async function dealCount(
  db: Db,
  view: View,
  { tradeDate, exchange, kind }: DealListDay,
): Promise<number> {
  const isUnretracted = (await hasDealRetractions(db)) ? sql`not ${isRetractedDeal(view)}` : sql`1 = 1`
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${dealsBy(db, 'deals_newest')}
    where d.trade_date = ${tradeDate} and d.exchange = ${exchange} and d.kind = ${kind}
      and ${isKnownTo(view)} and ${isUnretracted}`.execute(db)
  return Number(invariant(rows[0], 'the count of deals').n)
}
