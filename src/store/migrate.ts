import { type Kysely, sql } from 'kysely'
import type { Db } from './db.ts'
import { createFactTables } from './migrations/001-facts.ts'

/** In order. Forward only: a migration that has landed is never edited. */
const MIGRATIONS: readonly { name: string; up: (db: Kysely<unknown>) => Promise<void> }[] = [
  { name: '001-facts', up: createFactTables },
]

/**
 * Brings the store to this release's schema in one transaction, so that a kill leaves the old schema whole. Safe when
 * several processes start at once. (Kysely's own migrator runs SQLite migrations outside any transaction.)
 */
export async function migrate(db: Db): Promise<void> {
  await sql`create table if not exists schema_migrations (name text primary key)`.execute(db)
  await db.transaction().execute(async (tx) => {
    // The first statement of the transaction is a write, so that a second process waits here for the first.
    await sql`delete from schema_migrations where name = ''`.execute(tx)
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(tx)
    const done = new Set(rows.map(({ name }) => name))
    const unknown = rows.find(({ name }) => !MIGRATIONS.some((migration) => migration.name === name))
    if (unknown) {
      throw new Error(
        `this store was written by a newer Greymark (its schema has "${unknown.name}"): upgrade Greymark, or point DATABASE_URL at another store`,
      )
    }
    for (const { name, up } of MIGRATIONS) {
      if (done.has(name)) continue
      await up(tx as unknown as Kysely<unknown>)
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx)
    }
  })
}
