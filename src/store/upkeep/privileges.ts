import { sql } from 'kysely'
import { type Db, oneRow } from '../engines/db.ts'

/** The privileges of a PostgreSQL connection's user. Names are quoted for SQL. */
export interface Privileges {
  readonly role: string
  readonly database: string
  /** Where tables are created; `null` when the user may use no schema of its search path. */
  readonly schema: string | null
  readonly mayCreateTables: boolean
  /** Imports and rounds sort their rows in temporary tables. */
  readonly mayCreateTemporaryTables: boolean
}

export function privilegesOf(db: Db): Promise<Privileges> {
  return oneRow(
    db,
    sql<Privileges>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      quote_ident(current_schema()) as schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
      has_database_privilege(current_database(), 'TEMPORARY') as "mayCreateTemporaryTables"`,
  )
}
