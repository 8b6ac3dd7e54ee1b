import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Collector } from '../collect/collector.ts'
import { sourceTexts } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { stopwatch } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { closeServer } from '../operate/close-server.ts'
import type { MetricsListener } from '../operate/metrics-listener.ts'
import { ServiceMonitor } from '../operate/service-monitor.ts'
import { VERSION } from '../project-file.ts'
import { visitTracked } from '../reports/ipos/issues-in-view.ts'
import { versionName } from '../reports/served-market.ts'
import { settlesWithin } from '../settles-within.ts'
import { ownersAmong } from '../sources/registry.ts'
import { alertInBackground, alertRulesAtStart } from './alerts/background-alerts.ts'
import { AnswersAhead } from './answers/answers-ahead.ts'
import { ANSWERS_SCRIPT } from './answers/background-answers.ts'
import { type App, buildApp } from './app.ts'
import type { SupervisedWorker } from './background/supervised-worker.ts'
import { collectInBackground } from './background-collector.ts'
import {
  type DailyFilesOptions,
  openDailyFiles,
  type ServedDailyFiles,
} from './daily-files/open-daily-files.ts'
import { type LiveMarket, openLiveMarket } from './live-market.ts'
import { publishMetrics } from './output/publish-metrics.ts'
import { demoNotice, type LogTarget, serviceLog } from './output/service-log.ts'
import { sourceChoice } from './source-choice.ts'
import { storeFigures } from './store-figures.ts'
import { aloneInGroup, type ServingGroup } from './workers/serving-group.ts'

export { untilStopped } from '../operate/signals.ts'
export type { LogTarget }

/** Drain and stop together end within this, so that the process is gone 10 seconds after the signal. */
const END_WITHIN_MS = 9000
/** Requests in progress may take this long; connections that are still open then are cut. */
const FINISH_WITHIN_MS = 5000
/** The part of the time that is reserved for closing the store. */
const CLOSE_WITHIN_MS = 1000

export interface Service {
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** The public name of the market version that it serves. */
  version(): string
  /** The address of the Prometheus metrics; `null` when they are off. */
  readonly metricsUrl: string | null
  /** Whether the demo is served, and the number of IPOs; `null` when they cannot be read. */
  contents(): Promise<{ readonly demo: boolean; readonly ipos: number | null }>
  /** Reads the store now instead of at the next poll. */
  refresh(): Promise<void>
  /** Reports to load balancers that it stops, and still serves until they have noticed. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export interface ServiceOptions extends Partial<Pick<DailyFilesOptions, 'pauseBetweenChecks' | 'builder'>> {
  /** The processes that serve the same port; a service that runs alone does everything. */
  readonly group?: ServingGroup
  /** The script that makes answers ahead; with `null` all are made on request. */
  readonly answersScript?: URL | null
}

/**
 * Starts the service: the store or the demo, HTTP, metrics, the collector if it is on, and alerts if there is a file of
 * them. `variables`: the environment, in which the secrets of that file are.
 */
export async function startService(
  settings: Config,
  now: () => Instant,
  logTo?: LogTarget,
  variables: Readonly<Record<string, string | undefined>> = {},
  { group = aloneInGroup(settings), answersScript = ANSWERS_SCRIPT, ...dailyOptions }: ServiceOptions = {},
): Promise<Service> {
  const alertRules = group.sendsAlerts ? await alertRulesAtStart(settings, variables) : null
  const texts = (await group.sourceTexts()) ?? sourceTexts(settings.SOURCE_FILES)
  const config = { ...settings, sourceTexts: texts }
  const log = serviceLog(config, logTo)
  const sources = sourceChoice(config)
  const live = await openLiveMarket(config, ownersAmong(sources.known), now, log, group.demoSince)
  const { market, catchUp, state } = live
  const isLogged = !logTo?.announcesStart
  if (isLogged && group.number === null && market().demo) log.warn(demoNotice(config))
  const operation = new ServiceMonitor({ market, state, sources, now })
  operation.publishFigures(VERSION, () => storeFigures(config.DATABASE_URL, market().userStore))
  const dailyFiles = openDailyFiles(config, {
    ...{ market, catchUp, now, log, operation, makesDailyFiles: group.makesDailyFiles },
    temporaryFolder: group.temporaryFolder,
    ...dailyOptions,
  })
  const { files } = dailyFiles
  const app = buildApp({ config, market, catchUp, sources, operation, group, files, now, stopwatch, log })
  const running = new RunningService(
    { app, live, dailyFiles, operation, group, log, now },
    config.DRAIN_SECONDS,
  )
  group.onNewVersion(() => void running.refresh())
  try {
    await running.listen(config, isLogged)
    if (answersScript)
      running.answers = new AnswersAhead({
        ...{ config, live, sources, now, log, parts: app },
        ...{ chooseNext: group.chooseNext, agreeOn: group.agreeOn },
        onServed: (isReady) => operation.metrics.versionServed(isReady),
        script: answersScript,
      })
    dailyFiles.keepMade()
    if (config.COLLECT && group.collects) {
      const { refresh } = running
      running.collector = collectInBackground(config, sources, {
        now,
        log,
        metrics: operation.metrics,
        refresh,
      })
    }
    const { alerts: metrics } = operation.metrics
    if (alertRules) running.alerts = alertInBackground(config, alertRules, { now, log, metrics, variables })
    return running
  } catch (error) {
    await running.stop()
    throw error
  }
}

interface ServiceParts {
  readonly app: App
  readonly live: LiveMarket
  readonly dailyFiles: ServedDailyFiles
  readonly operation: ServiceMonitor
  readonly group: ServingGroup
  readonly log: Logger
  readonly now: () => Instant
}

/** The primary of several processes announces where they answer, once all of them do. */
const startText = ({ number }: ServingGroup, address: string): string =>
  number === null ? `Greymark answers at ${address}` : `Serving process ${number} is ready`

/** What has been started, and how it is ended in order. */
class RunningService implements Service {
  address = ''
  collector: Collector | undefined
  alerts: Pick<SupervisedWorker, 'stop'> | undefined
  answers: AnswersAhead | undefined
  readonly #parts: ServiceParts
  readonly #drainMs: number
  #metrics: MetricsListener | undefined
  #collected: Promise<void> | undefined
  #alerted: Promise<void> | undefined

  constructor(parts: ServiceParts, drainSeconds: number) {
    this.#parts = parts
    this.#drainMs = drainSeconds * 1000
  }

  get metricsUrl(): string | null {
    return this.#metrics?.url ?? null
  }

  async listen({ HOST, PORT, METRICS }: Config, isLogged: boolean): Promise<void> {
    const { app, operation, group, log } = this.#parts
    if (group.gatherMetrics) group.gatherMetrics(operation.metrics)
    else this.#metrics = await publishMetrics(METRICS, operation.metrics, log)
    this.address = await app.server.listen({
      host: HOST,
      port: PORT,
      listenTextResolver: (reached) => (isLogged ? startText(group, reached) : ''),
    })
    if (this.#metrics && isLogged) log.info(`Metrics are at ${this.#metrics.url}`)
  }

  readonly version = (): string => versionName(this.#parts.live.market())

  readonly contents: Service['contents'] = async () => {
    const { live, log, now } = this.#parts
    const { db, demo, version } = live.market()
    let ipos = 0
    try {
      await visitTracked(db, { version, asOf: null, clock: now() }, () => ipos++)
      return { demo, ipos }
    } catch (error) {
      log.warn({ err: error }, 'the IPOs could not be counted')
      return { demo, ipos: null }
    }
  }

  readonly refresh = async (): Promise<void> => {
    await this.#parts.live.catchUp(null)
  }

  readonly drain = async (): Promise<void> => {
    this.#beginStopping()
    this.#parts.log.info(`Greymark will stop: it accepts requests for ${this.#drainMs / 1000} more seconds`)
    await setTimeout(this.#drainMs)
  }

  readonly stop = async (): Promise<void> => {
    const { log } = this.#parts
    this.#beginStopping()
    if (this.address) log.info('Greymark stops: requests in progress are finished first')
    const withinMs = END_WITHIN_MS - this.#drainMs
    const closed = this.#closeAll(withinMs).then((isDone) => {
      if (!isDone) log.warn('the store could not be closed in time')
    })
    if (!(await settlesWithin(withinMs, closed))) log.warn('not everything could be stopped in time')
  }

  #beginStopping(): void {
    const { operation, log } = this.#parts
    operation.beginStopping()
    // It is awaited only after all requests are answered; until then an unhandled failure would end the process.
    this.#collected ??= this.collector
      ?.stop()
      .catch((error) => log.error({ err: error }, 'the collector failed while it stopped'))
    this.#alerted ??= this.alerts
      ?.stop()
      .catch((error) => log.error({ err: error }, 'sending alerts failed while it stopped'))
  }

  async #closeAll(withinMs: number): Promise<boolean> {
    const { app, dailyFiles, live } = this.#parts
    await closeServer(app.server, Math.min(FINISH_WITHIN_MS, withinMs - CLOSE_WITHIN_MS))
    this.#metrics?.close()
    await this.#collected
    await this.#alerted
    await this.answers?.stop()
    await dailyFiles.close()
    return settlesWithin(CLOSE_WITHIN_MS, live.close())
  }
}
