import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { settlesWithin } from '../settles-within.ts'
import { BY_INDIAN_CLOCK, ownClock } from '../sources/schedule.ts'
import type { Source } from '../sources/source.ts'
import { installationNumber } from '../store/collection/host-access.ts'
import { abandonConnections, closeDb, openDb } from '../store/engines/db.ts'
import { openProcessLocks, type ProcessLocks } from '../store/engines/process-locks.ts'
import { CollectorLease, type CollectorLeaseOptions, PRUNE_CRON } from './collector-lease.ts'
import { politeGet } from './download/polite-get.ts'

interface CollectorOptions extends Omit<ScheduleOptions, 'db' | 'get' | 'openLocks'> {
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
  const openLocks = () => openProcessLocks(databaseUrl)
  const schedule = startSchedule({ ...options, db, get, openLocks, onError, onLost })
  return {
    async stop() {
      ending.abort()
      await schedule.stop()
      await closeDb(db)
    },
  }
}

interface ScheduleOptions extends CollectorLeaseOptions {
  readonly openLocks: () => Promise<ProcessLocks>
  /**
   * Called when the locks are lost, so that this process collects nothing until it has new ones. Called once per loss.
   */
  readonly onLost?: (message: string) => void
  readonly pace?: Partial<Pace>
}

export interface Pace {
  /** Interval at which a process checks for sources that no process owns any more. */
  readonly checkEveryMs: number
  /** Delay before it requests new locks after losing its own. */
  readonly reopenAfterMs: number
}

const PACE: Pace = { checkEveryMs: 10_000, reopenAfterMs: 1500 }
/** A round that still runs after this time is aborted, and repeated after the next start. */
const STOP_WITHIN_MS = 4000

export interface RunningSchedule {
  /** Stops the schedule, and waits a few seconds for running rounds. */
  stop(): Promise<void>
}

/**
 * Collects each source when it is due, independently of the others, and never in two rounds at once: neither in this
 * process nor in any that shares its locks.
 */
export function startSchedule(options: ScheduleOptions): RunningSchedule {
  const { db, sources, openLocks, onLost } = options
  const pace = { ...PACE, ...options.pace }
  const stopping = new AbortController()
  let lease: CollectorLease | undefined
  let locks: ProcessLocks | undefined
  const crons: Cron[] = []

  /** Starts the clocks, once the store says which minute is ours. */
  async function startCrons(): Promise<void> {
    if (crons.length > 0) return
    const installation = await installationNumber(db)
    if (stopping.signal.aborted) return
    for (const source of sources)
      for (const pattern of source.schedule.cron)
        crons.push(new Cron(pattern, ownClock(source.schedule, installation), () => lease?.begin(source)))
    crons.push(new Cron(PRUNE_CRON, BY_INDIAN_CLOCK, () => lease?.prune()))
  }

  async function holdLocks(): Promise<void> {
    let isReported = false
    while (!stopping.signal.aborted) {
      try {
        locks = await openLocks()
        await startCrons()
        isReported = false
        await hold(locks)
      } catch (error) {
        if (!stopping.signal.aborted && !isReported)
          onLost?.(error instanceof Error ? error.message : String(error))
        isReported = true
      }
      await pause(pace.reopenAfterMs, stopping.signal)
    }
  }

  /** Checks repeatedly until the schedule stops. Throws when the locks are lost. */
  async function hold(held: ProcessLocks): Promise<void> {
    const newLease = new CollectorLease(options, held, stopping.signal)
    lease = newLease
    try {
      while (!stopping.signal.aborted) {
        await newLease.check()
        await pause(pace.checkEveryMs, AbortSignal.any([stopping.signal, held.lost]))
        held.lost.throwIfAborted()
      }
      await newLease.settled()
    } finally {
      lease = undefined
      await held.close()
    }
  }
  const holding = holdLocks()

  return {
    async stop() {
      stopping.abort()
      for (const cron of crons) cron.stop()
      await settlesWithin(STOP_WITHIN_MS, holding)
      await locks?.close()
    },
  }
}

/** Random variation, so that several processes do not connect all at once. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms * (0.8 + Math.random() * 0.4), undefined, { signal }).catch(() => undefined)
