import type { Logger } from 'pino'
import { startCollector } from '../collect/collector.ts'
import type { CollectorEvent } from '../collect/collector-lease.ts'
import { withoutSecrets } from '../without-secrets.ts'
import type { CollectorReport } from './background-collector.ts'
import { sourceChoice } from './source-choice.ts'
import { runThreadScript, type ThreadTask } from './thread-script.ts'

/** The script of the collector thread, the only thread of the service that downloads, parses documents and writes. */
runThreadScript<ThreadTask, CollectorReport>(({ config }, { now, log, report }) => {
  const { chosen, known } = sourceChoice(config)
  return startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    agent: config.AGENT,
    sources: chosen,
    known,
    now,
    rawAnswersDays: config.RAW_ANSWERS_DAYS,
    onEvent(event) {
      if (event.of === 'round') report({ ...event.round, rows: [] })
      if (event.of === 'charge' || event.of === 'loss') report({ isCollecting: event.of === 'charge' })
      logEvent(event, config.RAW_ANSWERS_DAYS, log)
    },
  })
})

function logEvent(event: CollectorEvent, rawAnswersDays: number, log: Logger) {
  switch (event.of) {
    case 'round': {
      const { refusedBy, rows: _, ...round } = event.round
      const refusals = Object.fromEntries(refusedBy)
      const text = `read ${round.source}: ${round.outcome}`
      return log[round.fault === null ? 'info' : 'warn']({ ...round, refusals }, text)
    }
    case 'error':
      return log.error({ err: event.error }, `the round of ${event.source} failed`)
    case 'charge':
      return log.info(`this process collects from ${event.sources.join(', ')}`)
    case 'stand-by':
      return log.info(
        `another process collects from ${event.sources.join(', ')}: this one takes over when that one ends`,
      )
    case 'loss':
      return log.warn(
        `collecting pauses until the database is available again: ${withoutSecrets(event.reason)}`,
      )
    case 'pruned': {
      const { removed } = event.pruned
      const text = `raw answers older than ${rawAnswersDays} days were removed: ${removed}`
      return log[removed > 0 ? 'info' : 'debug'](event.pruned, text)
    }
    case 'prune-error':
      return log.error({ err: event.error }, 'old raw answers could not be removed; tried again tomorrow')
  }
}
