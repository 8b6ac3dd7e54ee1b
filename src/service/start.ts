import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Collector } from '../collect/collector.ts'
import { sourceTexts } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { stopwatch } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { closeServer } from '../operate/close-server.ts'
import { ServiceMonitor } from '../operate/service-monitor.ts'
import { VERSION } from '../project-file.ts'
import { visitTracked } from '../reports/ipos/issues-in-view.ts'
import { settlesWithin } from '../settles-within.ts'
import { ownersAmong } from '../sources/registry.ts'
import { alertInBackground, alertRulesAtStart } from './alerts/background-alerts.ts'
import { ANSWERS_SCRIPT, AnswersAhead, STANDARD_REQUESTS } from './answers-ahead.ts'
import { buildApp } from './app.ts'
import { collectInBackground } from './background-collector.ts'
import { type DailyFilesOptions, openDailyFiles } from './daily-files.ts'
import { type MetricsListener, publishMetrics } from './output/publish-metrics.ts'
import { demoNotice, type LogTarget, serviceLog } from './output/service-log.ts'
import { Snapshots } from './snapshots.ts'
import { sourceChoice } from './source-choice.ts'
import { storeFigures } from './store-figures.ts'
import type { Assignment } from './workers.ts'

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
  /** The part of this process, where several serve the same port; `null`: it serves alone. */
  readonly worker?: Assignment | null
  /** The script that makes answers ahead; with `null` all are made on request. */
  readonly answersScript?: URL | null
}

/** Starts a service that runs until it is stopped. `variables`: the environment, with the secrets of the alerts. */
export async function startService(
  settings: Config,
  now: () => Instant,
  logTo?: LogTarget,
  variables: Readonly<Record<string, string | undefined>> = {},
  { worker = null, answersScript = ANSWERS_SCRIPT, ...dailyOptions }: ServiceOptions = {},
): Promise<Service> {
  // Settings. One process of several collects, sends alerts and builds the files of each day.
  const isFirst = worker === null || worker.number === 1
  const alertRules = isFirst ? await alertRulesAtStart(settings, variables) : null
  const config = { ...settings, sourceTexts: worker?.sourceTexts ?? sourceTexts(settings.SOURCE_FILES) }
  const sources = sourceChoice(config)
  const log = serviceLog(config, logTo)
  const isLogged = !logTo?.announcesStart

  // What is served: a snapshot of the store, or of the demo while that is empty.
  const owners = ownersAmong(sources.known)
  const snapshots = await Snapshots.open(config, { owners, now, log, demoSince: worker?.since ?? null })
  const { market, catchUp, reach, refresh, key, state } = snapshots
  if (isLogged && worker === null && market().demo) log.warn(demoNotice(config))

  // Health and metrics, the files of the day, and every address with one cache of answers.
  const figures = () => storeFigures(config.DATABASE_URL, market().userStore)
  const operation = new ServiceMonitor({ version: VERSION, market, state, sources, now, figures })
  const { metrics } = operation
  const daily = openDailyFiles(config, {
    ...{ market, catchUp, now, log, operation, makesDailyFiles: isFirst },
    temporaryFolder: worker?.temporaryFolder ?? null,
    ...dailyOptions,
  })
  const served = { config, sources, market, catchUp, reach, key, now }
  const app = buildApp({ ...served, operation, files: daily.files, stopwatch, log })

  let address = ''
  let listener: MetricsListener | undefined
  let ahead: AnswersAhead | undefined
  let collector: Collector | undefined
  let alerts: Pick<Collector, 'stop'> | undefined
  let threadsEnded: Promise<unknown> = Promise.resolve()
  /** Ends what works by itself. It is awaited only after all requests are answered. */
  const beginStopping = () => {
    if (operation.stopping.aborted) return
    operation.beginStopping()
    threadsEnded = Promise.all([
      collector?.stop().catch((error) => log.error({ err: error }, 'the collector failed while it stopped')),
      alerts?.stop().catch((error) => log.error({ err: error }, 'sending alerts failed while it stopped')),
    ])
  }
  /** The demo is in the memory of this thread, so its answers are made here, one at a time. */
  const warmDemo = async () => {
    for (const wanted of STANDARD_REQUESTS) {
      await setImmediate()
      if (operation.stopping.aborted || !market().demo) return
      await app.makeAhead(wanted)
    }
  }
  const closeAll = async (withinMs: number) => {
    await closeServer(app.server, Math.min(FINISH_WITHIN_MS, withinMs - CLOSE_WITHIN_MS))
    listener?.close()
    await threadsEnded
    await ahead?.stop()
    await daily.close()
    if (!(await settlesWithin(CLOSE_WITHIN_MS, snapshots.close())))
      log.warn('the store could not be closed in time')
  }
  const stop = async () => {
    beginStopping()
    if (address !== '') log.info('Greymark stops: requests in progress are finished first')
    const withinMs = END_WITHIN_MS - config.DRAIN_SECONDS * 1000
    if (!(await settlesWithin(withinMs, closeAll(withinMs))))
      log.warn('not everything could be stopped in time')
  }

  try {
    // Listening.
    if (worker) metrics.joinGroup()
    else listener = await publishMetrics(config.METRICS, () => metrics.text(), log)
    if (listener) metrics.watchProcess()
    const startText = (reached: string) =>
      worker === null ? `Greymark answers at ${reached}` : `Serving process ${worker.number} is ready`
    address = await app.server.listen({
      host: config.HOST,
      port: config.PORT,
      listenTextResolver: (reached) => (isLogged ? startText(reached) : ''),
    })
    if (listener && isLogged) log.info(`Metrics are at ${listener.url}`)

    // Threads: answers ahead of requests, files of the day, collecting, alerts.
    if (answersScript) {
      const onServed = (isReady: boolean) => metrics.versionServed(isReady)
      ahead = new AnswersAhead({ config, now, log, cache: app.cache, onServed, script: answersScript })
      snapshots.makeAhead(ahead)
      if (market().demo)
        warmDemo().catch((error) => {
          if (!operation.stopping.aborted) log.warn({ err: error }, 'the demo could not be prepared')
        })
      else ahead.warm(market())
    }
    daily.keepMade()
    if (config.COLLECT && isFirst)
      collector = collectInBackground(config, sources, { now, log, metrics, refresh })
    if (alertRules)
      alerts = alertInBackground(config, alertRules, { now, log, metrics: metrics.alerts, variables })
  } catch (error) {
    await stop()
    throw error
  }

  return {
    address,
    metricsUrl: listener?.url ?? null,
    async contents() {
      const { db, demo, version } = market()
      let ipos = 0
      try {
        await visitTracked(db, { version, asOf: null, clock: now() }, () => ipos++)
        return { demo, ipos }
      } catch (error) {
        log.warn({ err: error }, 'the IPOs could not be counted')
        return { demo, ipos: null }
      }
    },
    refresh,
    async drain() {
      beginStopping()
      log.info(`Greymark will stop: it accepts requests for ${config.DRAIN_SECONDS} more seconds`)
      await setTimeout(config.DRAIN_SECONDS * 1000)
    },
    stop,
  }
}
