import { type Kysely, sql } from 'kysely'
import { COLUMNS_FOR_POSTGRES } from './column-types.ts'
import { type Db, isOnPostgres, isPostgres, openDb } from './db.ts'
import { saveIndex } from './issue-index/saved-index.ts'
import { createFactTables } from './migrations/001-facts.ts'
import { createCollectionTables } from './migrations/002-collection.ts'
import { createDealTotals } from './migrations/003-deal-totals.ts'
import { createIssueIndex } from './migrations/004-issue-index.ts'
import { createDealGroups } from './migrations/005-deal-groups.ts'
import { sqliteFileExists } from './sqlite.ts'

/** In order. Forward only: a migration that has landed is never edited. */
const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>) => Promise<void> }[] = [
  { name: '001-facts', up: createFactTables },
  { name: '002-collection', up: createCollectionTables },
  { name: '003-deal-totals', up: createDealTotals },
  { name: '004-issue-index', up: createIssueIndex },
  { name: '005-deal-groups', up: createDealGroups },
]

/**
 * Brings the store to this release's schema in one transaction, so that a kill leaves the old schema whole. Safe when
 * several processes start at once. (Kysely's own migrator runs SQLite migrations outside any transaction.)
 */
export async function migrate(db: Db): Promise<void> {
  // Whoever only looks at an up-to-date store needs no lock, and does not wait for a large import.
  if (await isUpToDate(db)) return
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    for (const { name, up } of await missingMigrations(tx)) {
      const schema = isOnPostgres(tx) ? tx.withPlugin(COLUMNS_FOR_POSTGRES) : tx
      await up(schema as unknown as Kysely<unknown>)
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
    }
  })
  // An older release has not saved it, and every start would derive all issues until somebody does.
  await saveIndex(db)
}

/** True when the schema is this release's. Refuses a newer one. Writes nothing, so it may be asked of a replica. */
export async function isUpToDate(db: Db): Promise<boolean> {
  return (await hasMigrationsTable(db)) && (await missingMigrations(db)).length === 0
}

/** True when there is a store at the address, so that looking at it creates nothing. */
export async function storeExists(url: string): Promise<boolean> {
  if (!isPostgres(url)) return sqliteFileExists(url)
  const db = openDb(url)
  try {
    return await hasMigrationsTable(db)
  } finally {
    await db.destroy()
  }
}

/** Makes a second process wait here until the first has migrated. */
async function lockSchema(tx: Db): Promise<void> {
  if (isOnPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended('greymark migrations', 0))`.execute(tx)
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(tx)
  // A key that one transaction alone can hold: on SQLite nothing before this needs the lock if the table is there.
  await sql`insert into schema_migrations (name) values ('')`.execute(tx)
  await sql`delete from schema_migrations where name = ''`.execute(tx)
}

async function hasMigrationsTable(db: Db): Promise<boolean> {
  const { rows } = isOnPostgres(db)
    ? await sql`select 1 where to_regclass('schema_migrations') is not null`.execute(db)
    : await sql`select 1 from sqlite_master where name = 'schema_migrations'`.execute(db)
  return rows.length > 0
}

async function missingMigrations(db: Db): Promise<typeof MIGRATIONS> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const unknown = newerMigration(rows.map(({ name }) => name))
  if (unknown !== undefined) {
    throw new Error(
      `this store was written by a newer Greymark (its schema has "${unknown}"): upgrade Greymark, or point DATABASE_URL at another store`,
    )
  }
  return MIGRATIONS.filter(({ name }) => !rows.some((row) => row.name === name))
}

/** The first of a store's migrations that this release does not know: a newer one has written it. */
export const newerMigration = (names: readonly string[]): string | undefined =>
  names.find((name) => !MIGRATIONS.some((migration) => migration.name === name))
