import { type Kysely, sql } from 'kysely'
import { COLUMNS_FOR_POSTGRES } from '../../src/store/engines/column-types.ts'
import { type Db, isOnPostgres, openDb } from '../../src/store/engines/db.ts'
import { createFactTables } from '../../src/store/migrations/001-facts.ts'
import { createCollectionTables } from '../../src/store/migrations/002-collection.ts'
import { FACT_TABLES } from '../../src/store/tables.ts'

/** The migrations of a store of the second release. */
const OLDER = [
  { name: '001-facts', up: createFactTables },
  { name: '002-collection', up: createCollectionTables },
] as const

/** Tables in an order in which every row finds its references. */
const TABLES = [
  ...(['issues', 'rounds', 'payloads', 'fetches', 'refusals', 'issue_keys'] as const),
  ...FACT_TABLES.filter((table) => table !== 'holidays'),
] as const

/** Columns that the older schema does not have. The stores of the attack have no values in them. */
const LATER_COLUMNS: ReadonlySet<string> = new Set([
  ...['printed_low', 'printed_high', 'sauda', 'shares_offered', 'shares_bid', 'applications'],
  ...['high', 'low', 'close', 'volume', 'delivered_pct', 'learned_in'],
])

const ROWS_AT_ONCE = 50

/** Copies a store into an empty one with the schema of an older release. */
export async function writeOlderStore(from: string, to: string): Promise<void> {
  const [source, target] = [openDb(from), openDb(to)]
  try {
    await target.transaction().execute(async (tx) => {
      await createOlderSchema(tx)
      for (const table of TABLES) await copyRows(source, tx, table)
      const { id, ...version } = await source
        .selectFrom('market_version')
        .select(['id', 'version', 'last_round', 'last_fact', 'recorded'])
        .executeTakeFirstOrThrow()
      await tx.updateTable('market_version').set(version).where('id', '=', id).execute()
    })
  } finally {
    await source.destroy()
    await target.destroy()
  }
}

async function createOlderSchema(tx: Db): Promise<void> {
  const schema = isOnPostgres(tx) ? tx.withPlugin(COLUMNS_FOR_POSTGRES) : tx
  await sql`create table schema_migrations (name text primary key)`.execute(tx)
  for (const { name, up } of OLDER) {
    await up(schema as unknown as Kysely<unknown>)
    await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
  }
}

async function copyRows(source: Db, target: Db, table: (typeof TABLES)[number]): Promise<void> {
  const rows = await source.selectFrom(table).selectAll().orderBy(sql`1`).execute()
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await target
      .insertInto(table)
      .values(rows.slice(i, i + ROWS_AT_ONCE).map(withoutLaterColumns) as never)
      .execute()
}

const withoutLaterColumns = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !LATER_COLUMNS.has(column)))
