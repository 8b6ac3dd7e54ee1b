import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Instant } from '../../src/market/calendar.ts'
import type { AlertsProcessTask, ClockReached, ClockStep, Unanswered } from '../support/alerts-process.ts'
import type { KillPoint } from '../support/kill-points.ts'

const SOURCE = fileURLToPath(new URL('../support/alerts-process.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles the script of the processes into a folder, because it is started dozens of times: a bundle of this form loads in a
 * fifth of the time.
 */
export async function bundleScript(folder: string): Promise<string> {
  const path = join(folder, 'alerts-process.cjs')
  for (const name of ['package.json', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name))
  await build({
    entryPoints: [SOURCE],
    outfile: path,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    // Its other form finds its modules while it runs.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    external: ['better-sqlite3', 'pg-native'],
    banner: { js: "const scriptUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'scriptUrl' },
    logLevel: 'error',
  })
  return path
}

interface Running {
  readonly child: ChildProcess
  readonly gone: Promise<unknown>
  /** Its last answer. */
  reached: ClockReached | null
  onAnswer: () => void
}

export interface ProcessTask extends Pick<AlertsProcessTask, 'url' | 'file'> {
  readonly script: string
}

/** Where processes kill themselves. */
export interface KillPoints {
  /** For the process that sends. */
  forSender(): KillPoint | null
  /** For a process that is started in place of a killed one. */
  afterKill(): KillPoint | null
}

const NO_KILLS: KillPoints = { forSender: () => null, afterKill: () => null }

/** Two processes that compete for the lease. One that is killed is started again. */
export class AlertProcesses {
  /** How many were killed. */
  kills = 0
  /** The ids of the processes that sent messages. */
  readonly senders = new Set<number>()
  readonly errors: string[] = []
  readonly #task: ProcessTask
  readonly #env: NodeJS.ProcessEnv
  #clock: Instant = ''
  #running: Running[] = []

  constructor(task: ProcessTask, variables: Readonly<Record<string, string>>) {
    this.#task = task
    this.#env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: `${task.script}.compiled`, ...variables }
  }

  /** Starts both at a moment. */
  async start(clock: Instant, kills: KillPoints): Promise<void> {
    this.#clock = clock
    this.#running = [this.#started(kills.forSender()), this.#started(null)]
    await this.reach(clock, kills)
  }

  /** Ends both, as an operator does. */
  async stop(): Promise<void> {
    for (const { child } of this.#running) if (child.connected) child.disconnect()
    await Promise.all(this.#running.map(({ gone }) => gone))
    this.#running = []
  }

  /** Sets the clock, and returns once nothing is left to do. */
  async reach(clock: Instant, kills: KillPoints = NO_KILLS): Promise<void> {
    this.#clock = clock
    for (;;) {
      const sender = this.#sender()
      for (const one of this.#running) this.#step(one, one === sender ? kills.forSender() : null)
      await this.#answered(kills)
      if (this.#sender()) return
    }
  }

  /** Kills the process that sends, as it is at this moment; false when that is not known. */
  killSender(): boolean {
    return this.#sender()?.child.kill('SIGKILL') ?? false
  }

  /** Ends the attempt of a message that its receiver leaves without an answer. */
  endAttempt(id: string): void {
    for (const { child } of this.#running)
      if (child.connected) child.send({ unanswered: id } satisfies Unanswered, () => undefined)
  }

  /** Kills a process that has nothing to do. */
  async killIdle(which: 'sender' | 'standby'): Promise<void> {
    const sender = this.#sender()
    const chosen = which === 'sender' ? sender : this.#running.find((one) => one !== sender)
    chosen?.child.kill('SIGKILL')
    await chosen?.gone
    await this.reach(this.#clock)
  }

  #sender(): Running | undefined {
    return this.#running.find(({ reached }) => reached?.isSending)
  }

  #step(one: Running, kill: KillPoint | null): void {
    // One that was just started knows the clock.
    if (!one.reached) return
    one.reached = { ...one.reached, clock: '' }
    // One that was just killed cannot be told anything.
    if (one.child.connected) one.child.send({ clock: this.#clock, kill } satisfies ClockStep, () => undefined)
  }

  /** Waits until all have answered, and starts those again that were killed. */
  async #answered(kills: KillPoints): Promise<void> {
    const isOver = ({ child, reached }: Running) =>
      child.signalCode === null && child.exitCode === null && reached?.clock === this.#clock
    while (!this.#running.every(isOver)) {
      const changed = this.#running.map((one) => new Promise<void>((resolve) => (one.onAnswer = resolve)))
      const gone = this.#running.map((one) => one.gone)
      await Promise.race([...changed, ...gone])
      this.#running = this.#running.map((one) => {
        if (one.child.signalCode === null && one.child.exitCode === null) return one
        if (one.child.signalCode !== 'SIGKILL') throw new Error(`a process ended: ${one.child.exitCode}`)
        this.kills++
        return this.#started(kills.afterKill())
      })
    }
  }

  #started(kill: KillPoint | null): Running {
    const { script, ...own } = this.#task
    const task: AlertsProcessTask = { ...own, clock: this.#clock, kill }
    const child = fork(script, [JSON.stringify(task)], { env: this.#env, execArgv: [] })
    const one: Running = { child, gone: once(child, 'exit'), reached: null, onAnswer: () => {} }
    child.on('message', (reached: ClockReached) => {
      one.reached = reached
      this.errors.push(...reached.errors)
      if (reached.isSending && child.pid !== undefined) this.senders.add(child.pid)
      one.onAnswer()
    })
    return one
  }
}
