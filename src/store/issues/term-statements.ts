import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isOf } from '../facts/unretracted-facts.ts'
import type { FactTable } from '../tables.ts'
import { isKnownTo, type View } from '../view.ts'

/** What was said of the terms of a slug, taken back or not. */
export interface TermStatements {
  readonly facts: number
  /** When the last of it was learned. */
  readonly last: Instant
}

/** Where the terms and the listing of an issue come from. */
const TERM_TABLES: readonly (readonly [FactTable, RawBuilder<unknown>])[] = [
  ['issue_facts', sql`true`],
  ['sames', sql`true`],
  ['listings', sql`true`],
  ['retractions', sql`fact in ('ipo', 'same', 'listing')`],
]

/** How much a view knows to have been said of the terms of these slugs: no later view knows less. */
export async function termStatements(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Map<string, TermStatements>> {
  const words = new Map<string, TermStatements>()
  if (slugs.length === 0) return words
  for (const [table, isOfTerms] of TERM_TABLES) {
    const { rows } = await sql<{ slug: string; facts: number; last: Instant }>`
      select i.slug as slug, n.facts as facts, n.last as last from issues i
      join (select issue, count(*) as facts, max(recorded) as last from ${sql.table(table)}
            where ${isOf(db, slugs)} and ${isKnownTo(view)} and ${isOfTerms} group by issue) n
        on n.issue = i.id`.execute(db)
    for (const row of rows) words.set(row.slug, together(words.get(row.slug), row))
  }
  return words
}

export const together = (a: TermStatements | undefined, b: TermStatements): TermStatements => ({
  facts: (a?.facts ?? 0) + Number(b.facts),
  last: a !== undefined && a.last > b.last ? a.last : b.last,
})
