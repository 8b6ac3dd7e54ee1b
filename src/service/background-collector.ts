import type { Logger } from 'pino'
import type { RoundReport } from '../collect/collect-round.ts'
import type { Collector } from '../collect/collector.ts'
import type { Config } from '../config.ts'
import { clockSkewMs } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import type { Metrics } from '../operate/metrics.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { SOURCES } from '../sources/registry.ts'
import { linesOf } from './output/service-log.ts'
import { scriptBeside, superviseThread } from './supervised-thread.ts'
import type { ThreadTask } from './thread-script.ts'

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

/** What the collector thread reports: a round without its rows, or whether it collects. */
export type CollectorReport = RoundReport | { readonly isCollecting: boolean }

export interface BackgroundCollectorOptions {
  readonly now: () => Instant
  readonly log: Logger
  readonly metrics: Metrics
  /** Makes all commits visible to the service. */
  readonly refresh: () => Promise<void>
}

/** Collects on its own thread while the service runs; the result of each round is counted on this thread. */
export function collectInBackground(
  config: Config,
  { chosen, known }: SourceChoice,
  { now, log, metrics, refresh }: BackgroundCollectorOptions,
): Collector {
  for (const { id } of known.filter((source) => !SOURCES.includes(source) && !chosen.includes(source)))
    log.warn(`SOURCE_FILES describes ${id}, but SOURCES does not name it, so it is not collected`)
  if (config.CONTACT === '')
    log.warn('CONTACT is not set: upstreams cannot see who sends the requests and may refuse them')
  const lines = linesOf(log)
  const thread = superviseThread<CollectorReport | string>({
    name: 'collector',
    script: THREAD,
    data: { config, skewMs: clockSkewMs(now) } satisfies ThreadTask,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    onMessage: async (report) => {
      if (typeof report === 'string') lines.write(report)
      else if ('isCollecting' in report) metrics.isCollecting = report.isCollecting
      else {
        // First, so that the facts are in the very next answer once the round is logged and counted.
        if (report.taken > 0)
          await refresh().catch((error) => log.warn({ err: error }, 'the facts of a round are not shown yet'))
        metrics.round(report)
      }
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
