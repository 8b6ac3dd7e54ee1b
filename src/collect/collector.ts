import { setTimeout as sleep } from 'node:timers/promises'
import { Cron } from 'croner'
import { settlesWithin } from '../settles-within.ts'
import { BY_INDIAN_CLOCK, ownClock } from '../sources/schedule.ts'
import { installationNumber } from '../store/collection/host-access.ts'
import { abandonConnections, closeDb, openDb } from '../store/engines/db.ts'
import { openProcessLocks, type ProcessLocks } from '../store/engines/process-locks.ts'
import { type CollectorEvent, CollectorLease, type CollectorLeaseOptions } from './collector-lease.ts'
import { politeGet } from './download/polite-get.ts'

interface CollectorOptions extends Omit<CollectorLeaseOptions, 'db' | 'get'> {
  readonly databaseUrl: string
  readonly upstreamBase: string
  readonly contact: string
  readonly agent: string
}

export interface Collector {
  /** Waits a few seconds for running rounds. */
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
  const onEvent = (event: CollectorEvent) => {
    // Running rounds are over: none may wait for an answer from a database that is gone.
    if (event.of === 'loss') abandonConnections(db)
    if (event.of !== 'error' || !ending.signal.aborted) options.onEvent(event)
  }
  const schedule = startSchedule(() => openProcessLocks(databaseUrl), { ...options, db, get, onEvent })
  return {
    async stop() {
      ending.abort()
      await schedule.stop()
      await closeDb(db)
    },
  }
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
/** When old raw answers are removed, in Indian time: at a quiet hour, after the nightly backup of `deploy/`. */
const PRUNE_CRON = '30 3 * * *'

/**
 * Collects each source when it is due, independently of the others, and never in two rounds at once: neither in this
 * process nor in any that shares its locks.
 */
export function startSchedule(
  openLocks: () => Promise<ProcessLocks>,
  options: CollectorLeaseOptions,
  { checkEveryMs, reopenAfterMs } = PACE,
): Collector {
  const { db, sources, onEvent } = options
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
        lease = new CollectorLease(options, locks, stopping.signal)
        while (!stopping.signal.aborted) {
          await lease.check()
          await pause(checkEveryMs, AbortSignal.any([stopping.signal, locks.lost]))
          locks.lost.throwIfAborted()
        }
        await lease.settled()
      } catch (error) {
        if (!stopping.signal.aborted && !isReported)
          onEvent({ of: 'loss', reason: error instanceof Error ? error.message : String(error) })
        isReported = true
      } finally {
        lease = undefined
        await locks?.close()
        locks = undefined
      }
      await pause(reopenAfterMs, stopping.signal)
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
