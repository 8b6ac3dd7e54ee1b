import { sql } from 'kysely'
import { type Db, oneRow } from '../engines/db.ts'
import { FACT_TABLES } from '../tables.ts'

/** The privileges of a PostgreSQL connection's user. Names are quoted for SQL. */
export interface Privileges {
  readonly role: string
  readonly database: string
  /** Where tables are created; `null` when the user may use no schema of its search path. */
  readonly schema: string | null
  readonly mayCreateTables: boolean
  /** Imports and rounds sort their rows in temporary tables. */
  readonly mayCreateTemporaryTables: boolean
  /** Another role that owns tables of the store, `null` when there is none: only an owner may change their columns. */
  readonly otherOwner: string | null
}

export function privilegesOf(db: Db): Promise<Privileges> {
  const tables = sql.join(['schema_migrations', 'market_version', ...FACT_TABLES])
  return oneRow(
    db,
    sql<Privileges>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      quote_ident(current_schema()) as schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
      has_database_privilege(current_database(), 'TEMPORARY') as "mayCreateTemporaryTables",
      (select min(quote_ident(pg_get_userbyid(c.relowner))) from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = current_schema() and c.relname in (${tables}) and not pg_has_role(c.relowner, 'USAGE'))
        as "otherOwner"`,
  )
}
