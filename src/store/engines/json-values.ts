import { type RawBuilder, sql } from 'kysely'
import { type Db, isOnPostgres } from './db.ts'

/**
 * Rows of values that a question brings along, `given` in SQL, each row's values at `value ->> 0` and on. They are one
 * parameter, so that a question about any number of issues is one statement, which is prepared once.
 */
export const jsonValueRows = (
  db: Db,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> =>
  isOnPostgres(db)
    ? sql`json_array_elements(cast(${JSON.stringify(rows)} as json)) as given(value)`
    : sql`json_each(${JSON.stringify(rows)}) as given`

/** The numbers of the issues with these slugs. PostgreSQL sees them one by one, since it plans by how many there are. */
export const issueNumbersOf = (db: Db, slugs: readonly string[]): RawBuilder<unknown> => {
  const wanted = isOnPostgres(db)
    ? sql.join(slugs)
    : sql`select value ->> 0 from ${jsonValueRows(
        db,
        slugs.map((slug) => [slug]),
      )}`
  return sql`(select id from issues where slug in (${wanted}))`
}
