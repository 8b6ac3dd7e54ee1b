import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { isOf } from '../facts/unretracted-facts.ts'
import type { FactTable } from '../tables.ts'
import { isKnownTo, type View } from '../view.ts'

/** Number and newest time of the facts about a slug's terms, retracted or not. */
export interface TermStatements {
  readonly facts: number
  /** When the newest of them was recorded. */
  readonly last: Instant
}

/** The facts that terms and listing of an issue are derived from. */
const TERM_TABLES: readonly (readonly [FactTable, RawBuilder<unknown>])[] = [
  ['issue_facts', sql`true`],
  ['sames', sql`true`],
  ['listings', sql`true`],
  ['retractions', sql`fact in ('ipo', 'same', 'listing')`],
]

/** Counts the facts about the terms of these slugs known to a view. The counts never decrease in later views. */
export async function termStatements(
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Map<string, TermStatements>> {
  const counts = new Map<string, TermStatements>()
  if (slugs.length === 0) return counts
  for (const [table, isOfTerms] of TERM_TABLES) {
    const { rows } = await sql<{ slug: string; facts: number; last: Instant }>`
      select i.slug as slug, n.facts as facts, n.last as last from issues i
      join (select issue, count(*) as facts, max(recorded) as last from ${sql.table(table)}
            where ${isOf(db, slugs)} and ${isKnownTo(view)} and ${isOfTerms} group by issue) n
        on n.issue = i.id`.execute(db)
    for (const row of rows) counts.set(row.slug, addCounts(counts.get(row.slug), row))
  }
  return counts
}

export const addCounts = (a: TermStatements | undefined, b: TermStatements): TermStatements => ({
  facts: (a?.facts ?? 0) + Number(b.facts),
  last: a !== undefined && a.last > b.last ? a.last : b.last,
})
