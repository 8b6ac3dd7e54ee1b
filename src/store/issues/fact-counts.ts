import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import type { Db } from '../engines/db.ts'
import { HEAD_TABLES, ISSUE_TABLES } from '../facts/fact-rows.ts'
import { isOf } from '../facts/unretracted-facts.ts'
import { isAlsoKnownTo, type View } from '../view.ts'

/** Number and newest time of the facts about a slug, retracted or not. */
export interface FactCount {
  readonly facts: number
  /** When the newest of them was recorded. */
  readonly last: Instant
}

/** Counts the facts about these slugs known to a view. */
export const factCounts = (db: Db, view: View, slugs: readonly string[]): Promise<Map<string, FactCount>> =>
  countsIn(db, view, slugs, ISSUE_TABLES, sql`true`)

/** Counts the facts from which terms and listing are derived. The counts never decrease in later views. */
export const termFactCounts = (
  db: Db,
  view: View,
  slugs: readonly string[],
): Promise<Map<string, FactCount>> =>
  countsIn(db, view, slugs, HEAD_TABLES, sql`fact in ('ipo', 'same', 'listing')`)

async function countsIn(
  db: Db,
  view: View,
  slugs: readonly string[],
  tables: readonly (typeof ISSUE_TABLES)[number][],
  isCountedRetraction: RawBuilder<unknown>,
): Promise<Map<string, FactCount>> {
  const counts = new Map<string, FactCount>()
  if (slugs.length === 0) return counts
  const countedIn = tables.map((table) => {
    const isCounted = table === 'retractions' ? isCountedRetraction : sql`true`
    return sql`select issue, count(*) as facts, max(recorded) as last from ${sql.table(table)}
      where ${isOf(db, slugs)} and ${isAlsoKnownTo(db, view)} and ${isCounted} group by issue`
  })
  const { rows } = await sql<FactCount & { slug: string }>`
    select i.slug as slug, n.facts as facts, n.last as last
    from (${sql.join(countedIn, sql` union all `)}) n join issues i on i.id = n.issue`.execute(db)
  for (const row of rows) counts.set(row.slug, addCounts(counts.get(row.slug), row))
  return counts
}

export const addCounts = (a: FactCount | undefined, b: FactCount): FactCount => ({
  facts: (a?.facts ?? 0) + Number(b.facts),
  last: a !== undefined && a.last > b.last ? a.last : b.last,
})
