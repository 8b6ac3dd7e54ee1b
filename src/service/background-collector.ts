import type { Logger } from 'pino'
import type { Collector } from '../collect/collector.ts'
import type { CollectorEvent } from '../collect/collector-lease.ts'
import type { Config } from '../config.ts'
import { aheadOfMachineMs } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import type { Metrics } from '../operate/metrics.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { SOURCES } from '../sources/registry.ts'
import { superviseWorker } from './background/supervised-worker.ts'
import { onThread, scriptBeside } from './background/worker-thread.ts'

/** Pause before a crashed collector restarts: the cause may persist, and upstreams must not get more requests for it. */
const PAUSE_MS = 60_000
/** Longer than a collector takes to finish its rounds and close its database. */
const END_WITHIN_MS = 6000

/**
 * Size of the thread's young generation. Nearly all objects of a parsed document are short-lived, and a small young
 * generation frees them soon: the process needs hundreds of megabytes less, for about the same processor time.
 */
const YOUNG_MB = 12

const THREAD = scriptBeside(import.meta.url, 'collector-thread')

/** The data that the collector thread is started with. */
export interface CollectorTask {
  readonly config: Config
  readonly aheadMs: number
}

export interface BackgroundCollectorOptions {
  readonly now: () => Instant
  readonly log: Logger
  readonly metrics: Metrics
  /** Makes all commits visible to the service. */
  readonly refresh: () => Promise<void>
}

/** Collects on its own thread while the service runs; the result of each round is logged and counted on this thread. */
export function collectInBackground(
  config: Config,
  { chosen, known }: SourceChoice,
  { now, log, metrics, refresh }: BackgroundCollectorOptions,
): Collector {
  for (const { id } of known.filter((source) => !SOURCES.includes(source) && !chosen.includes(source)))
    log.warn(`SOURCE_FILES describes ${id}, but SOURCES does not name it, so it is not collected`)
  if (config.CONTACT === '')
    log.warn('CONTACT is not set: upstreams cannot see who sends the requests and may refuse them')
  const task: CollectorTask = { config, aheadMs: aheadOfMachineMs(now) }
  const report = reporterOf(config, log, metrics)
  const thread = superviseWorker<CollectorEvent>({
    start: onThread({
      name: 'collector',
      script: THREAD,
      data: task,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    }),
    onMessage: async (message) => {
      // First, so that the facts are in the very next answer once the round is logged and counted.
      if (message.of === 'round' && message.round.taken > 0)
        await refresh().catch((error) => log.warn({ err: error }, 'the facts of a round are not shown yet'))
      report(message)
    },
    onFailure: (error) => log.error({ err: error }, 'a message of the collector could not be handled'),
    onCrash: (error) => {
      metrics.isCollecting = false
      log.error({ err: error }, 'the collector crashed and restarts in a minute')
    },
    pauseMs: PAUSE_MS,
    endWithinMs: END_WITHIN_MS,
  })
  return {
    stop() {
      metrics.isCollecting = false
      return thread.stop()
    },
  }
}

/** Returns a function that logs and counts the messages of the collector. */
function reporterOf(config: Config, log: Logger, metrics: Metrics): (message: CollectorEvent) => void {
  const errors = log.child({}, { serializers: { err: (error) => error } })
  return (message) => {
    switch (message.of) {
      case 'round': {
        metrics.round(message.round)
        const { refusedBy, rows: _, ...round } = message.round
        const refusals = Object.fromEntries(refusedBy)
        const text = `read ${round.source}: ${round.outcome}`
        return log[round.fault === null ? 'info' : 'warn']({ ...round, refusals }, text)
      }
      case 'error':
        return errors.error({ err: message.error }, `the round of ${message.source} failed`)
      case 'charge':
        metrics.isCollecting = true
        return log.info(`this process collects from ${message.sources.join(', ')}`)
      case 'stand-by':
        return log.info(
          `another process collects from ${message.sources.join(', ')}: this one takes over when that one ends`,
        )
      case 'loss':
        metrics.isCollecting = false
        return log.warn(`collecting pauses until the database is available again: ${message.reason}`)
      case 'pruned': {
        const text = `raw answers older than ${config.RAW_ANSWERS_DAYS} days were removed: ${message.pruned.removed}`
        return log[message.pruned.removed > 0 ? 'info' : 'debug'](message.pruned, text)
      }
      case 'prune-error':
        return errors.error(
          { err: message.error },
          'old raw answers could not be removed; tried again tomorrow',
        )
    }
  }
}
