import type { Source } from '../sources/source.ts'
import { openCollectorLocks } from '../store/collection/collector-locks.ts'
import { abandonConnections, closeDb, openDb } from '../store/engines/db.ts'
import { politeGet } from './download/polite-get.ts'
import { type ScheduleOptions, startSchedule } from './schedule.ts'

export interface CollectorOptions extends Omit<ScheduleOptions, 'db' | 'get' | 'openLocks'> {
  readonly databaseUrl: string
  readonly upstreamBase: string
  readonly contact: string
  readonly agent: string
}

export interface Collector {
  stop(): Promise<void>
}

/**
 * SQLite waits in this thread, which must still notice that it should stop; so waits are short, and a round retries.
 */
const SHORT_WAIT_MS = 20

/** Collects in the background on its own connection, so that no round delays an answer. */
export function startCollector(options: CollectorOptions): Collector {
  const { databaseUrl, upstreamBase, contact, agent, now } = options
  const db = openDb(databaseUrl, { busyTimeoutMs: SHORT_WAIT_MS })
  const ending = new AbortController()
  const get = politeGet({ upstreamBase, contact, agent, db, now, signal: ending.signal })
  const onError = (source: Source, error: unknown) => {
    if (!ending.signal.aborted) options.onError(source, error)
  }
  const onLost = (message: string) => {
    // Running rounds are over: none may wait for an answer from a database that is gone.
    abandonConnections(db)
    options.onLost?.(message)
  }
  const openLocks = () => openCollectorLocks(databaseUrl)
  const schedule = startSchedule({ ...options, db, get, openLocks, onError, onLost })
  return {
    async stop() {
      ending.abort()
      await schedule.stop()
      await closeDb(db)
    },
  }
}
