import { type RawBuilder, sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Recorded } from '../../market/facts/fact.ts'
import { type Db, isOnPostgres, oneRow } from '../engines/db.ts'
import { isAmong } from '../engines/statements.ts'
import { type FactOf, type FactRow, type FactTable, factColumns, factFromRow } from './fact-rows.ts'

const slugOf = (column: 'issue' | 'same_as'): RawBuilder<string> =>
  sql<string>`(select i.slug from issues i where i.id = f.${sql.ref(column)})`

/** The slugs that a row is read with: numbers of issues are internal to the store. */
const slugColumns = (table: FactTable): RawBuilder<unknown> => {
  if (table === 'holidays' || table === 'deals' || table === 'retractions') return sql``
  return table === 'sames'
    ? sql`, ${slugOf('issue')} as slug, ${slugOf('same_as')} as "as"`
    : sql`, ${slugOf('issue')} as slug`
}

const rowsQuery = (table: FactTable, condition: RawBuilder<unknown>): RawBuilder<FactRow> =>
  sql<FactRow>`select ${factColumns(table, 'f')}${slugColumns(table)} from ${sql.table(table)} f where ${condition}`

/** The facts of a table that meet a condition on its columns, in the order of recording. */
export async function readFacts<T extends FactTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
  limit?: number,
): Promise<Recorded<FactOf[T]>[]> {
  const page = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await rowsQuery(table, sql`${condition} order by f.recorded, f.id ${page}`).execute(db)
  return rows.map((row) => factFromRow(table, row))
}

/** The same in no particular order, each with its round. */
export async function readFactsWithRounds<T extends FactTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
): Promise<(Recorded<FactOf[T]> & { readonly round: number })[]> {
  const { rows } = await rowsQuery(table, condition).execute(db)
  return rows.map((row) => Object.assign(factFromRow(table, row), { round: row.round }))
}

/**
 * The same of issues whose slugs are known by number: to look up the slug of each row again takes PostgreSQL as long as
 * to read the row.
 */
export async function readFactsOfNumbers<T extends Exclude<FactTable, 'deals' | 'holidays'>>(
  db: Db,
  table: T,
  slugs: ReadonlyMap<number, string>,
  condition: RawBuilder<unknown>,
): Promise<Recorded<FactOf[T]>[]> {
  const mergedInto = table === 'sames' ? sql`, ${slugOf('same_as')} as "as"` : sql``
  const { rows } = await sql<FactRow & { readonly issue: number }>`
    select ${factColumns(table, 'f')}, f.issue as issue ${mergedInto} from ${sql.table(table)} f
    where ${isAmong(db, sql`f.issue`, [...slugs.keys()])} and ${condition}
    order by f.recorded, f.id`.execute(db)
  return rows.map((row) =>
    factFromRow(table, { ...row, slug: invariant(slugs.get(row.issue), `the slug of issue ${row.issue}`) }),
  )
}

/** The facts of several tables, each in the order of recording. */
export type FactsOfTables<T extends FactTable> = { readonly [K in T]: Recorded<FactOf[K]>[] }

/**
 * The facts of several tables that meet a condition each. PostgreSQL gets one statement, since there each one costs a
 * round trip; SQLite gets one for each table. All of them are in memory at once, so the condition must select few.
 */
export async function readTogether<T extends FactTable>(
  db: Db,
  tables: readonly T[],
  conditionOf: (table: T) => RawBuilder<unknown>,
): Promise<FactsOfTables<T>> {
  const found: Partial<Record<T, unknown>> = {}
  if (isOnPostgres(db)) {
    // One row with a list for each table; JSON has the same numbers and texts as the columns.
    const lists = tables.map(
      (table) => sql`(select json_agg(r order by r.recorded, r.id)
        from (${rowsQuery(table, conditionOf(table))}) r) as ${sql.ref(table)}`,
    )
    const rows = await oneRow(db, sql<{ readonly [K in T]: FactRow[] | null }>`select ${sql.join(lists)}`)
    for (const table of tables) found[table] = (rows[table] ?? []).map((row) => factFromRow(table, row))
  } else for (const table of tables) found[table] = await readFacts(db, table, conditionOf(table))
  return found as FactsOfTables<T>
}
