import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type AdvisoryLocks, type LockTiming, openAdvisoryLocks } from '../engines/advisory-locks.ts'
import { isPostgres, sqlitePath } from '../engines/database-url.ts'
import { type LockFile, lockFileBeside } from '../engines/sqlite-lock-file.ts'

/**
 * `charge`: the process that collects a source by its schedule holds it for as long as it runs. `work`: held during one
 * round, also by an operator's command.
 */
type CollectorLock = 'charge' | 'work'

/** The locks of one process. They last as long as its database connection, or with SQLite as long as the process. */
export interface CollectorLocks extends Pick<AdvisoryLocks, 'lost' | 'close'> {
  /** Takes the locks that are free and returns the sources whose lock was taken. */
  take(lock: CollectorLock, sources: readonly string[]): Promise<string[]>
  release(lock: CollectorLock, source: string): Promise<void>
}

export const openCollectorLocks = async (
  url: string,
  timing: Partial<LockTiming> = {},
): Promise<CollectorLocks> =>
  isPostgres(url) ? bySource(await openAdvisoryLocks(url, timing)) : inFiles(sqlitePath(url))

/** With SQLite a lock is a file in a folder beside the store. The system frees it when its process ends. */
function inFiles(store: string): CollectorLocks {
  const files = new Map<string, LockFile>()
  const nameOf = (lock: CollectorLock, source: string) => `${lock}-${encodeURIComponent(source)}`
  const isTaken = (name: string) => {
    const file = files.get(name) ?? lockFileBeside(store, join('.locks', name))
    files.set(name, file)
    return file.take()
  }
  return {
    lost: new AbortController().signal,
    take: async (lock, sources) => {
      // Nobody else collects for a store that does not exist, as in a dry run.
      if (!existsSync(store)) return [...sources]
      mkdirSync(`${realpathSync(store)}.locks`, { recursive: true })
      return sources.filter((source) => isTaken(nameOf(lock, source)))
    },
    release: async (lock, source) => files.get(nameOf(lock, source))?.release(),
    close: async () => {
      for (const file of files.values()) file.release()
    },
  }
}

const bySource = ({ lost, take, release, close }: AdvisoryLocks): CollectorLocks => ({
  lost,
  take: (lock, sources) => take(keyOf(lock), sources),
  release: (lock, source) => release(keyOf(lock), source),
  close,
})

const keyOf = (lock: CollectorLock): string => `greymark ${lock} `
