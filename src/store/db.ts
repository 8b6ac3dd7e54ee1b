import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

const SQLITE = 'sqlite:'
/** A store that lives in this process alone: for the demo, and for trying things out. */
export const IN_MEMORY = 'sqlite::memory:'
/** How long a writer waits for another process that holds the store, such as a large import. */
const BUSY_TIMEOUT_MS = 60_000

/** The problem with a database address, in words, or `undefined`. */
export function databaseUrlFault(url: string): string | undefined {
  if (url === IN_MEMORY)
    return `must name a file, such as sqlite:data/greymark.db: facts in memory are lost at the end`
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return undefined
  // An address of another kind may hold a password.
  const shown = url.replace(/\/\/[^@]*@/, '//***@')
  return `must be sqlite:PATH, for example sqlite:data/greymark.db; got "${shown}"`
}

/** True when there is a store at the address, so that looking at it creates nothing. */
export const storeExists = (url: string): boolean => existsSync(url.slice(SQLITE.length))

/**
 * Opens the store at `sqlite:PATH`, creating it if there is none. SQLite waits for another writer in this very thread: who
 * shares the thread with a server takes a short wait, and tries again.
 */
export function openDb(url: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Db {
  const path = url.slice(SQLITE.length)
  if (url !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.pragma(`busy_timeout = ${busyTimeoutMs}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  return new Kysely({ dialect: new SqliteDialect({ database: keepingStatements(database) }) })
}

/** True when the store is busy, gone or damaged, rather than the question wrong. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|CORRUPT|NOTADB|FULL|READONLY|PERM|AUTH)/.test(error.code)

/** True when another writer holds the store, so that the same can be tried again. */
export const isStoreBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)

/** Kysely prepares a statement anew for each call; most of ours are the same few texts again and again. */
const STATEMENTS_KEPT = 100

function keepingStatements(database: Database.Database): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: STATEMENTS_KEPT })
  return {
    prepare(text) {
      const statement = kept.get(text) ?? (database.prepare(text) as unknown as SqliteStatement)
      kept.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}
