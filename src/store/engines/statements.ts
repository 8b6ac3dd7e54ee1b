import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Db, isOnPostgres, oneRow } from './db.ts'

/**
 * True where a column has the number of an issue with one of these slugs. On PostgreSQL the numbers are looked up first
 * and then sought in an index, however many they are; the plan of a join may begin with all facts.
 */
export function isNumberOf(
  db: Db,
  column: RawBuilder<unknown>,
  slugs: readonly string[],
): RawBuilder<boolean> {
  if (isOnPostgres(db))
    return sql<boolean>`${column} = any(array(select id from issues where slug = any(${slugs})))`
  return sql<boolean>`${column} in (
    select id from issues where slug in (select slug from ${inputRows(db, { slug: slugs })}))`
}

/** The text at a key of a column with JSON. */
export const jsonValue = (db: Db, column: RawBuilder<unknown>, key: string): RawBuilder<string> =>
  sql<string>`${isOnPostgres(db) ? sql`cast(${column} as json)` : column} ->> ${sql.lit(key)}`

/** True where a column has JSON of an observation of this kind. */
export const isOfKind = (db: Db, said: RawBuilder<unknown>, kind: string): RawBuilder<boolean> =>
  sql<boolean>`${jsonValue(db, said, 'kind')} = ${kind}`

/** True where a column has one of these whole numbers, which are one parameter on PostgreSQL. */
export const isAmong = (
  db: Db,
  column: RawBuilder<unknown>,
  numbers: readonly number[],
): RawBuilder<boolean> =>
  isOnPostgres(db)
    ? sql<boolean>`${column} = any(cast(${numbers} as bigint[]))`
    : sql<boolean>`${column} in (${sql.join(numbers)})`

/** Columns of equal length as rows, named `input` in SQL: one parameter for each column, or one for all of them. */
export function inputRows(db: Db, columns: Readonly<Record<string, readonly string[]>>): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const lists = Object.values(columns)
  if (isOnPostgres(db)) {
    const arrays = sql.join(lists.map((list) => sql`cast(${list} as text[])`))
    return sql`unnest(${arrays}) as input(${sql.join(names.map((name) => sql.ref(name)))})`
  }
  const rows = (lists[0] ?? []).map((_, row) => lists.map((list) => list[row] ?? null))
  const fields = names.map((name, n) => sql`value ->> ${sql.lit(n)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(fields)} from json_each(${JSON.stringify(rows)})) as input`
}

/** The highest id of a table; 0 when it is empty. */
export async function lastIdIn(
  db: Db,
  table: { [T in keyof Tables]: Tables[T] extends { id: number } ? T : never }[keyof Tables],
): Promise<number> {
  const query = sql<{ id: number }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`
  return (await oneRow(db, query)).id
}

/** Parts of a list, each of at most this size. */
export function* chunksOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
