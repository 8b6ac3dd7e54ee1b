import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isOf } from '../facts/unretracted-facts.ts'
import { isKnownTo, type View } from '../view.ts'

const ISSUE_TABLES = [
  'issue_facts',
  'sames',
  'gmp_reports',
  'subscription_reports',
  'listings',
  'retractions',
] as const

/** The time of the newest fact about each of these slugs, as known to a view. */
export async function lastFactTimes(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Map<string, Instant>> {
  const newest = new Map<string, Instant>()
  for (const table of ISSUE_TABLES) {
    const { rows } = await sql<{ slug: string; last: Instant }>`
      select i.slug as slug, n.last as last from issues i
      join (select issue, max(recorded) as last from ${sql.table(table)}
            where ${isOf(db, slugs)} and ${isKnownTo(view)} group by issue) n on n.issue = i.id`.execute(db)
    for (const { slug, last } of rows) {
      const known = newest.get(slug)
      if (known === undefined || known < last) newest.set(slug, last)
    }
  }
  return newest
}
