import { parentPort, workerData } from 'node:worker_threads'
import { startCollector } from '../collect/collector.ts'
import type { CollectorEvent } from '../collect/collector-lease.ts'
import { lowerThreadPriority } from '../lower-priority.ts'
import { machineClock } from '../machine-clock.ts'
import { withoutSecrets } from '../without-secrets.ts'
import type { CollectorTask } from './background-collector.ts'
import { toLoggable } from './loggable-error.ts'
import { sourceChoice } from './source-choice.ts'

/** The script of the collector thread, the only thread of the service that downloads, parses documents and writes. */
function run(port: NonNullable<typeof parentPort>, { config, aheadMs }: CollectorTask): void {
  const { chosen, known } = sourceChoice(config)
  const collector = startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    agent: config.AGENT,
    sources: chosen,
    known,
    now: machineClock(aheadMs),
    rawAnswersDays: config.RAW_ANSWERS_DAYS,
    onEvent: (event) => port.postMessage(toPost(event)),
  })
  port.once('message', async () => {
    await collector.stop()
    // Ends only this thread, which connections kept open by upstreams would hold for seconds.
    process.exit()
  })
}

/** The event without what is not for the log. */
function toPost(event: CollectorEvent): CollectorEvent {
  switch (event.of) {
    case 'round':
      return { ...event, round: { ...event.round, rows: [] } }
    case 'error':
    case 'prune-error':
      return { ...event, error: toLoggable(event.error) }
    case 'loss':
      return { ...event, reason: withoutSecrets(event.reason) }
    default:
      return event
  }
}

if (!parentPort)
  throw new Error('this script runs as a worker thread; start it with "greymark serve" and COLLECT=on')
lowerThreadPriority()
run(parentPort, workerData)
