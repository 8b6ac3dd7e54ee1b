import { type AdvisoryLocks, type LockTiming, openAdvisoryLocks } from '../engines/advisory-locks.ts'
import { isPostgres } from '../engines/database-url.ts'

/**
 * `charge`: the process that collects a source by its schedule holds it for as long as it runs. `work`: held during one
 * round, also by an operator's command.
 */
export type CollectorLock = 'charge' | 'work'

/** The advisory locks of one process. They last as long as its database connection. */
export interface CollectorLocks extends Pick<AdvisoryLocks, 'lost' | 'close'> {
  /** Takes the locks that are free and returns the sources whose lock was taken. */
  take(lock: CollectorLock, sources: readonly string[]): Promise<string[]>
  release(lock: CollectorLock, source: string): Promise<void>
}

/** On PostgreSQL several processes may collect. A SQLite store belongs to one machine, where one process collects. */
export const openCollectorLocks = async (
  url: string,
  timing: Partial<LockTiming> = {},
): Promise<CollectorLocks> => (isPostgres(url) ? bySource(await openAdvisoryLocks(url, timing)) : unshared())

export const unshared = (): CollectorLocks => ({
  lost: new AbortController().signal,
  take: async (_lock, sources) => [...sources],
  release: async () => undefined,
  close: async () => undefined,
})

const bySource = ({ lost, take, release, close }: AdvisoryLocks): CollectorLocks => ({
  lost,
  take: (lock, sources) => take(keyOf(lock), sources),
  release: (lock, source) => release(keyOf(lock), source),
  close,
})

const keyOf = (lock: CollectorLock): string => `greymark ${lock} `
