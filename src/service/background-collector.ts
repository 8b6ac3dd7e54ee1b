import { extname } from 'node:path'
import type { Logger } from 'pino'
import type { Collector } from '../collect/collector.ts'
import type { Config } from '../config.ts'
import { aheadOfMachineMs } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import type { Metrics } from '../operate/metrics.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { SOURCES } from '../sources/registry.ts'
import type { CollectorMessage, CollectorTask } from './collector-messages.ts'
import { superviseWorker } from './supervised-worker.ts'

/** What broke a thread may break the next one, too, and upstreams are not to be asked more often for that. */
const PAUSE_MS = 60_000
/** Longer than a collector takes that waits for its rounds and its database. */
const END_WITHIN_MS = 6000

/**
 * Of a document that is taken apart hardly anything is needed for long. With little room for what is new, that is cleared
 * soon: the process stays smaller by hundreds of megabytes, for about as much of the processor's time.
 */
const YOUNG_MB = 12

/** As it is from source, where it is TypeScript, and from what was built of it. */
const THREAD = new URL(`./collector-thread${extname(import.meta.url)}`, import.meta.url)

export interface BackgroundCollectorOptions {
  readonly now: () => Instant
  readonly log: Logger
  readonly metrics: Metrics
  /** Lets the service see all that is committed. */
  readonly refresh: () => Promise<void>
}

/** Reads the sources while serving, on a thread of its own; what each round came to is logged and counted on this one. */
export function collectInBackground(
  config: Config,
  { chosen, known }: SourceChoice,
  { now, log, metrics, refresh }: BackgroundCollectorOptions,
): Collector {
  for (const { id } of known.filter((source) => !SOURCES.includes(source) && !chosen.includes(source)))
    log.warn(`SOURCE_FILES describes ${id}, but SOURCES does not name it: it is not read`)
  if (config.CONTACT === '')
    log.warn('CONTACT is not set: upstreams cannot tell who reads them, and may refuse to answer')
  const task: CollectorTask = { config, aheadMs: aheadOfMachineMs(now) }
  const tell = tellerOf(config, log, metrics)
  const thread = superviseWorker<CollectorMessage>({
    name: 'collector',
    script: THREAD,
    data: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    onNews: async (news) => {
      // Before the round is told of: whoever hears of it finds its facts in the very next answer.
      if (news.of === 'round' && news.round.taken > 0)
        await refresh().catch((error) => log.warn({ err: error }, 'the facts of a round are not shown yet'))
      tell(news)
    },
    onFailure: (error) => log.error({ err: error }, 'what the collector reports could not be taken in'),
    onBroken: (error) => {
      metrics.isCollecting = false
      log.error({ err: error }, 'collecting broke off, and begins anew in a minute')
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

function tellerOf(config: Config, log: Logger, metrics: Metrics): (news: CollectorMessage) => void {
  const errors = log.child({}, { serializers: { err: (error) => error } })
  return (news) => {
    switch (news.of) {
      case 'round': {
        metrics.round(news.round)
        const { refusedBy, ...round } = news.round
        const refusals = Object.fromEntries(refusedBy)
        const words = `read ${round.source}: ${round.outcome}`
        return log[round.fault === null ? 'info' : 'warn']({ ...round, refusals }, words)
      }
      case 'error':
        return errors.error({ err: news.error }, `the round of ${news.source} broke off`)
      case 'charge':
        metrics.isCollecting = true
        return log.info(`this process collects from ${news.sources.join(', ')}`)
      case 'stand-by':
        return log.info(
          `another process collects from ${news.sources.join(', ')}: this one takes over when that one ends`,
        )
      case 'loss':
        metrics.isCollecting = false
        return log.warn(`collecting pauses until the database is back: ${news.words}`)
      case 'pruned': {
        const words = `raw answers older than ${config.RAW_ANSWERS_DAYS} days were removed: ${news.pruned.removed}`
        return log[news.pruned.removed > 0 ? 'info' : 'debug'](news.pruned, words)
      }
      case 'prune-error':
        return errors.error({ err: news.error }, 'old raw answers could not be removed; tried again tomorrow')
    }
  }
}
