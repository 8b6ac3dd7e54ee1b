import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Db, oneRow } from './db.ts'

/** The highest id of a table; 0 when it is empty. */
export async function lastIdIn(
  db: Db,
  table: { [T in keyof Tables]: Tables[T] extends { id: number } ? T : never }[keyof Tables],
): Promise<number> {
  const query = sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`
  return (await oneRow(db, query)).id
}
