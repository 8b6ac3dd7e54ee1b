import { type RawBuilder, sql } from 'kysely'
import type { FactTable, Tables } from '../tables.ts'
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

/** The last id in each table up to each of these rounds: ids ascend with rounds. */
export async function lastIdsOfRounds<T extends FactTable | 'fetches'>(
  db: Db,
  tables: readonly T[],
  rounds: readonly number[],
): Promise<(table: T, round: number) => number> {
  const bounds = rounds.map((round) => sql`select cast(${round} as bigint) as bound`)
  const tops = tables.map(
    (table) => sql`select ${sql.lit(table)} as key, max(id) as top from ${sql.table(table)}`,
  )
  const searches = sql`select key, bound, top
    from (${sql.join(tops, sql` union all `)}) tops, (${sql.join(bounds, sql` union `)}) bounds`
  const { rows } = await sql<{ key: string; bound: number; id: number }>`${lastIdsBefore(
    searches,
    ({ key, bound, id }) => {
      const nextRounds = tables.map((name) => {
        const table = sql.table(name)
        return sql`when ${sql.lit(name)} then (select ${table}.round from ${table} where ${table}.id > ${id}
          order by ${table}.id limit 1)`
      })
      return sql`case ${key} ${sql.join(nextRounds, sql` `)} end <= ${bound}`
    },
  )}`.execute(db)
  return (table, round) =>
    Number(rows.find(({ key, bound }) => key === table && Number(bound) === round)?.id ?? 0)
}
