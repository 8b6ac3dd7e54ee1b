import { type RawBuilder, sql } from 'kysely'
import type { Recorded } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import type { FactTable } from '../tables.ts'
import { type FactOf, factFromRow, type JoinedRow } from './fact-rows.ts'

/** The columns of a row, with slugs for the issue numbers, which are internal to the store. */
const COLUMNS: { readonly [T in FactTable]: RawBuilder<unknown> } = {
  issue_facts: sql`f.*, ${slugOf('issue')} as slug`,
  aliases: sql`f.*, ${slugOf('issue')} as slug`,
  sames: sql`f.*, ${slugOf('issue')} as slug, ${slugOf('same_as')} as same_slug`,
  gmp_reports: sql`f.*, ${slugOf('issue')} as slug`,
  subscription_reports: sql`f.*, ${slugOf('issue')} as slug`,
  listings: sql`f.*, ${slugOf('issue')} as slug`,
  holidays: sql`f.*`,
  deals: sql`f.*`,
  retractions: sql`f.*`,
}

function slugOf(column: 'issue' | 'same_as'): RawBuilder<string> {
  return sql<string>`(select i.slug from issues i where i.id = f.${sql.ref(column)})`
}

/** The facts of a table that meet a condition on its columns, in the order of recording. */
export async function readFacts<T extends FactTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
  limit?: number,
): Promise<Recorded<FactOf[T]>[]> {
  const page = limit === undefined ? sql`` : sql`limit ${limit}`
  const rows = await readRows(db, table, sql`${condition} order by f.recorded, f.id ${page}`)
  return rows.map((row) => factFromRow(table, row))
}

/** The same as rows in no particular order, with the columns that a fact leaves out. */
export async function readRows<T extends FactTable>(
  db: Db,
  table: T,
  condition: RawBuilder<unknown>,
): Promise<JoinedRow<T>[]> {
  const { rows } = await sql<JoinedRow<T>>`
    select ${COLUMNS[table]} from ${sql.table(table)} f where ${condition}`.execute(db)
  return rows
}
