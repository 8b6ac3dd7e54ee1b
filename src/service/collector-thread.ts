import { parentPort, workerData } from 'node:worker_threads'
import { stdSerializers } from 'pino'
import { startCollector } from '../collect/collector.ts'
import { machineClock } from '../machine-clock.ts'
import { redactedError, withoutSecrets } from '../without-secrets.ts'
import type { CollectorMessage, CollectorTask, LoggableError } from './collector-messages.ts'
import { sourceChoice } from './source-choice.ts'

/** The script of the collecting thread: the only one of the service that downloads, reads documents and writes. */
function run(port: NonNullable<typeof parentPort>, { config, aheadMs }: CollectorTask): void {
  const { chosen, known } = sourceChoice(config)
  const tell = (news: CollectorMessage) => port.postMessage(news)
  const collector = startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    sources: chosen,
    known,
    now: machineClock(aheadMs),
    onRound: ({ rows: _, ...round }) => tell({ of: 'round', round }),
    onError: ({ id }, error) => tell({ of: 'error', source: id, error: told(error) }),
    onCharge: (sources) => tell({ of: 'charge', sources }),
    onStandBy: (sources) => tell({ of: 'stand-by', sources }),
    onLost: (words) => tell({ of: 'loss', words: withoutSecrets(words) }),
    ...(config.RAW_ANSWERS_DAYS > 0 && {
      rawAnswers: {
        days: config.RAW_ANSWERS_DAYS,
        onPruned: (pruned) => tell({ of: 'pruned', pruned }),
        onError: (error) => tell({ of: 'prune-error', error: told(error) }),
      },
    }),
  })
  port.once('message', async () => {
    await collector.stop()
    // Ends this thread alone. Connections that upstreams keep open would hold it for seconds.
    process.exit()
  })
}

function told(error: unknown): LoggableError {
  const fields: Record<string, unknown> = redactedError(
    stdSerializers.err(error instanceof Error ? error : new Error(String(error))),
  )
  const plain: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value
  return plain
}

if (!parentPort) throw new Error('this script is for a thread; "greymark serve" with COLLECT=on starts it')
run(parentPort, workerData)
