import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** What is remembered about the upstreams' hosts, so that a restart neither forgets a refusal nor asks in vain. */
export async function createAccessTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('host_introductions')
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('tried', 'text', (column) => column.notNull())
    .addColumn('reception', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('host_introductions_key', ['host', 'agent'])
    .execute()
  await db.schema
    .createTable('closed_paths')
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('until', 'text', (column) => column.notNull())
    .addColumn('why', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('closed_paths_key', ['host', 'path'])
    .execute()
  await db.schema
    .createTable('host_visits')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('visited', 'text', (column) => column.notNull())
    .addColumn('cookies', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('host_requests')
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('host_requests_key', ['host', 'day'])
    .execute()
  await db.schema
    .createTable('installation')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into installation (id, number) values (1, ${randomInt(1_000_000_000)})`.execute(db)
}
