import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

const SQLITE = 'sqlite:'
/** How long a writer waits for another process that holds the store, such as a large import. */
const BUSY_TIMEOUT_MS = 60_000

/** The problem with a database address, in words, or `undefined`. */
export function databaseUrlFault(url: string): string | undefined {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return undefined
  return `must be sqlite:PATH, for example sqlite:data/greymark.db; got "${url}"`
}

/** Opens the store at `sqlite:PATH` (`sqlite::memory:` for one that lives in this process alone). */
export function openDb(url: string): Db {
  const path = url.slice(SQLITE.length)
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  return new Kysely({ dialect: new SqliteDialect({ database }) })
}
