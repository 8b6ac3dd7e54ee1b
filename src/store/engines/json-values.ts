import { type RawBuilder, sql } from 'kysely'
import { type Db, isOnPostgres } from './db.ts'

/**
 * Rows of values for a query, named `input` in SQL, with the values of a row at `value ->> 0` and so on. They are one
 * parameter, so that a query about any number of issues is one statement, which is prepared once.
 */
export const jsonValueRows = (
  db: Db,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> =>
  isOnPostgres(db)
    ? sql`json_array_elements(cast(${JSON.stringify(rows)} as json)) as input(value)`
    : sql`json_each(${JSON.stringify(rows)}) as input`

/** The numbers of the issues with these slugs. PostgreSQL gets single parameters, since it plans by their number. */
export function issueNumbersOf(db: Db, slugs: readonly string[]): RawBuilder<unknown> {
  const rows = slugs.map((slug) => [slug])
  const slugList = isOnPostgres(db)
    ? sql.join(slugs)
    : sql`select value ->> 0 from ${jsonValueRows(db, rows)}`
  return sql`(select id from issues where slug in (${slugList}))`
}
