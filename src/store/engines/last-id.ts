import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Db, oneRow } from './db.ts'

/**
 * Binary search: the last id whose row still satisfies the predicate. It needs rows in that order, but no index, and is
 * equally fast for old rows.
 */
export function lastIdBefore(
  table: RawBuilder<unknown>,
  isNextBefore: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<number> {
  const middle = sql`(lo + hi) / 2`
  return sql<number>`(
    with recursive halves(lo, hi) as (
      select cast(0 as bigint), (select cast(coalesce(max(id), 0) as bigint) from ${table})
      union all
      select case when ${isNextBefore(middle)} then ${middle} + 1 else lo end,
        case when ${isNextBefore(middle)} then hi else ${middle} end
      from halves where lo < hi)
    select lo from halves where lo >= hi)`
}

/** The highest id of a table; 0 when it is empty. */
export async function lastIdIn(
  db: Db,
  table: { [T in keyof Tables]: Tables[T] extends { id: number } ? T : never }[keyof Tables],
): Promise<number> {
  const query = sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`
  return (await oneRow(db, query)).id
}
