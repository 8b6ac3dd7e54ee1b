import type { Privileges } from '../../store/upkeep/condition.ts'

/** A privilege that the user lacks, and the statement that grants it. */
export interface MissingPrivilege {
  readonly found: string
  readonly todo: string
}

/** The privilege missing to create the tables of a new store. */
export function missingToCreate({ role, schema, mayCreateTables }: Privileges): MissingPrivilege | undefined {
  if (schema === null)
    return {
      found: `its user ${role} may use no schema, so no tables can be created`,
      todo: `as the owner of the database, run in it: CREATE SCHEMA AUTHORIZATION ${role};`,
    }
  if (!mayCreateTables)
    return {
      found: `its user ${role} may not create tables in the schema ${schema}`,
      todo: `as the owner of the database, run in it: GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`,
    }
  return undefined
}
