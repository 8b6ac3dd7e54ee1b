import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Instant } from '../../market/calendar.ts'
import { type Db, oneRow } from '../engines/db.ts'
import { isSqliteBusy, isSqliteDiskFull, openSqliteFile, openSqliteForReading } from '../engines/sqlite.ts'
import { storeFiles } from './restore.ts'

/** The condition of a SQLite file, found without changing it. */
export interface SqliteCondition {
  readonly engine: string
  readonly isStore: boolean
  /** True when it holds tables of another program. */
  readonly isForeign: boolean
  readonly mayWrite: 'yes' | 'busy' | 'disk-full' | 'no'
  /** A description of the damage; `null` when there is none, `undefined` when it was not checked. */
  readonly damage: string | null | undefined
}

const BUSY_TIMEOUT_MS = 1000

/** Inspects an existing file and changes nothing. Checking for damage reads all of it. */
export function sqliteCondition(
  path: string,
  { looksForDamage }: { looksForDamage: boolean },
): SqliteCondition {
  const file = openSqliteForReading(path, BUSY_TIMEOUT_MS)
  try {
    const { engine } = file.prepare(`select sqlite_version() as engine`).get() as { engine: string }
    const tables = file.prepare(`select name from sqlite_master where type = 'table'`).all() as {
      name: string
    }[]
    const isStore = tables.some(({ name }) => name === 'schema_migrations')
    const damage = looksForDamage ? (file.pragma('quick_check(1)', { simple: true }) as string) : undefined
    return {
      engine: `SQLite ${engine}`,
      isStore,
      isForeign: !isStore && tables.length > 0,
      mayWrite: mayWrite(path),
      damage: damage === 'ok' ? null : damage,
    }
  } finally {
    file.close()
  }
}

/** On a connection of its own, because the file may have been read into memory. Closing it rolls back. */
function mayWrite(path: string): SqliteCondition['mayWrite'] {
  const file = openSqliteFile(path, BUSY_TIMEOUT_MS)
  try {
    file.exec('begin immediate')
    // SQLite allows this transaction to begin in a read-only file; only the first change fails.
    file.exec('create table greymark_doctor (probe)')
    return 'yes'
  } catch (error) {
    if (isSqliteBusy(error)) return 'busy'
    return isSqliteDiskFull(error) ? 'disk-full' : 'no'
  } finally {
    file.close()
  }
}

/** With less free space on the disk of a store, the next import may not fit. */
export const MIN_FREE_BYTES = 100_000_000

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The size of a SQLite store with the files beside it, such as the write-ahead log. */
export async function storeBytes(path: string): Promise<number> {
  const [store = path, ...others] = storeFiles(path)
  const { size } = await stat(store)
  const sizes = await Promise.all(
    others.map((other) =>
      stat(other).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, size)
}

/** The condition of a PostgreSQL database. */
export interface PostgresCondition {
  readonly engine: string
  readonly encoding: string
  readonly isReplica: boolean
  readonly isReadOnly: boolean
  readonly isStore: boolean
  /** The most connections at a time that the server allows to this user and database. */
  readonly maxConnections: number
}

export async function postgresCondition(db: Db): Promise<PostgresCondition> {
  const { engine, ...condition } = await oneRow(
    db,
    sql<PostgresCondition>`
    select current_setting('server_version') as engine, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isReplica", current_setting('default_transaction_read_only') = 'on' as "isReadOnly",
      to_regclass('schema_migrations') is not null as "isStore",
      least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as "maxConnections"`,
  )
  return { engine: `PostgreSQL ${engine.split(' ')[0]}`, ...condition }
}

/** Whether the user of this connection may record facts. */
export async function mayRecord(db: Db): Promise<boolean> {
  const { may } = await oneRow(
    db,
    sql<{ may: boolean }>`
    select has_table_privilege('market_version', 'update') and has_table_privilege('rounds', 'insert') as may`,
  )
  return may
}

/** An identifier that a server shares only with its replicas; `null` where the user may not read it. */
export async function serverIdentity(db: Db): Promise<string | null> {
  try {
    const query = sql<{
      identity: string
    }>`select system_identifier::text as identity from pg_control_system()`
    return (await oneRow(db, query)).identity
  } catch {
    return null
  }
}

/** The current time of the PostgreSQL server. */
export async function serverClock(db: Db): Promise<Instant> {
  const query = sql<{ clock: Instant }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as clock`
  return (await oneRow(db, query)).clock
}

export async function openRefusalCount(db: Db): Promise<number> {
  const query = sql<{ n: number }>`select count(*) as n from refusals where settled is null`
  return (await oneRow(db, query)).n
}

export async function databaseBytes(db: Db): Promise<number> {
  const query = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return (await oneRow(db, query)).bytes
}

/** The privileges of a PostgreSQL connection's user. Names are quoted for SQL. */
export interface Privileges {
  readonly role: string
  /** Where tables are created; `null` when the user may use no schema of its search path. */
  readonly schema: string | null
  readonly mayCreateTables: boolean
}

export function privilegesOf(db: Db): Promise<Privileges> {
  return oneRow(
    db,
    sql<Privileges>`
    select quote_ident(current_user) as role, quote_ident(current_schema()) as schema,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables"`,
  )
}
