import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Db, oneRow } from './db.ts'

/** What the predicate of a search may use: its key, its bound, and the id before the next row. */
const COLUMNS = {
  key: sql`halves.key`,
  bound: sql`halves.bound`,
  id: sql`halves.lo + halves.size / 2 - 1`,
}

/**
 * Binary searches, all in one statement: for each row of `searches` (`key`, `bound`, and the highest id, `top`) the last
 * id whose row still satisfies the predicate, as `key`, `bound` and `id`. They need rows in that order, but no index,
 * and are equally fast for old rows.
 */
export function lastIdsBefore(
  searches: RawBuilder<unknown>,
  isNextBefore: (columns: typeof COLUMNS) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with recursive halves(key, bound, lo, size) as (
      select key, bound, cast(0 as bigint), cast(coalesce(top, 0) as bigint) + 1 from (${searches}) searches
      union all
      select key, bound,
        lo + case when ${isNextBefore(COLUMNS)} then size / 2 else 0 end,
        size - size / 2
      from halves where size > 1)
    select key, bound, lo as id from halves where size = 1`
}

/** The highest id of a table; 0 when it is empty. */
export async function lastIdIn(
  db: Db,
  table: { [T in keyof Tables]: Tables[T] extends { id: number } ? T : never }[keyof Tables],
): Promise<number> {
  const query = sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`
  return (await oneRow(db, query)).id
}
