import { setTimeout } from 'node:timers/promises'
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
import { downloadsFolder } from './downloads-folder.ts'
import { openLiveMarket } from './live-market.ts'
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

/** Starts the service: store, demo if need be, HTTP, metrics, and the collector if it is on. */
export async function startService(
  config: Config,
  now: () => Instant,
  logTo?: DestinationStream,
): Promise<Service> {
  const log = pino({ level: config.LOG_LEVEL, serializers: LOGGED }, logTo)
  const sources = sourceChoice(config)
  const live = await openLiveMarket(config, ownersAmong(sources.known), now, log)
  const operation = new ServiceMonitor({ market: live.market, state: live.state, sources, now })
  const { market, catchUp } = live
  operation.publishFigures(VERSION, () => storeFigures(config.DATABASE_URL, market().own))
  const downloads = downloadsFolder(config)
  const folder = downloads.path
  const app = buildApp({ config, market, catchUp, sources, operation, folder, now, stopwatch, log })
  const refresh = async () => void (await catchUp(null))
  let listener: MetricsListener | undefined
  let collector: Collector | undefined
  let collected: Promise<void> | undefined

  const drainMs = config.DRAIN_SECONDS * 1000
  const stopWithinMs = END_WITHIN_MS - drainMs
  const beginStopping = () => {
    operation.beginStopping()
    // It is awaited only once all requests are answered: until then nobody would hear of a failure, and Node would end.
    collected ??= collector?.stop().catch((error) => log.error({ err: error }, 'collecting did not end well'))
  }
  const closeAll = async () => {
    await closeServer(app, Math.min(FINISH_WITHIN_MS, stopWithinMs - CLOSE_WITHIN_MS))
    listener?.close()
    await collected
    await downloads.close()
    return settlesWithin(CLOSE_WITHIN_MS, live.close())
  }
  const stop = async () => {
    beginStopping()
    log.info('Greymark ends: what is under way is finished')
    const closed = closeAll().then((isDone) => {
      if (!isDone) log.warn('the store could not be closed in time, and is left')
    })
    if (!(await settlesWithin(stopWithinMs, closed)))
      log.warn('not all could be ended in time, and the rest is left')
  }

  try {
    listener = await publishMetrics(config.METRICS, operation.metrics, log)
    const address = await app.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (reached) => `Greymark answers at ${reached}`,
    })
    if (listener) log.info(`Metrics are at ${listener.url}`)
    if (config.COLLECT)
      collector = collectInBackground(config, sources, { now, log, metrics: operation.metrics, refresh })
    return {
      address,
      metricsUrl: listener?.url ?? null,
      refresh,
      async drain() {
        beginStopping()
        log.info(`Greymark will end: requests are taken for ${config.DRAIN_SECONDS} seconds more`)
        await setTimeout(drainMs)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
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
