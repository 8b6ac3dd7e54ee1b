/**
 * Copies the rows of one store into another with prepared inserts only: `bare-inserts.ts FROM TO`. Both already have the
 * schema. Prints the milliseconds from the start of the transaction until the file is closed, without the reading.
 */
import Database from 'better-sqlite3'

interface TableRows {
  readonly table: string
  readonly width: number
  readonly rows: unknown[][]
}

const [from = '', to = ''] = process.argv.slice(2)

const source = new Database(from, { readonly: true })
const filled = tablesOf(source)
  .map((table): TableRows => {
    const select = source.prepare(`select * from ${table}`).raw()
    return { table, width: select.columns().length, rows: select.all() as unknown[][] }
  })
  .filter(({ rows }) => rows.length > 0)
source.close()

const target = new Database(to)
target.pragma('journal_mode = WAL')
target.pragma('synchronous = FULL')
// The initial rows of an empty store are also replaced.
for (const { table } of filled) target.exec(`delete from ${table}`)
const inserts = filled.map(({ table, width, rows }) => ({
  rows,
  insert: target.prepare(`insert into ${table} values (${Array(width).fill('?').join(', ')})`),
}))
const startedAt = performance.now()
target.transaction(() => {
  for (const { insert, rows } of inserts) for (const row of rows) insert.run(row)
})()
target.close()
process.stdout.write(`${performance.now() - startedAt}\n`)

function tablesOf(database: Database.Database): string[] {
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table'",
  )
  return (tables.pluck().all() as string[]).filter(
    (name) => !name.startsWith('sqlite_') && name !== 'schema_migrations',
  )
}
