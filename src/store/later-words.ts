import { sql } from 'kysely'
import type { Instant } from '../market/calendar.ts'
import type { GmpFact, ListingFact, SubscriptionFact } from '../market/fact.ts'
import type { Db } from './db.ts'
import { TABLE_OF } from './fact-rows.ts'

type Figure = GmpFact | SubscriptionFact | ListingFact

/** What tells the words on one figure from those on others. */
function isSameFigure(fact: Figure) {
  switch (fact.fact) {
    case 'gmp':
      return sql`w.observed = ${fact.observedAt}`
    case 'subscription':
      return sql`w.observed = ${fact.observedAt} and w.category = ${fact.category} and w.book = ${fact.book}`
    case 'listing':
      return sql`w.exchange = ${fact.exchange}`
  }
}

/**
 * True when the same source has said something of this figure that was read later than a moment, or that somebody
 * brought by a file: then what was read at that moment is not its last word.
 */
export async function hasLaterWord(db: Db, fact: Figure, fetchedAt: Instant): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${sql.table(TABLE_OF[fact.fact])} w
    left join fetches f on f.id = w.fetch
    where w.issue in (select id from issues where slug = ${fact.slug}) and w.source = ${fact.source}
      and ${isSameFigure(fact)} and (w.fetch is null or f.fetched > ${fetchedAt})`.execute(db)
  return Number(rows[0]?.found ?? 0) > 0
}
