import { type Kysely, sql } from 'kysely'
import { COLUMNS_FOR_POSTGRES } from '../engines/column-types.ts'
import { type Db, isOnPostgres, isPostgres, openDb } from '../engines/db.ts'
import { sqliteFileExists } from '../engines/sqlite.ts'
import { saveIndex } from '../issue-index/saved-index.ts'
import { createFactTables } from './001-facts.ts'
import { createCollectionTables } from './002-collection.ts'
import { createDealTotals } from './003-deal-totals.ts'
import { createIssueIndex } from './004-issue-index.ts'
import { createDealGroups } from './005-deal-groups.ts'
import { addInvestorData } from './006-investor-data.ts'
import { createAlertTables } from './007-alerts.ts'
import { addKnownRules } from './008-known-rules.ts'
import { createAccessTables } from './009-upstream-access.ts'
import { createPieceTables } from './010-pieces.ts'

/** In order. Forward only: a released migration is never edited. */
const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>) => Promise<void> }[] = [
  { name: '001-facts', up: createFactTables },
  { name: '002-collection', up: createCollectionTables },
  { name: '003-deal-totals', up: createDealTotals },
  { name: '004-issue-index', up: createIssueIndex },
  { name: '005-deal-groups', up: createDealGroups },
  { name: '006-investor-data', up: addInvestorData },
  { name: '007-alerts', up: createAlertTables },
  { name: '008-known-rules', up: addKnownRules },
  { name: '009-upstream-access', up: createAccessTables },
  { name: '010-pieces', up: createPieceTables },
]

/**
 * Brings the store to this release's schema in one transaction, so that a killed process leaves the old schema intact.
 * Safe when several processes start at once. (Kysely's own migrator runs SQLite migrations outside any transaction.)
 */
export async function migrate(db: Db, watch?: MigrationWatch): Promise<void> {
  // Reading an up-to-date store needs no lock, and does not wait for a large import.
  if (await isUpToDate(db)) return
  let step = stepsOf(undefined)
  await db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    const missing = await missingMigrations(tx)
    // For a new store no steps are reported.
    if (missing.length < MIGRATIONS.length) step = stepsOf(watch)
    for (const { name, up } of missing)
      await step(`schema ${name}`, async () => {
        const schema = isOnPostgres(tx) ? tx.withPlugin(COLUMNS_FOR_POSTGRES) : tx
        await up(schema as unknown as Kysely<unknown>)
        await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
      })
  })
  // An older release has not saved it, and every start would derive all issues until it is saved.
  await step('index of the issues', () => saveIndex(db))
}

/** Reports the steps of migrating an older store, which may take minutes during which nothing is served. */
export interface MigrationWatch {
  /** Milliseconds. */
  readonly now: () => number
  readonly onStep: (message: string) => void
}

type Step = (name: string, work: () => Promise<unknown>) => Promise<void>

const stepsOf =
  (watch: MigrationWatch | undefined): Step =>
  async (name, work) => {
    const begun = watch?.now() ?? 0
    watch?.onStep(`migrating the store: ${name} begins`)
    await work()
    const seconds = (((watch?.now() ?? 0) - begun) / 1000).toFixed(1)
    watch?.onStep(`migrating the store: ${name} took ${seconds} s`)
  }

/** True when the schema is this release's. Throws for a newer one. Writes nothing, so it works on a replica. */
export async function isUpToDate(db: Db): Promise<boolean> {
  return (await hasSchema(db)) && (await missingMigrations(db)).length === 0
}

/** True when there is a store at the address. Creates nothing. */
export async function storeExists(url: string): Promise<boolean> {
  if (!isPostgres(url)) return sqliteFileExists(url)
  const db = openDb(url)
  try {
    return await hasSchema(db)
  } finally {
    await db.destroy()
  }
}

/** Makes a second process wait here until the first has migrated. */
async function lockSchema(tx: Db): Promise<void> {
  if (isOnPostgres(tx))
    await sql`select pg_advisory_xact_lock(hashtextextended('greymark migrations', 0))`.execute(tx)
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(tx)
  // Only one transaction can hold this key: on SQLite, if the table exists, no statement before this takes the lock.
  await sql`insert into schema_migrations (name) values ('')`.execute(tx)
  await sql`delete from schema_migrations where name = ''`.execute(tx)
}

/** True when there are tables of Greymark, of whatever release. */
export async function hasSchema(db: Db): Promise<boolean> {
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

/** The first migration of a store that this release does not know: a newer release wrote it. */
export const newerMigration = (names: readonly string[]): string | undefined =>
  names.find((name) => !MIGRATIONS.some((migration) => migration.name === name))
