import { type Kysely, sql } from 'kysely'

/**
 * What a piece of the store needs that goes on from another one: which refusals and keys changed after a round, and, in
 * a store that takes pieces, the position that it has reached.
 */
export async function createPieceTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('refusal_changes')
    .addColumn('identity', 'text', (column) => column.primaryKey())
    .addColumn('round', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into refusal_changes (identity, round) select identity, round from refusals`.execute(db)
  await db.schema.createIndex('refusal_changes_round').on('refusal_changes').columns(['round']).execute()
  await db.schema
    .alterTable('issue_keys')
    .addColumn('learned_in', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('piece_position')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('position', 'text', (column) => column.notNull())
    .execute()
}
