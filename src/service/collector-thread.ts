import { parentPort, workerData } from 'node:worker_threads'
import { startCollector } from '../collect/collector.ts'
import { lowerThreadPriority } from '../lower-priority.ts'
import { machineClock } from '../machine-clock.ts'
import { withoutSecrets } from '../without-secrets.ts'
import type { CollectorMessage, CollectorTask } from './collector-messages.ts'
import { toLoggable } from './loggable-error.ts'
import { sourceChoice } from './source-choice.ts'

/** The script of the collector thread, the only thread of the service that downloads, parses documents and writes. */
function run(port: NonNullable<typeof parentPort>, { config, aheadMs }: CollectorTask): void {
  const { chosen, known } = sourceChoice(config)
  const send = (message: CollectorMessage) => port.postMessage(message)
  const collector = startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    agent: config.AGENT,
    sources: chosen,
    known,
    now: machineClock(aheadMs),
    onRound: ({ rows: _, ...round }) => send({ of: 'round', round }),
    onError: ({ id }, error) => send({ of: 'error', source: id, error: toLoggable(error) }),
    onOwnership: (sources) => send({ of: 'charge', sources }),
    onStandBy: (sources) => send({ of: 'stand-by', sources }),
    onLost: (reason) => send({ of: 'loss', reason: withoutSecrets(reason) }),
    ...(config.RAW_ANSWERS_DAYS > 0 && {
      rawAnswers: {
        days: config.RAW_ANSWERS_DAYS,
        onPruned: (pruned) => send({ of: 'pruned', pruned }),
        onError: (error) => send({ of: 'prune-error', error: toLoggable(error) }),
      },
    }),
  })
  port.once('message', async () => {
    await collector.stop()
    // Ends only this thread, which connections kept open by upstreams would hold for seconds.
    process.exit()
  })
}

if (!parentPort)
  throw new Error('this script runs as a worker thread; start it with "greymark serve" and COLLECT=on')
lowerThreadPriority()
run(parentPort, workerData)
