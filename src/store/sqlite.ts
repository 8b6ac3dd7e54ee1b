import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'

const SQLITE = 'sqlite:'
/** A store that lives in this process alone: for the demo, and for trying things out. */
export const IN_MEMORY = 'sqlite::memory:'

export const isSqlite = (url: string): boolean => url.startsWith(SQLITE)

export const sqlitePath = (url: string): string => url.slice(SQLITE.length)

export const sqliteFileExists = (url: string): boolean => existsSync(sqlitePath(url))

/** SQLite waits for another writer in this very thread: who shares the thread with a server takes a short wait, and tries again. */
export function sqliteDialect(url: string, busyTimeoutMs: number): SqliteDialect {
  const path = sqlitePath(url)
  if (url !== IN_MEMORY) mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  database.pragma(`busy_timeout = ${busyTimeoutMs}`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  return new SqliteDialect({ database: keepingStatements(database) })
}

/** True when the file is busy, gone or damaged, rather than the question wrong. */
export const isSqliteUnavailable = (error: unknown): boolean =>
  error instanceof Database.SqliteError &&
  /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|CORRUPT|NOTADB|FULL|READONLY|PERM|AUTH)/.test(error.code)

/** True when another writer holds the file, so that the same can be tried again. */
export const isSqliteBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)

/** A file as SQLite itself sees it: for copying, checking and locking it whole. */
export type SqliteFile = Database.Database

/** Opens a file that is there, and leaves it as it is: nothing is created, and its journal stays of its kind. */
export const openSqliteFile = (path: string, busyTimeoutMs: number): SqliteFile =>
  new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })

/** True when the file is no SQLite file, or not a whole one. */
export const isSqliteDamaged = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)

/** True when the place that is written to is full, or may not be written. */
export const isSqliteUnwritable = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/.test(error.code)

/** Kysely prepares a statement anew for each call; most of ours are the same few texts again and again. */
const STATEMENTS_KEPT = 100

/** SQLite has rolled back by itself, as on a full disk: the error of another rollback would hide the one that matters. */
const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

const FOR_EACH_ROW = '/* for each row */ '

/** A statement that writes, run once for each row of values, in one go. */
export const forEachRow = (text: string, rows: readonly (readonly unknown[])[]): CompiledQuery =>
  CompiledQuery.raw(FOR_EACH_ROW + text, [...rows])

function runForEachRow(statement: SqliteStatement): SqliteStatement {
  return {
    ...NOTHING_TO_DO,
    run(rows) {
      let changes = 0
      for (const row of rows) changes += Number(statement.run(row as unknown[]).changes)
      return { changes, lastInsertRowid: 0 }
    },
  }
}

function keepingStatements(database: Database.Database): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: STATEMENTS_KEPT })
  const prepared = (text: string) => {
    const statement = database.prepare(text) as unknown as SqliteStatement
    return text.startsWith(FOR_EACH_ROW) ? runForEachRow(statement) : statement
  }
  return {
    prepare(text) {
      if (text === 'rollback' && !database.inTransaction) return NOTHING_TO_DO
      const statement = kept.get(text) ?? prepared(text)
      kept.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}
