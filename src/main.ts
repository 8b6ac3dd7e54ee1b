import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { type Collector, startCollector } from './collect/collector.ts'
import { knownSources } from './collect/own-sources.ts'
import type { Config } from './config.ts'
import { openLiveMarket } from './live-market.ts'
import type { Instant } from './market/calendar.ts'
import type { SourceChoice } from './reports/sources.ts'
import { chosenSources, SOURCES } from './sources/registry.ts'

/** Requests under way are answered within this; what is still connected then is cut off. */
const FINISH_WITHIN_MS = 5000
/** After this the process ends whatever still runs. */
const STOP_WITHIN_MS = 10_000

export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** Looks at the store now instead of at the next poll. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service: store, demo if need be, HTTP, and the collector if it is on. */
export async function startService(config: Config, now: () => Instant): Promise<Service> {
  const log = pino({ level: config.LOG_LEVEL })
  const sources = sourceChoice(config)
  const live = await openLiveMarket(config, now, log)
  const app = buildApp({ config, market: live.market, catchUp: live.catchUp, sources, now, log })
  let collector: Collector | undefined
  const stop = async () => {
    const collected = collector?.stop()
    // Connections that never asked anything would hold the end up.
    const hurry = setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN_MS)
    await app.close()
    clearTimeout(hurry)
    await collected
    await live.close()
  }
  try {
    const address = await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (reached) => `Greymark answers at ${reached}`,
    })
    if (config.COLLECT) collector = collectInBackground(config, sources, now, log)
    return { address, refresh: async () => void (await live.catchUp(null)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The sources that the settings name, and all that there are. */
function sourceChoice(config: Config): SourceChoice {
  const known = knownSources(config.SOURCE_FILES)
  return { known, chosen: chosenSources(config.SOURCES, known), isCollecting: config.COLLECT }
}

function collectInBackground(
  config: Config,
  { chosen, known }: SourceChoice,
  now: () => Instant,
  log: Logger,
): Collector {
  for (const { id } of known.filter((source) => !SOURCES.includes(source) && !chosen.includes(source)))
    log.warn(`SOURCE_FILES describes ${id}, but SOURCES does not name it: it is not read`)
  if (config.CONTACT === '')
    log.warn('CONTACT is not set: upstreams cannot tell who reads them, and may refuse to answer')
  return startCollector({
    databaseUrl: config.DATABASE_URL,
    upstreamBase: config.UPSTREAM_BASE,
    contact: config.CONTACT,
    sources: chosen,
    known,
    now,
    onRound: ({ refusedBy, rows: _, ...round }) => {
      const refusals = Object.fromEntries(refusedBy)
      log[round.fault === null ? 'info' : 'warn'](
        { ...round, refusals },
        `read ${round.source}: ${round.outcome}`,
      )
    },
    onError: (source, error) => log.error({ err: error }, `the round of ${source.id} broke off`),
  })
}

/** Ends the service when the process is asked to end, and resolves then. */
export function untilStopped(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      const deadline = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
      deadline.unref()
      service.stop().then(resolve, reject)
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
  })
}
