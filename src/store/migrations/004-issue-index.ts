import { type Kysely, sql } from 'kysely'

/** The saved index from which a process lists issues after its start. May be emptied at any time. */
export async function createIssueIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('issue_index')
    .addColumn('part', 'integer', (column) => column.primaryKey())
    // SQLite stores bytes as they are in a column of any type.
    .addColumn('content', sql`bytea`, (column) => column.notNull())
    .execute()
}
