import type { Instant } from '../market/calendar.ts'
import type { Source } from '../sources/source.ts'
import { openDb } from '../store/db.ts'
import type { RoundReport } from './collect-round.ts'
import { politeGet } from './download/polite-get.ts'
import { startSchedule } from './schedule.ts'

export interface CollectorOptions {
  readonly databaseUrl: string
  readonly upstreamBase: string
  readonly contact: string
  readonly sources: readonly Source[]
  readonly known: readonly Source[]
  readonly now: () => Instant
  readonly onRound: (report: RoundReport) => void
  readonly onError: (source: Source, error: unknown) => void
}

export interface Collector {
  stop(): Promise<void>
}

/** The server shares the thread, and must not stand still while a large import holds the store. */
const SHORT_WAIT_MS = 20

/** Collects in the background, on a connection of its own, so that no round holds an answer up. */
export function startCollector(options: CollectorOptions): Collector {
  const { databaseUrl, upstreamBase, contact, now } = options
  const db = openDb(databaseUrl, { busyTimeoutMs: SHORT_WAIT_MS })
  const ending = new AbortController()
  const get = politeGet({ upstreamBase, contact, now, signal: ending.signal })
  const onError = (source: Source, error: unknown) => {
    if (!ending.signal.aborted) options.onError(source, error)
  }
  const schedule = startSchedule({ ...options, db, get, onError })
  return {
    async stop() {
      ending.abort()
      await schedule.stop()
      await db.destroy()
    },
  }
}
