import { type RawBuilder, sql } from 'kysely'
import type { Recorded } from '../../market/facts/fact.ts'
import { type Db, isOnPostgres, oneRow } from '../engines/db.ts'
import type { FactTable } from '../tables.ts'
import { type FactOf, factFromRow, type JoinedRow } from './fact-rows.ts'
import { readFacts, rowsQuery } from './read-facts.ts'

/** The facts of several tables, each in the order of recording. */
export type FactsOfTables<T extends FactTable> = { readonly [K in T]: Recorded<FactOf[K]>[] }

/** The condition on each table's columns. */
type ConditionOf<T extends FactTable> = (table: T) => RawBuilder<unknown>

/**
 * The facts of several tables that meet a condition each. PostgreSQL gets one statement, since there each one costs a
 * round trip; SQLite gets one for each table. All of them are in memory at once, so the condition must select few.
 */
export async function readTogether<T extends FactTable>(
  db: Db,
  tables: readonly T[],
  conditionOf: ConditionOf<T>,
): Promise<FactsOfTables<T>> {
  const found: Partial<Record<T, unknown>> = {}
  if (isOnPostgres(db)) {
    const rows = await rowsOfAll(db, tables, conditionOf)
    for (const table of tables) found[table] = (rows[table] ?? []).map((row) => factFromRow(table, row))
  } else for (const table of tables) found[table] = await readFacts(db, table, conditionOf(table))
  return found as FactsOfTables<T>
}

/** One row with a list for each table; JSON has the same numbers and texts as the columns. */
function rowsOfAll<T extends FactTable>(
  db: Db,
  tables: readonly T[],
  conditionOf: ConditionOf<T>,
): Promise<{ readonly [K in T]: JoinedRow<K>[] | null }> {
  const lists = tables.map(
    (table) => sql`(select json_agg(r order by r.recorded, r.id)
      from (${rowsQuery(table, conditionOf(table))}) r) as ${sql.ref(table)}`,
  )
  return oneRow(db, sql<{ readonly [K in T]: JoinedRow<K>[] | null }>`select ${sql.join(lists)}`)
}
