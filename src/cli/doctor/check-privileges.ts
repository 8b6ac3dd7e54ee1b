import type { Privileges } from '../../store/upkeep/privileges.ts'

/** A right that the user lacks, and the statement that gives it. */
export interface MissingPrivilege {
  readonly found: string
  readonly todo: string
}

/** What keeps a start from creating the tables of a new store. */
export function missingToCreate(privileges: Privileges): MissingPrivilege | undefined {
  const { role, schema, mayCreateTables } = privileges
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
  return missingTemporary(privileges)
}

/** What keeps a start from bringing the tables of an older release up to date. */
export function missingToMigrate(privileges: Privileges): MissingPrivilege | undefined {
  const { role, otherOwner } = privileges
  if (otherOwner === null) return missingToCreate(privileges)
  return {
    found: `its user ${role} may not change the tables, which ${otherOwner} owns`,
    todo: `connect as ${otherOwner}, or as a superuser run: GRANT ${otherOwner} TO ${role};`,
  }
}

/** What keeps imports and rounds from recording in a store that is up to date. */
export function missingTemporary({
  role,
  database,
  mayCreateTemporaryTables,
}: Privileges): MissingPrivilege | undefined {
  if (mayCreateTemporaryTables) return undefined
  return {
    found: `its user ${role} may not create temporary tables, which imports and rounds need`,
    todo: `as the owner of the database, run: GRANT TEMPORARY ON DATABASE ${database} TO ${role};`,
  }
}
