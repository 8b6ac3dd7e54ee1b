import { settlesWithin } from '../../settles-within.ts'
import { postgresClient } from './postgres.ts'

/** Locks of one process in the database. They last as long as its connection. */
export interface AdvisoryLocks {
  /** Aborted, with the reason, as soon as the locks are lost. */
  readonly lost: AbortSignal
  /** Takes the locks that are free and returns their names. The prefix is a part of the lock's identity. */
  take(prefix: string, names: readonly string[]): Promise<string[]>
  release(prefix: string, name: string): Promise<void>
  /** Releases all locks. Takes at most one second, even when the database hangs. */
  close(): Promise<void>
}

export interface LockTiming {
  /** Interval of the connection check. */
  readonly checkEveryMs: number
  /** A query without an answer by then counts as failed. */
  readonly answerWithinMs: number
  /** The database ends a session that was idle for this long: its process hangs, or its machine is gone. */
  readonly leaseMs: number
}

/** A process that cannot reach the database notices well before the database gives its locks to another one. */
const TIMING: LockTiming = { checkEveryMs: 5000, answerWithinMs: 3000, leaseMs: 30_000 }
const CLOSE_WITHIN_MS = 1000

/** Opens a connection of its own for advisory locks of PostgreSQL. */
export async function openAdvisoryLocks(
  url: string,
  changed: Partial<LockTiming> = {},
): Promise<AdvisoryLocks> {
  const timing = { ...TIMING, ...changed }
  const client = postgresClient(url)
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
    async take(prefix, names) {
      const rows = await query(TAKE, prefix, names)
      return rows.filter(({ isTaken }) => isTaken).map(({ name }) => name)
    },
    async release(prefix, name) {
      // A lost connection has released it already.
      await query(RELEASE, prefix, name).catch(() => undefined)
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

const RELEASE = `select pg_advisory_unlock(hashtextextended($1 || $2, 0))`

const connectionLost = (cause: unknown): Error =>
  new Error(`the connection to the database was lost: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
