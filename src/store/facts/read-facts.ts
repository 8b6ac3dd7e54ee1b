import { type RawBuilder, sql } from 'kysely'
import { invariant } from '../../invariant.ts'
import type { Recorded } from '../../market/facts/fact.ts'
import type { Db } from '../engines/db.ts'
import { isAmong } from '../engines/json-values.ts'
import type { FactTable } from '../tables.ts'
import { type FactOf, factFromRow, type JoinedRow } from './fact-rows.ts'

/** The columns of a fact in each table, beside those of every fact and the numbers of issues. */
const OWN_COLUMNS: { readonly [T in FactTable]: readonly (keyof JoinedRow<T> & string)[] } = {
  issue_facts: ['said'],
  aliases: ['name'],
  sames: [],
  gmp_reports: ['observed', 'gmp', 'reported', 'printed_low', 'printed_high', 'sauda', 'printed', 'url'],
  subscription_reports: [
    ...(['observed', 'category', 'book', 'times'] as const),
    ...(['shares_offered', 'shares_bid', 'applications', 'printed', 'url'] as const),
  ],
  listings: [
    ...(['listed_on', 'exchange', 'price', 'high', 'low', 'close'] as const),
    ...(['volume', 'delivered_pct', 'printed', 'url'] as const),
  ],
  holidays: ['exchange', 'segment', 'day', 'name'],
  deals: [
    ...(['exchange', 'kind', 'trade_date', 'symbol', 'security_name', 'client_name'] as const),
    ...(['deal_type', 'quantity', 'price', 'value', 'printed', 'url'] as const),
  ],
  retractions: ['named', 'reason'],
}

/** The columns of a table's rows, which are called by this name in the statement. */
export const factColumns = (table: FactTable, row: string): RawBuilder<unknown> =>
  sql.join(
    ['id', 'round', 'recorded', 'source', ...OWN_COLUMNS[table]].map((column) => sql.ref(`${row}.${column}`)),
  )

/** The columns of a row, with slugs for the issue numbers, which are internal to the store. */
const COLUMNS: { readonly [T in FactTable]: RawBuilder<unknown> } = {
  issue_facts: sql`${factColumns('issue_facts', 'f')}, ${slugOf('issue')} as slug`,
  aliases: sql`${factColumns('aliases', 'f')}, ${slugOf('issue')} as slug`,
  sames: sql`${factColumns('sames', 'f')}, ${slugOf('issue')} as slug, ${slugOf('same_as')} as same_slug`,
  gmp_reports: sql`${factColumns('gmp_reports', 'f')}, ${slugOf('issue')} as slug`,
  subscription_reports: sql`${factColumns('subscription_reports', 'f')}, ${slugOf('issue')} as slug`,
  listings: sql`${factColumns('listings', 'f')}, ${slugOf('issue')} as slug`,
  holidays: factColumns('holidays', 'f'),
  deals: factColumns('deals', 'f'),
  retractions: factColumns('retractions', 'f'),
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
  const { rows } = await rowsQuery(table, condition).execute(db)
  return rows
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
  const sameSlug = table === 'sames' ? sql`, ${slugOf('same_as')} as same_slug` : sql``
  const { rows } = await sql<JoinedRow<T> & { readonly issue: number }>`
    select ${factColumns(table, 'f')}, f.issue as issue ${sameSlug} from ${sql.table(table)} f
    where ${isAmong(db, sql`f.issue`, [...slugs.keys()])} and ${condition}
    order by f.recorded, f.id`.execute(db)
  return rows.map(({ issue, ...row }) => {
    const slug = invariant(slugs.get(issue), `the slug of issue ${issue}`)
    return factFromRow(table, { ...(row as unknown as JoinedRow<T>), slug })
  })
}

export const rowsQuery = <T extends FactTable>(
  table: T,
  condition: RawBuilder<unknown>,
): RawBuilder<JoinedRow<T>> => sql<JoinedRow<T>>`
    select ${COLUMNS[table]} from ${sql.table(table)} f where ${condition}`
