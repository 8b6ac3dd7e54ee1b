import { parentPort, workerData } from 'node:worker_threads'
import { stdSerializers } from 'pino'
import type { RoundReport } from './collect/collect-round.ts'
import { startCollector } from './collect/collector.ts'
import { sourceChoice } from './collecting.ts'
import type { Config } from './config.ts'
import { machineClock } from './machine-clock.ts'
import type { Pruned } from './store/prune.ts'
import { loggedError, withoutSecrets } from './without-secrets.ts'

/** What the thread is started with. */
export interface CollectorTask {
  readonly config: Config
  readonly aheadMs: number
}

/** What the thread tells. */
export type CollectorNews =
  | { readonly of: 'round'; readonly round: Omit<RoundReport, 'rows'> }
  | { readonly of: 'error'; readonly source: string; readonly error: ToldError }
  | { readonly of: 'charge' | 'stand-by'; readonly sources: readonly string[] }
  | { readonly of: 'loss'; readonly words: string }
  | { readonly of: 'pruned'; readonly pruned: Pruned }
  | { readonly of: 'prune-error'; readonly error: ToldError }

/** An error as the log shows it. A copy of the error itself would lose its kind and its code on the way. */
export type ToldError = Readonly<Record<string, string | number | boolean>>

/** The script of the collecting thread: the only one of the service that downloads, reads documents and writes. */
function run(port: NonNullable<typeof parentPort>, { config, aheadMs }: CollectorTask): void {
  const { chosen, known } = sourceChoice(config)
  const tell = (news: CollectorNews) => port.postMessage(news)
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

function told(error: unknown): ToldError {
  const fields: Record<string, unknown> = loggedError(
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
