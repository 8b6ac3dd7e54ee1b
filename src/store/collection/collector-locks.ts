import { settlesWithin } from '../../settles-within.ts'
import { isPostgres, postgresClient } from '../engines/postgres.ts'

/**
 * `charge`: which process reads a source by its schedule, held for as long as it runs. `work`: who reads it just now,
 * held during one round, also by an operator's command.
 */
export type CollectorLock = 'charge' | 'work'

/** The locks of one process. They last as long as its connection to the database does. */
export interface CollectorLocks {
  /** Aborted, with the reason, as soon as the locks are gone. */
  readonly lost: AbortSignal
  /** Takes the locks that nobody holds, and gives the sources whose lock it now has. */
  take(lock: CollectorLock, sources: readonly string[]): Promise<string[]>
  release(lock: CollectorLock, source: string): Promise<void>
  /** Gives all locks back. Takes no longer than a second, even when the database hangs. */
  close(): Promise<void>
}

export interface LockTiming {
  /** How often the process looks whether its connection lives. */
  readonly lookEveryMs: number
  /** An answer that takes longer will not come. */
  readonly answerWithinMs: number
  /** The database gives up a process that it has not heard for this long: one that hangs, or whose machine is gone. */
  readonly leaseMs: number
}

/** A process that cannot reach the database knows it well before the database lets another one have its locks. */
const TIMING: LockTiming = { lookEveryMs: 5000, answerWithinMs: 3000, leaseMs: 30_000 }
const CLOSE_WITHIN_MS = 1000

/** On PostgreSQL several processes may collect; a SQLite store belongs to one machine, and one process collects there. */
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
  let looking: NodeJS.Timeout | undefined
  let ending: Promise<void> | undefined
  const lose = (cause: unknown) => {
    clearInterval(looking)
    if (losing.signal.aborted) return
    losing.abort(lostBecause(cause))
    ending = client.end().catch(() => undefined)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('it was closed')))

  let before: Promise<unknown> = Promise.resolve()
  /** One question at a time, in order. None of them can be wrong, so that a failed one means that the connection is. */
  const ask = (text: string, ...values: unknown[]) => {
    const question = { text, values, query_timeout: timing.answerWithinMs }
    const answer = before.then(() => client.query(question))
    before = answer.catch(lose)
    return answer.then(
      ({ rows }) => rows,
      () => Promise.reject(losing.signal.reason),
    )
  }

  try {
    await client.connect()
    const [server] = await ask(BEGIN, String(timing.leaseMs))
    if (server.isStandby)
      throw new Error('the database is a standby, which only reads: DATABASE_URL must name the primary')
  } catch (error) {
    lose(error)
    throw error
  }
  looking = setInterval(() => ask('select 1').catch(() => undefined), timing.lookEveryMs).unref()

  return {
    lost: losing.signal,
    async take(lock, sources) {
      const rows = await ask(TAKE, keyOf(lock), sources)
      return rows.filter(({ isTaken }) => isTaken).map(({ source }) => source)
    },
    async release(lock, source) {
      // A connection that is lost has released it.
      await ask(RELEASE, keyOf(lock), source).catch(() => undefined)
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

/** Who asks waits until nobody else asks, so that of two processes that start together one gets all. */
const TAKE = `
  with turn as materialized (select pg_advisory_xact_lock(hashtextextended('greymark collectors', 0)))
  select source, pg_try_advisory_lock(hashtextextended($1 || source, 0)) as "isTaken"
  from turn, unnest($2::text[]) as wanted (source)`

const RELEASE = `select pg_advisory_unlock(hashtextextended($1 || $2, 0))`

const lostBecause = (cause: unknown): Error =>
  new Error(`the connection to the database was lost: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
