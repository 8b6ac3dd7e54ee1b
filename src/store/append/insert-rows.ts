import { CompiledQuery } from 'kysely'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { forEachRow } from '../engines/sqlite.ts'
import type { FactTable, NewRow, Tables } from '../tables.ts'

/** PostgreSQL allows 65,535 bound values per statement, SQLite 32,766; the widest table has 21 columns. */
export const ROWS_PER_INSERT = 512

export async function insertRows<T extends FactTable>(
  tx: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  await insertInParts(tx, table, rows, '', async () => undefined)
}

/** Inserts the deals without an equal stored one, and returns these. */
export async function insertNewDeals(
  tx: Db,
  deals: readonly NewRow<'deals'>[],
): Promise<readonly NewRow<'deals'>[]> {
  const inserted: NewRow<'deals'>[] = []
  await insertInParts(tx, 'deals', deals, ' on conflict do nothing', async (part, count) => {
    for (const deal of count === part.length ? part : await storedOf(tx, part)) inserted.push(deal)
  })
  return inserted
}

/** Writes rows of derived tables; `onConflict` is the SQL clause for rows that exist. */
export async function putRows<T extends 'deal_totals' | 'deal_groups'>(
  tx: Db,
  table: T,
  rows: readonly NewRow<T>[],
  onConflict: string,
): Promise<void> {
  await insertInParts(tx, table, rows, ` ${onConflict}`, async () => undefined)
}

async function storedOf(tx: Db, deals: readonly NewRow<'deals'>[]): Promise<NewRow<'deals'>[]> {
  const ids = deals.map(({ id }) => id)
  const stored = await tx.selectFrom('deals').select('id').where('id', 'in', ids).execute()
  const found = new Set(stored.map(({ id }) => id))
  return deals.filter(({ id }) => found.has(id))
}

/**
 * SQLite is fastest when one short statement is run row by row: a long one copies every page that it changes, to be
 * able to fail alone. For PostgreSQL the number of statements is kept low.
 */
async function insertInParts<R extends object>(
  tx: Db,
  table: keyof Tables,
  rows: readonly R[],
  onConflict: string,
  onInserted: (part: readonly R[], count: number) => Promise<void>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const insert = isOnPostgres(tx) ? manyAtOnce : oneByOne
  for (let from = 0, size = ROWS_PER_INSERT; from < rows.length; from += size) {
    // Parts of 512, 256, 128 rows and so on, so that few distinct statement texts are needed.
    while (size > rows.length - from) size /= 2
    const part = rows.slice(from, from + size)
    const values = part.map((row) => Object.values(row))
    const { numAffectedRows } = await tx.executeQuery(insert(table, columns, values, onConflict))
    await onInserted(part, Number(numAffectedRows))
  }
}

type Insert = (
  table: keyof Tables,
  columns: readonly string[],
  values: readonly unknown[][],
  onConflict: string,
) => CompiledQuery

const oneByOne: Insert = (table, columns, values, onConflict) =>
  forEachRow(textOf(table, columns, `(${columns.map(() => '?').join(', ')})`) + onConflict, values)

const texts = new Map<string, string>()

/** The texts are cached: writing them takes longer than inserting the rows. */
const manyAtOnce: Insert = (table, columns, values, onConflict) => {
  const key = [table, values.length, ...columns].join(' ')
  const text = texts.get(key) ?? textOf(table, columns, numberedRows(columns.length, values.length))
  texts.set(key, text)
  return CompiledQuery.raw(text + onConflict, values.flat())
}

const textOf = (table: keyof Tables, columns: readonly string[], values: string) =>
  `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) values ${values}`

const numberedRows = (columns: number, rows: number) =>
  Array.from({ length: rows }, (_, row) => {
    const marks = Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`)
    return `(${marks.join(', ')})`
  }).join(', ')
