import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { downloadCounts } from '../../feeds/downloads/download-slots.ts'
import { eventCounts } from '../../feeds/event-connections.ts'
import type { Instant } from '../../market/calendar.ts'
import { GatheredMetrics, type MetricValues, type ScrapedProcess } from '../../operate/gathered-metrics.ts'
import type { MetricsListener } from '../../operate/metrics-listener.ts'
import { settlesWithin } from '../../settles-within.ts'
import { publishMetrics } from '../output/publish-metrics.ts'
import { demoNotice, type LogTarget, serviceLog } from '../output/service-log.ts'
import type { NextVersion, UnservedVersion } from '../version-switch.ts'
import type { Asked, RequestName, Requests, Started, ToProcess } from './messages.ts'
import { DEMO_SINCE_VARIABLE } from './process-variables.ts'
import { RequestBudget } from './request-budget.ts'
import { type SentMessage, ServingProcesses } from './serving-processes.ts'
import { SharedSlots } from './shared-slots.ts'
import { VersionAgreement } from './version-agreement.ts'

export { untilStopped } from '../../operate/signals.ts'

/** Processes end within 9.5 seconds, so that all have ended 10 seconds after the signal. */
const END_WITHIN_MS = 9700
/** A process that does not answer within this time is left out of a scrape. */
const SCRAPE_WITHIN_MS = 1000

/** The service of several processes, seen from the primary, which serves nothing but the metrics. */
export interface PrimaryService {
  readonly address: string
  contents(): Promise<Started['contents']>
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Starts the serving processes on one port, with all that they share. Throws `ProcessNotStarted` if one cannot start. */
export async function startPrimary(
  config: Config,
  now: () => Instant,
  logTo?: LogTarget,
): Promise<PrimaryService> {
  const primary = new Primary(config, now, serviceLog(config, logTo))
  await primary.start(!logTo?.announcesStart)
  return primary
}

class Primary implements PrimaryService {
  readonly #config: Config
  readonly #log: Logger
  readonly #processes: ServingProcesses
  readonly #budget: RequestBudget
  readonly #slots: SharedSlots
  readonly #agreement = new VersionAgreement()
  readonly #metrics: GatheredMetrics
  readonly #scrapes = new Map<string, (metrics: MetricValues) => void>()
  #lastScrape = 0
  #listener: MetricsListener | undefined
  #folder: Promise<string> | undefined
  /** Read once, so that a process that restarts has the sources of the others. A process reports what cannot be read. */
  readonly #sourceTexts: Promise<readonly string[] | null>
  #started: Started | undefined

  constructor(config: Config, now: () => Instant, log: Logger) {
    this.#config = config
    this.#log = log
    const texts = config.SOURCE_FILES.map((file) => readFile(file, 'utf8'))
    this.#sourceTexts = Promise.all(texts).catch(() => null)
    this.#budget = new RequestBudget(config.REQUESTS_PER_MINUTE, config.WORKERS)
    const pools = {
      downloads: downloadCounts(config.DOWNLOADS_AT_ONCE),
      events: eventCounts(config.EVENT_CONNECTIONS),
    }
    this.#slots = new SharedSlots(pools, (pool, isFull) =>
      this.#processes.postAll({ of: 'full', pool, isFull }),
    )
    this.#metrics = new GatheredMetrics({ processes: config.WORKERS, scrape: () => this.#scrape() })
    this.#processes = new ServingProcesses({
      count: config.WORKERS,
      variables: { [DEMO_SINCE_VARIABLE]: now() },
      log,
      onMessage: (process, message, reply) => this.#receive(process, message, reply),
      onStarted: (process, { version }) => this.#joined(process, version),
      onEnded: (process) => this.#ended(process),
    })
  }

  get address(): string {
    return this.#started?.address ?? ''
  }

  async start(isLogged: boolean): Promise<void> {
    const { METRICS, WORKERS } = this.#config
    const log = this.#log
    this.#listener = await publishMetrics(METRICS, this.#metrics, log)
    try {
      this.#started = await this.#processes.start()
    } catch (error) {
      await this.stop()
      throw error
    }
    if (!isLogged) return
    if (this.#started.contents.demo) log.warn(demoNotice(this.#config))
    log.info(`Greymark answers at ${this.address} with ${WORKERS} processes`)
    if (this.#listener) log.info(`Metrics are at ${this.#listener.url}`)
  }

  async contents(): Promise<Started['contents']> {
    return this.#started?.contents ?? { demo: false, ipos: null }
  }

  async drain(): Promise<void> {
    this.#processes.requestStop(true)
  }

  async stop(): Promise<void> {
    this.#processes.requestStop(false)
    await this.#processes.ended(END_WITHIN_MS)
    this.#listener?.close()
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }

  #joined(process: number, version: string): void {
    this.#agreement.join(process, version)
    for (const pool of this.#slots.full) this.#processes.post(process, { of: 'full', pool, isFull: true })
  }

  #ended(process: number): void {
    this.#slots.freeAll(process)
    this.#agreement.leave(process)
    void this.#metrics.ended(process)
  }

  #receive(process: number, message: SentMessage, reply: (message: ToProcess) => void): void {
    if (message.of === 'metrics') this.#scrapes.get(`${process} ${message.id}`)?.(message.metrics)
    else if (message.of === 'freed') this.#slots.free(process, message.pool, message.client)
    else {
      const { id } = message
      this.#answerTo(process, message).then(
        (answer) => reply({ of: 'answer', id, answer }),
        ({ message, code }: NodeJS.ErrnoException) =>
          reply({ of: 'failure', id, failure: { message, code } }),
      )
    }
  }

  async #answerTo(process: number, message: Asked): Promise<Requests[RequestName]['answer']> {
    switch (message.of) {
      case 'lease': {
        const { client, returned, now } = message.asks
        return this.#budget.lease(client, returned, now)
      }
      case 'slot':
        return this.#slots.take(process, message.asks.pool, message.asks.client)
      case 'folder':
        return this.#temporaryFolder()
      case 'sources':
        return this.#sourceTexts
      case 'next':
        return this.#chooseNext(process, message.asks)
      case 'agreement':
        await this.#agreement.prepared(process, message.asks.version)
        return null
    }
  }

  #temporaryFolder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'greymark-downloads-')).catch((error) => {
      // The next request tries again.
      this.#folder = undefined
      throw error
    })
    return this.#folder
  }

  #chooseNext(process: number, unserved: UnservedVersion): NextVersion {
    const { isNew, ...chosen } = this.#agreement.choose(process, unserved)
    if (isNew)
      for (const other of this.#processes.serving)
        if (other !== process) this.#processes.post(other, { of: 'version' })
    return chosen
  }

  /** The metrics of all processes that should serve. */
  async #scrape(): Promise<readonly ScrapedProcess[]> {
    const id = ++this.#lastScrape
    return Promise.all(this.#processes.serving.map((process) => this.#scrapeOf(process, id)))
  }

  async #scrapeOf(process: number, id: number): Promise<ScrapedProcess> {
    const { promise, resolve } = Promise.withResolvers<MetricValues>()
    this.#scrapes.set(`${process} ${id}`, resolve)
    this.#processes.post(process, { of: 'scrape', id })
    const isInTime = await settlesWithin(SCRAPE_WITHIN_MS, promise)
    this.#scrapes.delete(`${process} ${id}`)
    return { process, metrics: isInTime ? await promise : null }
  }
}
