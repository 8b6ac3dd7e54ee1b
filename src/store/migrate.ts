import { type Kysely, sql } from 'kysely'
import type { Db } from './db.ts'
import { createFactTables } from './migrations/001-facts.ts'
import { createCollectionTables } from './migrations/002-collection.ts'

/** In order. Forward only: a migration that has landed is never edited. */
const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>) => Promise<void> }[] = [
  { name: '001-facts', up: createFactTables },
  { name: '002-collection', up: createCollectionTables },
]

/**
 * Brings the store to this release's schema in one transaction, so that a kill leaves the old schema whole. Safe when
 * several processes start at once. (Kysely's own migrator runs SQLite migrations outside any transaction.)
 */
export async function migrate(db: Db): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(db)
  // Whoever only looks at an up-to-date store needs no lock, and does not wait for a large import.
  if ((await missingMigrations(db)).length === 0) return
  await db.transaction().execute(async (tx) => {
    // The first statement writes a key that one transaction alone can hold, so that a second process waits here.
    await sql`insert into schema_migrations (name) values ('')`.execute(tx)
    await sql`delete from schema_migrations where name = ''`.execute(tx)
    for (const { name, up } of await missingMigrations(tx)) {
      await up(tx as unknown as Kysely<unknown>)
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
    }
  })
}

async function missingMigrations(db: Db): Promise<typeof MIGRATIONS> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  const unknown = rows.find(({ name }) => !MIGRATIONS.some((migration) => migration.name === name))
  if (unknown) {
    throw new Error(
      `this store was written by a newer Greymark (its schema has "${unknown.name}"): upgrade Greymark, or point DATABASE_URL at another store`,
    )
  }
  return MIGRATIONS.filter(({ name }) => !rows.some((row) => row.name === name))
}
