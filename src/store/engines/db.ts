import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { invariant } from '../../invariant.ts'
import { type Instant, msOf } from '../../market/calendar.ts'
import { settlesWithin } from '../../settles-within.ts'
import type { Tables } from '../tables.ts'
import { IN_MEMORY, isPostgres } from './database-url.ts'
import {
  isPostgresBusy,
  isPostgresForbidden,
  isPostgresUnavailable,
  type PostgresOptions,
  postgresConnections,
  ReplicaBehind,
} from './postgres.ts'
import {
  isSqliteBusy,
  isSqliteUnavailable,
  NoStoreThere,
  sqliteDialect,
  sqliteReadingDialect,
} from './sqlite.ts'

export type Db = Kysely<Tables>

export interface OpenOptions extends Omit<PostgresOptions, 'lockTimeoutMs'> {
  /** How long a writer waits for another writer. On SQLite the wait blocks this thread. */
  readonly busyTimeoutMs?: number
  /** SQLite: opens an existing file read-only. */
  readonly isForReading?: boolean
}

/** A large import holds the store for about this long. */
const BUSY_TIMEOUT_MS = 60_000

const breakers = new WeakMap<Db, () => void>()

/** Opens the store at an address, creating a SQLite file if there is none. */
export function openDb(
  url: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, isForReading = false, ...options }: OpenOptions = {},
): Db {
  const sqlite = isForReading && url !== IN_MEMORY ? sqliteReadingDialect : sqliteDialect
  if (!isPostgres(url)) return new Kysely({ dialect: sqlite(url, busyTimeoutMs) })
  const { dialect, breakOff } = postgresConnections(url, { lockTimeoutMs: busyTimeoutMs, ...options })
  const db: Db = new Kysely({ dialect })
  breakers.set(db, breakOff)
  return db
}

/** Breaks off all queries to a store that has stopped answering; the next query connects again. */
export const abandonConnections = (db: Db): void => breakers.get(db)?.()

const CLOSE_WITHIN_MS = 1000

/** Closes the connections, without waiting for a server that has stopped answering. */
export async function closeDb(db: Db): Promise<void> {
  if (!(await settlesWithin(CLOSE_WITHIN_MS, db.destroy()))) abandonConnections(db)
}

/** True for a handle, or a transaction, on PostgreSQL. */
export const isOnPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** The row of a query that always returns one. */
export async function oneRow<T>(db: Db, query: RawBuilder<T>): Promise<T> {
  const { rows } = await query.execute(db)
  return invariant(rows[0], 'the row of a query')
}

/** True for a server that follows another one, and so may lag behind it. */
export async function isReplica(db: Db): Promise<boolean> {
  if (!isOnPostgres(db)) return false
  const { is } = await oneRow(db, sql<{ is: boolean }>`select pg_is_in_recovery() as is`)
  return is
}

/** How far a replica has come, by positions in the log of its primary, in bytes. */
export interface ReplicaProgress {
  readonly received: number
  readonly replayed: number
  /** True while it is connected to its primary. */
  readonly isReceiving: boolean
}

/** `null` for a server that is no replica. A replica that has not received anything since its start counts from there. */
export async function replicaProgress(db: Db): Promise<ReplicaProgress | null> {
  const { rows } = await sql<ReplicaProgress>`
    select (coalesce(pg_last_wal_receive_lsn(), replayed) - '0/0')::bigint as received,
      (replayed - '0/0')::bigint as replayed,
      exists (select from pg_stat_wal_receiver) as "isReceiving"
    from pg_last_wal_replay_lsn() as replayed where pg_is_in_recovery()`.execute(db)
  return rows[0] ?? null
}

/** True when the store is busy, gone or damaged, rather than the query wrong. */
export const isStoreUnavailable = (error: unknown): boolean =>
  isSqliteUnavailable(error) || isPostgresUnavailable(error) || isPostgresBusy(error)

/** True when the database user lacks a privilege, so that a retry does not help. */
export const isStoreForbidden = (error: unknown): boolean => isPostgresForbidden(error)

/** True when another writer holds the store, so that a retry may succeed. */
export const isStoreBusy = (error: unknown): boolean => isSqliteBusy(error) || isPostgresBusy(error)

export { IN_MEMORY, isPostgres, NoStoreThere, ReplicaBehind }

/** Keeps one thing for each store. */
export function onePerStore<T extends object>(create: (db: Db) => T): (db: Db) => T {
  const byStore = new WeakMap<Db, T>()
  return (db) => {
    const kept = byStore.get(db) ?? create(db)
    byStore.set(db, kept)
    return kept
  }
}

/** Reads a value of a store once, as long as it is among the `max` values that were read last. */
export function cachedPerStore<T extends object>(
  max: number,
): (db: Db, key: string, read: () => Promise<T>) => Promise<T> {
  const cacheOf = onePerStore(() => new LRUCache<string, T>({ max }))
  return async (db, key, read) => {
    const cache = cacheOf(db)
    const value = cache.get(key) ?? (await read())
    cache.set(key, value)
    return value
  }
}

/** How long, and at what interval, a writer retries while another one holds the store. */
const PATIENCE_MS = 60_000
const AGAIN_AFTER_MS = 250

/** Retries a write while another writer holds the store, for about a minute. */
export async function whileBusy<T>(now: () => Instant, attempt: () => Promise<T>): Promise<T> {
  const since = msOf(now())
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const isOver = tries * AGAIN_AFTER_MS >= PATIENCE_MS || msOf(now()) - since >= PATIENCE_MS
      if (!isStoreBusy(error) || isOver) throw error
      await setTimeout(AGAIN_AFTER_MS)
    }
  }
}
