import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { makeFolder } from './make-folder.ts'

const SQLITE = 'sqlite:'
/** A store that lives in this process alone: for the demo, and for trying things out. */
export const IN_MEMORY = 'sqlite::memory:'

export const isSqlite = (url: string): boolean => url.startsWith(SQLITE)

export const sqlitePath = (url: string): string => url.slice(SQLITE.length)

export const sqliteFileExists = (url: string): boolean => existsSync(sqlitePath(url))

/** SQLite waits for another writer in this very thread: who shares the thread with a server takes a short wait, and tries again. */
export function sqliteDialect(url: string, busyTimeoutMs: number): SqliteDialect {
  const path = sqlitePath(url)
  if (url !== IN_MEMORY) makeFolder(dirname(path))
  const database = new Database(path)
  database.pragma(`busy_timeout = ${busyTimeoutMs}`)
  refuseForeignTables(database)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  return new SqliteDialect({ database: keepingStatements(database) })
}

/** There is something at the address, and it is no store. */
export class NoStoreThere extends Error {
  override readonly name = 'NoStoreThere'
  constructor(found: string) {
    super(`what DATABASE_URL names is no store of Greymark: it ${found}; check DATABASE_URL`)
  }
}

/** A file in which another program keeps its tables is not ours to change, not even in its kind of journal. */
function refuseForeignTables(database: Database.Database): void {
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
  if (tables.length === 0 || tables.includes('schema_migrations')) return
  database.close()
  throw new NoStoreThere('holds tables of another program')
}

/** As `sqliteDialect`, of a file that is there, for reading alone: its place need not be one that can be written. */
export function sqliteReadingDialect(url: string, busyTimeoutMs: number): SqliteDialect {
  const database = openSqliteForReading(sqlitePath(url), busyTimeoutMs)
  database.pragma('query_only = on')
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

/** Where a file's header says which kind of journal it has, and the value for one that needs no file beside it. */
const JOURNAL_KIND = { from: 18, to: 20, rollback: 1 } as const

/**
 * Opens a file that is there for reading. A store needs files beside it even to be read; where none can be made, it is read
 * into memory instead, unless changes lie beside it that would be missing then.
 */
export function openSqliteForReading(path: string, busyTimeoutMs: number): SqliteFile {
  const file = openSqliteFile(path, busyTimeoutMs)
  try {
    file.prepare(`select count(*) from sqlite_master`).get()
    return file
  } catch (error) {
    file.close()
    if (!isSqliteUnwritable(error) || hasChangesBeside(path)) throw error
    return new Database(withRollbackJournal(path, error))
  }
}

const hasChangesBeside = (path: string): boolean =>
  ['-wal', '-journal'].some((ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) > 0)

function withRollbackJournal(path: string, cause: unknown): Buffer {
  try {
    return readFileSync(path).fill(JOURNAL_KIND.rollback, JOURNAL_KIND.from, JOURNAL_KIND.to)
  } catch {
    // What SQLite says of a file that may not be read has advice; what the system says has none.
    throw cause
  }
}

/** True when the file is no SQLite file, or not a whole one. */
export const isSqliteDamaged = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)

/** True when the place that is written to is full, or may not be written. */
export const isSqliteUnwritable = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/.test(error.code)

/** The disk is full, or what the user or a file may take of it. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** The error of a file beside the store as SQLite would report it of the store, so that one place finds words for both. */
export function sqliteErrorOfFile(error: unknown): Error {
  const { code = '', message } = error as NodeJS.ErrnoException
  return NO_ROOM.includes(code)
    ? new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
    : new Database.SqliteError(`unable to open database file: ${message}`, 'SQLITE_CANTOPEN')
}

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
