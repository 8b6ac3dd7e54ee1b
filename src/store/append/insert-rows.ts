import type { Db } from '../db.ts'
import type { FactTable, NewRow } from '../tables.ts'

/** SQLite allows 32,766 bound values a statement; the widest table has 21 columns. */
export const ROWS_PER_INSERT = 500

export async function insertRows<T extends FactTable>(
  tx: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const chunk = rows.slice(from, from + ROWS_PER_INSERT)
    await tx
      .insertInto(table as FactTable)
      .values(chunk as NewRow<FactTable>[])
      .execute()
  }
}
