/**
 * Writes the rows of one store into another with nothing but prepared inserts: `bare-inserts.ts FROM TO`. Both have the
 * schema already. Prints the milliseconds from the begin of the transaction until the file is closed; reading is not part
 * of it.
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
// What an empty store begins with is written anew, too.
for (const { table } of filled) target.exec(`delete from ${table}`)
const inserts = filled.map(({ table, width, rows }) => ({
  rows,
  insert: target.prepare(`insert into ${table} values (${Array(width).fill('?').join(', ')})`),
}))
const begun = performance.now()
target.transaction(() => {
  for (const { insert, rows } of inserts) for (const row of rows) insert.run(row)
})()
target.close()
process.stdout.write(`${performance.now() - begun}\n`)

function tablesOf(database: Database.Database): string[] {
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table'",
  )
  return (tables.pluck().all() as string[]).filter(
    (name) => !name.startsWith('sqlite_') && name !== 'schema_migrations',
  )
}
