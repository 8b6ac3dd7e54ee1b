import { CompiledQuery } from 'kysely'
import { type Db, isOnPostgres } from '../db.ts'
import type { FactTable, NewRow } from '../tables.ts'

/** SQLite allows 32,766 bound values a statement; the widest table has 21 columns. */
export const ROWS_PER_INSERT = 512

export async function insertRows<T extends FactTable>(
  tx: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  await insertInParts(tx, table, rows, '', async () => undefined)
}

/** Inserts the deals of which no equal one is stored, and gives these. */
export async function insertNewDeals(
  tx: Db,
  deals: readonly NewRow<'deals'>[],
): Promise<readonly NewRow<'deals'>[]> {
  const inserted: NewRow<'deals'>[] = []
  await insertInParts(tx, 'deals', deals, ' on conflict do nothing', async (part, count) => {
    inserted.push(...(count === part.length ? part : await storedOf(tx, part)))
  })
  return inserted
}

async function storedOf(tx: Db, deals: readonly NewRow<'deals'>[]): Promise<NewRow<'deals'>[]> {
  const ids = deals.map(({ id }) => id)
  const stored = await tx.selectFrom('deals').select('id').where('id', 'in', ids).execute()
  const found = new Set(stored.map(({ id }) => id))
  return deals.filter(({ id }) => found.has(id))
}

/** In parts of 512, 256, 128 rows and so on, so that any number of rows takes few texts. */
async function insertInParts<R extends object>(
  tx: Db,
  table: FactTable,
  rows: readonly R[],
  onConflict: string,
  onInserted: (part: readonly R[], count: number) => Promise<void>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof R & string)[]
  for (let from = 0, size = ROWS_PER_INSERT; from < rows.length; from += size) {
    while (size > rows.length - from) size /= 2
    const part = rows.slice(from, from + size)
    const values: unknown[] = []
    for (const row of part) for (const column of columns) values.push(row[column])
    const text = insertText(isOnPostgres(tx), table, columns, size, onConflict)
    const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(text, values))
    await onInserted(part, Number(numAffectedRows))
  }
}

const texts = new Map<string, string>()

/** Written once: to compile the statement anew took longer than to insert the rows. */
function insertText(
  numbered: boolean,
  table: FactTable,
  columns: readonly string[],
  rows: number,
  onConflict: string,
): string {
  const key = [numbered, table, rows, onConflict, ...columns].join(' ')
  const known = texts.get(key)
  if (known !== undefined) return known
  let parameters = 0
  const mark = () => (numbered ? `$${++parameters}` : '?')
  const row = () => `(${columns.map(mark).join(', ')})`
  const values = Array.from({ length: rows }, row).join(', ')
  const names = columns.map((column) => `"${column}"`).join(', ')
  const text = `insert into ${table} (${names}) values ${values}${onConflict}`
  texts.set(key, text)
  return text
}
