import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { stopwatch } from '../../machine-clock.ts'
import { projectFile } from '../../project-file.ts'
import { settlesWithin } from '../../settles-within.ts'
import { batched, type Started, type ToPrimary, type ToProcess } from './messages.ts'
import { PROCESS_VARIABLE } from './process-variables.ts'

/** A process that ends sooner after its start is restarted after a pause, which doubles each time. */
const SOON_MS = 30_000
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000

/** A running process. */
interface ServingProcess {
  readonly number: number
  readonly worker: Worker
  readonly post: (message: ToProcess) => void
  readonly startedMs: number
  isServing: boolean
}

/** A message of a process, but for the report that it serves. */
export type SentMessage = Exclude<ToPrimary, { of: 'started' }>

export interface ProcessesContext {
  readonly count: number
  /** Environment variables of all processes, beside those of this one. */
  readonly variables: Readonly<Record<string, string>>
  readonly log: Logger
  /** `reply` sends messages to the process that sent this one, and to none that has replaced it. */
  readonly onMessage: (process: number, message: SentMessage, reply: (message: ToProcess) => void) => void
  readonly onStarted: (process: number, started: Started) => void
  readonly onEnded: (process: number) => void
}

/** A process could not start, and has printed why. */
export class ProcessNotStarted extends Error {
  override readonly name = 'ProcessNotStarted'
  /** Its exit code; `null` when a signal ended it, so that it has printed nothing. */
  readonly exitCode: number | null

  constructor(exitCode: number | null, signal: string) {
    super(`a serving process was ended by ${signal} before it served`)
    this.exitCode = exitCode
  }
}

/** Starts the serving processes, and restarts each that ends by itself. They share one port, connection by connection. */
export class ServingProcesses {
  readonly #context: ProcessesContext
  readonly #running = new Map<number, ServingProcess>()
  readonly #pauses = new Map<number, number>()
  readonly #starts = new Map<number, PromiseWithResolvers<Started>>()
  #isStopping = false
  #whenAllEnded: (() => void) | undefined

  constructor(context: ProcessesContext) {
    this.#context = context
    if (!cluster.isPrimary)
      throw new Error(
        'WORKERS cannot be used in a process that another cluster has started: set WORKERS to 1',
      )
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: fileURLToPath(projectFile('bin/greymark.js')), args: ['serve'] })
  }

  /**
   * Starts all processes: the first one alone, because it may migrate the store, and then the others. Throws
   * `ProcessNotStarted` if one of them cannot start.
   */
  async start(): Promise<Started> {
    const first = await this.#firstStart(1)
    const others = Array.from({ length: this.#context.count - 1 }, (_, index) => this.#firstStart(index + 2))
    await Promise.all(others)
    return first
  }

  /** The numbers of the processes that serve. */
  get serving(): readonly number[] {
    return [...this.#running.values()].filter(({ isServing }) => isServing).map(({ number }) => number)
  }

  post(process: number, message: ToProcess): void {
    this.#running.get(process)?.post(message)
  }

  postAll(message: ToProcess): void {
    for (const { post } of this.#running.values()) post(message)
  }

  /** Requests that all processes stop, and no longer restarts them. */
  requestStop(isDraining: boolean): void {
    this.#isStopping = true
    this.postAll({ of: 'stop', isDraining })
  }

  /** Waits until all processes have ended, and ends those that run longer. */
  async ended(withinMs: number): Promise<void> {
    this.#isStopping = true
    if (this.#running.size === 0) return
    const allEnded = new Promise<void>((resolve) => {
      this.#whenAllEnded = resolve
    })
    if (await settlesWithin(withinMs, allEnded)) return
    this.#context.log.warn('not all serving processes stopped in time; they are ended')
    for (const { worker } of this.#running.values()) worker.process.kill('SIGKILL')
  }

  #firstStart(number: number): Promise<Started> {
    const start = Promise.withResolvers<Started>()
    this.#starts.set(number, start)
    this.#fork(number)
    return start.promise
  }

  #fork(number: number): void {
    const worker = cluster.fork({ ...this.#context.variables, [PROCESS_VARIABLE]: String(number) })
    const post = batched<ToProcess>((messages) => {
      if (worker.isConnected()) worker.send([...messages], () => undefined)
    })
    const running = { number, worker, post, startedMs: stopwatch(), isServing: false }
    this.#running.set(number, running)
    worker.on('message', (messages: readonly ToPrimary[]) => {
      for (const message of messages) this.#receive(running, message)
    })
    // A process that ends while a message is sent to it is no fault of this one.
    worker.on('error', () => undefined)
    worker.on('exit', (code, signal) => this.#exited(running, code, signal))
  }

  #receive(running: ServingProcess, message: ToPrimary): void {
    // What a process sent before it ended must not take a slot for it.
    if (this.#running.get(running.number) !== running) return
    if (message.of !== 'started') {
      this.#context.onMessage(running.number, message, running.post)
      return
    }
    running.isServing = true
    this.#context.onStarted(running.number, message.started)
    this.#starts.get(running.number)?.resolve(message.started)
    this.#starts.delete(running.number)
  }

  #exited(
    { number, startedMs, isServing }: ServingProcess,
    code: number | null,
    signal: string | null,
  ): void {
    this.#running.delete(number)
    this.#context.onEnded(number)
    if (this.#running.size === 0) this.#whenAllEnded?.()
    if (this.#isStopping) return
    const start = this.#starts.get(number)
    if (start) start.reject(new ProcessNotStarted(signal ? null : code, signal ?? ''))
    else this.#restart(number, isServing && stopwatch() - startedMs >= SOON_MS, signal ?? `with code ${code}`)
  }

  #restart(number: number, wasStable: boolean, cause: string): void {
    const lastMs = wasStable ? 0 : (this.#pauses.get(number) ?? 0)
    const pauseMs = Math.min(MAX_PAUSE_MS, 2 * lastMs || FIRST_PAUSE_MS)
    this.#pauses.set(number, pauseMs)
    this.#context.log.error(
      { process: number },
      `Serving process ${number} ended (${cause}) and restarts in ${pauseMs / 1000} seconds`,
    )
    setTimeout(() => {
      if (!this.#isStopping) this.#fork(number)
    }, pauseMs)
  }
}
