import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Collector } from '../collect/collector.ts'
import { type Config, SETTINGS } from '../config.ts'
import { stopwatch } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { closeServer } from '../operate/close-server.ts'
import type { Metrics } from '../operate/metrics.ts'
import { listenForMetrics, type MetricsListener } from '../operate/metrics-listener.ts'
import { ServiceMonitor } from '../operate/service-monitor.ts'
import { VERSION } from '../project-file.ts'
import { settlesWithin } from '../settles-within.ts'
import { ownersAmong } from '../sources/registry.ts'
import { redactedError } from '../without-secrets.ts'
import { buildApp } from './app.ts'
import { collectInBackground } from './background-collector.ts'
import { type DownloadsFolder, downloadsFolder } from './downloads-folder.ts'
import { type LiveMarket, openLiveMarket } from './live-market.ts'
import { sourceChoice } from './source-choice.ts'
import { storeFigures } from './store-figures.ts'

export { untilStopped } from '../operate/signals.ts'

/** Drain and stop together take no longer than this, so that who asks for the end has it within 10 seconds. */
const END_WITHIN_MS = 9000
/** Requests under way are answered within this; what is still connected then is cut off. */
const FINISH_WITHIN_MS = 5000
/** A store that does not let go by then is left; as much is kept of the time for it. */
const CLOSE_WITHIN_MS = 1000

/** An error of a driver may name an address with its password. */
const LOGGED = { err: (error: Error) => redactedError(stdSerializers.err(error)) }

export interface Service {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** Where the figures for Prometheus are; `null` when they are nowhere. */
  readonly metricsUrl: string | null
  /** Looks at the store now instead of at the next poll. */
  refresh(): Promise<void>
  /** Tells balancers to go elsewhere, and still answers for as long as they need to hear it. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service: the store or the demo, HTTP, metrics, and the collector if it is on. */
export async function startService(
  config: Config,
  now: () => Instant,
  logTo?: DestinationStream,
): Promise<Service> {
  const log = pino({ level: config.LOG_LEVEL, serializers: LOGGED }, logTo)
  const sources = sourceChoice(config)
  const live = await openLiveMarket(config, ownersAmong(sources.known), now, log)
  const { market, catchUp, state } = live
  const operation = new ServiceMonitor({ market, state, sources, now })
  operation.publishFigures(VERSION, () => storeFigures(config.DATABASE_URL, market().own))
  const downloads = downloadsFolder(config)
  const folder = downloads.path
  const app = buildApp({ config, market, catchUp, sources, operation, folder, now, stopwatch, log })
  const running = new RunningService({ app, live, downloads, operation, log }, config.DRAIN_SECONDS)
  try {
    await running.listen(config)
    if (config.COLLECT) {
      const { refresh } = running
      running.collector = collectInBackground(config, sources, {
        now,
        log,
        metrics: operation.metrics,
        refresh,
      })
    }
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

interface ServiceParts {
  readonly app: FastifyInstance
  readonly live: LiveMarket
  readonly downloads: DownloadsFolder
  readonly operation: ServiceMonitor
  readonly log: Logger
}

/** What has been started, and how it is ended in order. */
class RunningService implements Service {
  address = ''
  collector: Collector | undefined
  readonly #parts: ServiceParts
  readonly #drainMs: number
  #metrics: MetricsListener | undefined
  #collected: Promise<void> | undefined

  constructor(parts: ServiceParts, drainSeconds: number) {
    this.#parts = parts
    this.#drainMs = drainSeconds * 1000
  }

  get metricsUrl(): string | null {
    return this.#metrics?.url ?? null
  }

  async listen({ HOST, PORT, METRICS }: Config): Promise<void> {
    const { app, operation, log } = this.#parts
    this.#metrics = await publishMetrics(METRICS, operation.metrics, log)
    this.address = await app.listen({
      host: HOST,
      port: PORT,
      listenTextResolver: (reached) => `Greymark answers at ${reached}`,
    })
    if (this.#metrics) log.info(`Metrics are at ${this.#metrics.url}`)
  }

  readonly refresh = async (): Promise<void> => {
    await this.#parts.live.catchUp(null)
  }

  readonly drain = async (): Promise<void> => {
    this.#beginStopping()
    this.#parts.log.info(`Greymark will end: requests are taken for ${this.#drainMs / 1000} seconds more`)
    await setTimeout(this.#drainMs)
  }

  readonly stop = async (): Promise<void> => {
    const { log } = this.#parts
    this.#beginStopping()
    log.info('Greymark ends: what is under way is finished')
    const withinMs = END_WITHIN_MS - this.#drainMs
    const closed = this.#closeAll(withinMs).then((isDone) => {
      if (!isDone) log.warn('the store could not be closed in time, and is left')
    })
    if (!(await settlesWithin(withinMs, closed)))
      log.warn('not all could be ended in time, and the rest is left')
  }

  #beginStopping(): void {
    const { operation, log } = this.#parts
    operation.beginStopping()
    // It is awaited only after all requests are answered; until then an unhandled failure would end the process.
    this.#collected ??= this.collector
      ?.stop()
      .catch((error) => log.error({ err: error }, 'collecting did not end well'))
  }

  async #closeAll(withinMs: number): Promise<boolean> {
    const { app, downloads, live } = this.#parts
    await closeServer(app, Math.min(FINISH_WITHIN_MS, withinMs - CLOSE_WITHIN_MS))
    this.#metrics?.close()
    await this.#collected
    await downloads.close()
    return settlesWithin(CLOSE_WITHIN_MS, live.close())
  }
}

/** An address that was asked for must be had. The default one is another process's when several run on one machine. */
async function publishMetrics(
  address: Config['METRICS'],
  metrics: Metrics,
  log: Logger,
): Promise<MetricsListener | undefined> {
  if (!address) return undefined
  const text = `${address.host}:${address.port}`
  try {
    return await listenForMetrics(metrics, address)
  } catch (error) {
    const words = `METRICS: cannot listen on ${text} (${error instanceof Error ? error.message : error})`
    if (text !== SETTINGS.METRICS.standard)
      throw new Error(`${words}; set METRICS to an address and port that are free, or to off`)
    log.warn(`${words}; there are no metrics of this process. Set METRICS to a port of its own, or to off`)
    return undefined
  }
}
