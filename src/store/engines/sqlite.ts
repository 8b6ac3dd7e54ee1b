import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { LRUCache } from 'lru-cache'
import { IN_MEMORY, sqlitePath } from './database-url.ts'
import { makeFolder } from './make-folder.ts'

export { sqlitePath }

/** False only when nothing is there. A path that cannot be examined is opened, because that error explains why. */
export function sqliteFileExists(url: string): boolean {
  try {
    statSync(sqlitePath(url))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/**
 * SQLite waits for another writer in this thread: a caller that shares the thread with a server uses a short timeout
 * and retries.
 */
export function sqliteDialect(url: string, busyTimeoutMs: number): SqliteDialect {
  const path = sqlitePath(url)
  if (url !== IN_MEMORY) makeFolder(dirname(path))
  const database = new Database(path)
  database.pragma(`busy_timeout = ${busyTimeoutMs}`)
  refuseForeignTables(database)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  return new SqliteDialect({ database: withStatementCache(database) })
}

/** Something exists at the address, but it is no store. */
export class NoStoreThere extends Error {
  override readonly name = 'NoStoreThere'
  constructor(found: string) {
    super(`the database named by DATABASE_URL is no store of Greymark: it ${found}; check DATABASE_URL`)
  }
}

/** The file of another program must not be changed, not even its journal mode. */
function refuseForeignTables(database: Database.Database): void {
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
  if (tables.length === 0 || tables.includes('schema_migrations')) return
  database.close()
  throw new NoStoreThere('holds tables of another program')
}

/** As `sqliteDialect`, for reading an existing file; its folder need not be writable. */
export function sqliteReadingDialect(url: string, busyTimeoutMs: number): SqliteDialect {
  const database = openSqliteForReading(sqlitePath(url), busyTimeoutMs)
  database.pragma('query_only = on')
  return new SqliteDialect({ database: withStatementCache(database) })
}

/** True when the file is busy, gone or damaged, rather than the query wrong. */
export const isSqliteUnavailable = (error: unknown): boolean =>
  hasCode(error, /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|CORRUPT|NOTADB|FULL|READONLY|PERM|AUTH)/)

/** True when another writer holds the file, so that a retry may succeed. */
export const isSqliteBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_(BUSY|LOCKED)/)

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Database.SqliteError && codes.test(error.code)

/** Direct access to a file, for copying, checking and locking it whole. */
export type SqliteFile = Database.Database

/** Opens an existing file and leaves it as it is: nothing is created, and the journal mode is not changed. */
export const openSqliteFile = (path: string, busyTimeoutMs: number): SqliteFile =>
  new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })

/** As `openSqliteFile`; a file that is not there is created, empty. */
export const openOrCreateSqliteFile = (path: string, busyTimeoutMs: number): SqliteFile =>
  new Database(path, { timeout: busyTimeoutMs })

/** The bytes of a file's header that name its journal mode, and the value of the mode that needs no other file. */
const JOURNAL_KIND = { from: 18, to: 20, rollback: 1 } as const

/**
 * Opens an existing file for reading. A store needs other files beside it even to be read. Where none can be created,
 * it is read into memory, unless there are changes beside it, which would be missing.
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
    // SQLite's error for an unreadable file comes with advice to the user; the system's error does not.
    throw cause
  }
}

/** True when the file is not a SQLite file, or is incomplete. */
export const isSqliteDamaged = (error: unknown): boolean => hasCode(error, /^SQLITE_(NOTADB|CORRUPT)/)

/** True when the disk is full, which SQLite also reports as an error of the disk. */
export const isSqliteDiskFull = (error: unknown): boolean => hasCode(error, /^SQLITE_(FULL|IOERR)/)

/** True when the target is full or not writable. */
export const isSqliteUnwritable = (error: unknown): boolean =>
  hasCode(error, /^SQLITE_(FULL|READONLY|CANTOPEN|IOERR)/)

/** Kysely prepares a statement again for each call, and most of ours are the same few texts. */
const MAX_CACHED_STATEMENTS = 100

/**
 * SQLite has rolled back by itself, for example on a full disk. The error of another rollback would hide the original
 * one.
 */
const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

const FOR_EACH_ROW = '/* for each row */ '

/** A writing statement, run once for each row of values in one call. */
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

function withStatementCache(database: Database.Database): SqliteDatabase {
  const cache = new LRUCache<string, SqliteStatement>({ max: MAX_CACHED_STATEMENTS })
  const prepared = (text: string) => {
    const statement = database.prepare(text) as unknown as SqliteStatement
    return text.startsWith(FOR_EACH_ROW) ? runForEachRow(statement) : statement
  }
  return {
    prepare(text) {
      if (text === 'rollback' && !database.inTransaction) return NOTHING_TO_DO
      const statement = cache.get(text) ?? prepared(text)
      cache.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}
