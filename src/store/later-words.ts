import { sql } from 'kysely'
import type { Instant } from '../market/calendar.ts'
import type { GmpFact, IpoFact, ListingFact, SubscriptionFact } from '../market/fact.ts'
import { isRetracted } from '../market/retraction.ts'
import type { Db } from './db.ts'
import { TABLE_OF } from './fact-rows.ts'
import { issueRetractions } from './retractions.ts'

type Word = IpoFact | GmpFact | SubscriptionFact | ListingFact

/** What tells the words on one figure from those on others. */
function isSameFigure(fact: Word) {
  switch (fact.fact) {
    case 'ipo':
      // A file may bring some terms of an issue long before its source prints the others.
      return sql`w.fetch is not null`
    case 'gmp':
      return sql`w.observed = ${fact.observedAt}`
    case 'subscription':
      return sql`w.observed = ${fact.observedAt} and w.category = ${fact.category} and w.book = ${fact.book}`
    case 'listing':
      return sql`w.exchange = ${fact.exchange}`
  }
}

/**
 * True when the same source has said something of this figure, or of these terms, that was read later than a moment, or
 * that somebody brought by a file: then what was read at that moment is not its last word.
 */
export async function hasLaterWord(
  db: Db,
  fact: Word,
  readAt: Instant,
  asOf: Instant | null,
): Promise<boolean> {
  const isKnown = asOf === null ? sql`1 = 1` : sql`w.recorded <= ${asOf}`
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${sql.table(TABLE_OF[fact.fact])} w
    left join fetches f on f.id = w.fetch
    where w.issue in (select id from issues where slug = ${fact.slug}) and w.source = ${fact.source}
      and ${isSameFigure(fact)} and (w.fetch is null or f.fetched > ${readAt}) and ${isKnown}`.execute(db)
  return Number(rows[0]?.found ?? 0) > 0
}

/** True when what was read at a moment has been taken back after it, whichever of its sayings the retraction names. */
export async function isRetractedSince(db: Db, fact: Word, readAt: Instant): Promise<boolean> {
  const ofIssue = sql`issue in (select id from issues where slug = ${fact.slug})`
  const retractions = (await issueRetractions(db, ofIssue))(fact.slug)
  const ofAnySaying = retractions.map((retraction) => {
    const { recordedAt: _, ...of } = retraction.of
    return { ...retraction, of }
  })
  return isRetracted({ ...fact, recorded: readAt, id: 0 }, ofAnySaying)
}
