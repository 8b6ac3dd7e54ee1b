import { CompiledQuery } from 'kysely'
import { type Db, isOnPostgres } from '../engines/db.ts'
import { forEachRow } from '../engines/sqlite.ts'
import { chunksOf } from '../engines/statements.ts'
import type { Tables } from '../tables.ts'

/** PostgreSQL allows 65,535 bound values per statement; the widest table has 17 columns. */
export const ROWS_PER_INSERT = 512

type Row = Readonly<Record<string, unknown>>

/** Inserts rows that all have the same columns, and returns how many: a row that exists is left out if `orNothing`. */
export async function insertRows(
  tx: Db,
  table: keyof Tables,
  rows: readonly Row[],
  { orNothing = false }: { readonly orNothing?: boolean } = {},
): Promise<number> {
  const columns = Object.keys(rows[0] ?? {})
  const text = `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) values `
  const end = orNothing ? ' on conflict do nothing' : ''
  let inserted = 0
  for (const chunk of chunksOf(rows, ROWS_PER_INSERT)) {
    const values = chunk.map((row) => columns.map((column) => row[column]))
    const { numAffectedRows } = await tx.executeQuery(
      isOnPostgres(tx)
        ? CompiledQuery.raw(text + numbered(columns.length, chunk.length) + end, values.flat())
        : // SQLite is fastest when one short statement is run row by row.
          forEachRow(`${text}(${columns.map(() => '?').join(', ')})${end}`, values),
    )
    inserted += Number(numAffectedRows)
  }
  return inserted
}

const numbered = (columns: number, rows: number): string =>
  Array.from({ length: rows }, (_, row) => {
    const marks = Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`)
    return `(${marks.join(', ')})`
  }).join(', ')
