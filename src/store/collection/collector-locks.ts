import { settlesWithin } from '../../settles-within.ts'
import { isPostgres, postgresClient } from '../engines/postgres.ts'

/**
 * `charge`: the process that collects a source by its schedule holds it for as long as it runs. `work`: held during one
 * round, also by an operator's command.
 */
export type CollectorLock = 'charge' | 'work'

/** The advisory locks of one process. They last as long as its database connection. */
export interface CollectorLocks {
  /** Aborted, with the reason, as soon as the locks are lost. */
  readonly lost: AbortSignal
  /** Takes the locks that are free and returns the sources whose lock was taken. */
  take(lock: CollectorLock, sources: readonly string[]): Promise<string[]>
  release(lock: CollectorLock, source: string): Promise<void>
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

/** On PostgreSQL several processes may collect. A SQLite store belongs to one machine, where one process collects. */
export const openCollectorLocks = (url: string, timing: Partial<LockTiming> = {}): Promise<CollectorLocks> =>
  isPostgres(url) ? lockSession(url, { ...TIMING, ...timing }) : Promise.resolve(unshared())

export const unshared = (): CollectorLocks => ({
  lost: new AbortController().signal,
  take: async (_lock, sources) => [...sources],
  release: async () => undefined,
  close: async () => undefined,
})

async function lockSession(url: string, timing: LockTiming): Promise<CollectorLocks> {
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
    async take(lock, sources) {
      const rows = await query(TAKE, keyOf(lock), sources)
      return rows.filter(({ isTaken }) => isTaken).map(({ source }) => source)
    },
    async release(lock, source) {
      // A lost connection has released it already.
      await query(RELEASE, keyOf(lock), source).catch(() => undefined)
    },
    async close() {
      lose(new Error('this process closed it'))
      if (ending) await settlesWithin(CLOSE_WITHIN_MS, ending)
    },
  }
}

const keyOf = (lock: CollectorLock): string => `greymark ${lock} `

const BEGIN = `
  select set_config('idle_session_timeout', $1, false), pg_is_in_recovery() as "isStandby"`

/** Callers wait for each other, so that of two processes that start together one gets all locks. */
const TAKE = `
  with queue as materialized (select pg_advisory_xact_lock(hashtextextended('greymark collectors', 0)))
  select source, pg_try_advisory_lock(hashtextextended($1 || source, 0)) as "isTaken"
  from queue, unnest($2::text[]) as requested (source)`

const RELEASE = `select pg_advisory_unlock(hashtextextended($1 || $2, 0))`

const connectionLost = (cause: unknown): Error =>
  new Error(`the connection to the database was lost: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
