import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { settlesWithin } from '../../settles-within.ts'
import { isPostgres, sqlitePath } from './database-url.ts'
import { postgresClient } from './postgres.ts'
import { isSqliteBusy, openOrCreateSqliteFile, type SqliteFile } from './sqlite.ts'

/**
 * `charge`: the process that collects a source by its schedule holds it for as long as it runs. `work`: held during one
 * round, also by an operator's command. `send`: held by the process that sends alerts.
 */
type LockKind = 'charge' | 'work' | 'send'

/** The locks of one process. They last as long as its database connection, or with SQLite as long as the process. */
export interface ProcessLocks {
  /** Aborted, with the reason, as soon as the locks are lost. */
  readonly lost: AbortSignal
  /** Takes the locks that are free, and returns the names of those that were taken. */
  take(kind: LockKind, names: readonly string[]): Promise<string[]>
  release(kind: LockKind, name: string): Promise<void>
  /** Releases all locks. Takes at most one second, even when the database hangs. */
  close(): Promise<void>
}

export interface LockTiming {
  /** Interval of the check that the locks are still held. */
  readonly checkEveryMs: number
  /** A query without an answer by then counts as failed. */
  readonly answerWithinMs: number
  /** The database ends a session that was idle for this long: its process hangs, or its machine is gone. */
  readonly leaseMs: number
}

/** A process that cannot reach the database notices well before the database gives its locks to another one. */
const TIMING: LockTiming = { checkEveryMs: 5000, answerWithinMs: 3000, leaseMs: 30_000 }
const CLOSE_WITHIN_MS = 1000

export async function openProcessLocks(
  url: string,
  changed: Partial<LockTiming> = {},
): Promise<ProcessLocks> {
  const timing = { ...TIMING, ...changed }
  return isPostgres(url) ? inDatabase(url, timing) : inFiles(sqlitePath(url), timing)
}

/** Advisory locks of PostgreSQL, on a connection of their own. */
async function inDatabase(url: string, timing: LockTiming): Promise<ProcessLocks> {
  const client = await postgresClient(url)
  const losing = new AbortController()
  let checking: NodeJS.Timeout | undefined
  let ending: Promise<void> | undefined
  const lose = (cause: unknown) => {
    clearInterval(checking)
    if (losing.signal.aborted) return
    losing.abort(connectionLost(cause))
    ending = client.end().catch(() => undefined)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('it was closed')))

  let before: Promise<unknown> = Promise.resolve()
  /** Runs one query at a time, in order. The queries themselves are correct, so a failure means a broken connection. */
  const query = (text: string, ...values: unknown[]) => {
    const config = { text, values, query_timeout: timing.answerWithinMs }
    const answer = before.then(() => client.query(config))
    before = answer.catch(lose)
    return answer.then(
      ({ rows }) => rows,
      () => Promise.reject(losing.signal.reason),
    )
  }

  try {
    await client.connect()
    const [server] = await query(BEGIN, String(timing.leaseMs))
    if (server.isStandby)
      throw new Error('the database is a standby, which only reads: DATABASE_URL must name the primary')
  } catch (error) {
    lose(error)
    throw error
  }
  checking = setInterval(() => query('select 1').catch(() => undefined), timing.checkEveryMs).unref()

  return {
    lost: losing.signal,
    async take(kind, names) {
      const rows = await query(TAKE, `greymark ${kind} `, names)
      return rows.filter(({ isTaken }) => isTaken).map(({ name }) => name)
    },
    async release(kind, name) {
      // A lost connection has released it already.
      await query(RELEASE, `greymark ${kind} ${name}`).catch(() => undefined)
    },
    async close() {
      lose(new Error('this process closed it'))
      if (ending) await settlesWithin(CLOSE_WITHIN_MS, ending)
    },
  }
}

const BEGIN = `
  select set_config('idle_session_timeout', $1, false), pg_is_in_recovery() as "isStandby"`

/** Callers wait for each other, so that of two processes that start together one gets all locks. */
const TAKE = `
  with queue as materialized (select pg_advisory_xact_lock(hashtextextended('greymark collectors', 0)))
  select name, pg_try_advisory_lock(hashtextextended($1 || name, 0)) as "isTaken"
  from queue, unnest($2::text[]) as requested (name)`

const RELEASE = `select pg_advisory_unlock(hashtextextended($1, 0))`

const connectionLost = (cause: unknown): Error =>
  new Error(`the connection to the database was lost: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })

/** A locked file, and its number on the disk when it was locked. */
export interface LockedFile {
  readonly path: string
  readonly file: SqliteFile
  readonly inode: bigint | undefined
}

/**
 * With SQLite a lock is a file in a folder beside the store, locked by an open transaction: that excludes other processes
 * and other handles of this process alike, and the system ends it with the process. No other code may open the file, since
 * closing it would release the lock of the whole process. A file that was removed or replaced may be another process's.
 */
function inFiles(store: string, { checkEveryMs }: LockTiming): ProcessLocks {
  const held = new Map<string, LockedFile>()
  const losing = new AbortController()
  const lose = (reason: string) => {
    clearInterval(checking)
    for (const { file } of held.values()) file.close()
    held.clear()
    losing.abort(new Error(reason))
  }
  const checking = setInterval(() => {
    for (const { path, inode } of held.values())
      if (inode === undefined || inode !== inodeOf(path))
        return lose(`the file ${path} was removed or replaced`)
  }, checkEveryMs).unref()

  const nameOf = (kind: LockKind, name: string) => `${kind}-${encodeURIComponent(name)}`
  return {
    lost: losing.signal,
    async take(kind, names) {
      losing.signal.throwIfAborted()
      // There is no other process on a store that does not exist, as in a dry run.
      if (!existsSync(store)) return [...names]
      const folder = `${realpathSync(store)}.locks`
      mkdirSync(folder, { recursive: true })
      return names.filter((name) => {
        const file = nameOf(kind, name)
        const lock = held.get(file) ?? lockFile(join(folder, file))
        if (lock) held.set(file, lock)
        return lock !== null
      })
    },
    async release(kind, name) {
      held.get(nameOf(kind, name))?.file.close()
      held.delete(nameOf(kind, name))
    },
    close: async () => lose('this process closed it'),
  }
}

/** Locks a file until its handle is closed; `null` when another process, or another handle of this one, has locked it. */
export function lockFile(path: string): LockedFile | null {
  const file = openOrCreateSqliteFile(path, 0)
  try {
    // Nothing is ever written, so that no file for undoing it is needed.
    file.pragma('journal_mode = memory')
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if (isSqliteBusy(error)) return null
    throw error
  }
  return { path, file, inode: inodeOf(path) }
}

const inodeOf = (path: string): bigint | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
