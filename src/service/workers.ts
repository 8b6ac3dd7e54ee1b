import cluster, { type Worker } from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { sourceTexts } from '../collect/own-sources.ts'
import type { Config } from '../config.ts'
import { stopwatch } from '../machine-clock.ts'
import type { Instant } from '../market/calendar.ts'
import { groupMetrics } from '../operate/group-metrics.ts'
import { projectFile } from '../project-file.ts'
import { settlesWithin } from '../settles-within.ts'
import { publishMetrics } from './output/publish-metrics.ts'
import { demoNotice, type LogTarget, serviceLog } from './output/service-log.ts'

/** Workers end within 9.5 seconds, so that all have ended 10 seconds after the signal. */
const END_WITHIN_MS = 9700
/** A worker that ends sooner after its start is restarted after a pause, which doubles each time. */
const SOON_MS = 30_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000
/** The environment variable with the assignment. A message could arrive before the worker listens, and would be lost. */
const ASSIGNMENT_VARIABLE = 'GREYMARK_WORKER'

/** What the parent decides for a worker. */
export interface Assignment {
  /** Counted from 1. Only number 1 collects, sends alerts and builds the files of the day in advance. */
  readonly number: number
  /** The moment from which all workers continue the demo market in the same steps. */
  readonly since: Instant
  /** What the files of SOURCE_FILES contained when the parent started, so that all workers have the same sources. */
  readonly sourceTexts: readonly string[]
  /** A folder for downloads that all workers share; `null`: each makes its own if it needs one. */
  readonly temporaryFolder: string | null
}

/** What a worker reports once it serves. */
export interface Started {
  readonly address: string
  readonly contents: { readonly demo: boolean; readonly ipos: number | null }
}

/** The service of several workers, seen from their parent, which serves nothing but the metrics. */
export interface ServingWorkers {
  readonly address: string
  contents(): Promise<Started['contents']>
  drain(): Promise<void>
  stop(): Promise<void>
}

/** The assignment of this process if it is a worker; `null`: it is none of ours. */
export function ownAssignment(variables: Readonly<Record<string, string | undefined>>): Assignment | null {
  const assignment = variables[ASSIGNMENT_VARIABLE]
  return cluster.isWorker && assignment ? JSON.parse(assignment) : null
}

/** Reports to the parent that this worker serves. */
export const reportStarted = (started: Started): void => void process.send?.({ started })

/** A worker could not start, and has printed why. */
export class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted'
  /** Its exit code; `null` when a signal ended it, or the system did not start it, so that it has printed nothing. */
  readonly exitCode: number | null

  constructor(exitCode: number | null, cause: string | null) {
    super(`a serving process was ended by ${cause} before it served`)
    this.exitCode = exitCode
  }
}

/** Serves with WORKERS processes on one port. Throws `WorkerNotStarted` if one of them cannot start. */
export async function startWorkers(
  config: Config,
  now: () => Instant,
  logTo?: LogTarget,
): Promise<ServingWorkers> {
  if (!cluster.isPrimary)
    throw new Error('WORKERS cannot be used in a process that another cluster has started: set WORKERS to 1')
  const { WORKERS, METRICS, SOURCE_FILES } = config
  const log = serviceLog(config, logTo)
  const serving = new Set<Worker>()
  const metrics = groupMetrics(WORKERS, serving)
  const shared = {
    since: now(),
    sourceTexts: sourceTexts(SOURCE_FILES),
    temporaryFolder: temporaryFolder(),
  }
  const workers = new Workers(shared, serving, log, () => metrics.restarted())
  const listener = await publishMetrics(METRICS, metrics.text, log)
  const stop = async () => {
    await workers.stop()
    listener?.close()
  }
  try {
    const { address, contents } = await workers.start(WORKERS)
    if (!logTo?.announcesStart) {
      if (contents.demo) log.warn(demoNotice(config))
      log.info(`Greymark answers at ${address} with ${WORKERS} processes`)
      if (listener) log.info(`Metrics are at ${listener.url}`)
    }
    return {
      address,
      contents: async () => contents,
      drain: async () => workers.requestStop('SIGTERM'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Makes a folder that exists as long as this process runs; `null` if it cannot be made. */
function temporaryFolder(): string | null {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'greymark-downloads-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
    return folder
  } catch {
    return null
  }
}

/** The workers that run, by their numbers. One that ends by itself is restarted. */
class Workers {
  readonly #shared: Omit<Assignment, 'number'>
  /** Those that have reported that they serve. */
  readonly #serving: Set<Worker>
  readonly #log: Logger
  readonly #onRestart: () => void
  readonly #running = new Map<number, Worker>()
  /** The workers that have not served yet. */
  readonly #starts = new Map<number, PromiseWithResolvers<Started>>()
  /** The last pause before the restart of each worker, in milliseconds. */
  readonly #pauses = new Map<number, number>()
  #isStopping = false

  constructor(shared: Omit<Assignment, 'number'>, serving: Set<Worker>, log: Logger, onRestart: () => void) {
    this.#shared = shared
    this.#serving = serving
    this.#log = log
    this.#onRestart = onRestart
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: fileURLToPath(projectFile('bin/greymark.js')), args: ['serve'] })
  }

  /** Starts the first worker alone, because it may create the schema, and then the others. */
  async start(count: number): Promise<Started> {
    const first = await this.#firstStart(1)
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.#firstStart(index + 2)))
    return first
  }

  /** Requests that all workers stop, on SIGTERM after a drain, and no longer restarts them. */
  requestStop(signal: 'SIGTERM' | 'SIGINT'): void {
    if (this.#isStopping) return
    this.#isStopping = true
    for (const worker of this.#running.values()) requestStopOf(worker, signal)
  }

  /** Waits until all workers have ended, and ends those that run longer. */
  async stop(): Promise<void> {
    this.requestStop('SIGINT')
    const running = [...this.#running.values()]
    const ended = running.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    if (await settlesWithin(END_WITHIN_MS, Promise.all(ended))) return
    this.#log.warn('not all serving processes stopped in time; they are ended')
    for (const worker of this.#running.values()) worker.process.kill('SIGKILL')
  }

  #firstStart(number: number): Promise<Started> {
    const start = Promise.withResolvers<Started>()
    this.#starts.set(number, start)
    this.#fork(number)
    return start.promise
  }

  #fork(number: number): void {
    const assignment: Assignment = { number, ...this.#shared }
    const worker = cluster.fork({ [ASSIGNMENT_VARIABLE]: JSON.stringify(assignment) })
    const forkedMs = stopwatch()
    this.#running.set(number, worker)
    worker.on('message', ({ started }: { readonly started?: Started }) => {
      // The metrics have messages of their own.
      if (!started) return
      this.#serving.add(worker)
      this.#starts.get(number)?.resolve(started)
      this.#starts.delete(number)
      if (this.#isStopping) requestStopOf(worker, 'SIGINT')
    })
    const ended = (code: number | null, cause: string | null) => {
      this.#running.delete(number)
      const wasServing = this.#serving.delete(worker)
      if (this.#isStopping) return
      const start = this.#starts.get(number)
      if (start) return start.reject(new WorkerNotStarted(cause ? null : code, cause))
      if (wasServing && stopwatch() - forkedMs >= SOON_MS) this.#pauses.delete(number)
      this.#restart(number, cause ?? `with code ${code}`)
    }
    worker.on('exit', ended)
    worker.on('error', ({ message }) => {
      // One that the system did not start has no exit. That another ends while a message is sent to it is no fault.
      if (worker.process.pid === undefined) ended(null, message)
    })
  }

  #restart(number: number, cause: string): void {
    const pauseMs = Math.min(MAX_PAUSE_MS, 2 * (this.#pauses.get(number) ?? FIRST_PAUSE_MS / 2))
    this.#pauses.set(number, pauseMs)
    this.#onRestart()
    this.#log.error(
      { process: number },
      `Serving process ${number} ended (${cause}) and restarts in ${pauseMs / 1000} seconds`,
    )
    setTimeout(() => {
      if (this.#isStopping) return
      try {
        this.#fork(number)
      } catch (error) {
        this.#restart(number, error instanceof Error ? error.message : String(error))
      }
    }, pauseMs)
  }
}

/** A signal could be the second one that the worker gets, after that of a terminal or a supervisor. */
const requestStopOf = (worker: Worker, stop: 'SIGTERM' | 'SIGINT'): void =>
  void worker.send({ stop }, () => undefined)
