import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ROOT, startWorker, type Worker } from './processes.ts'

export interface LandingOptions {
  /** The file of the store. */
  readonly store: string
  /** The facts of the next round, one a line. */
  readonly nextFacts: () => string
  readonly everyMs: number
  /** Called after each commit; the next round waits for its end. */
  readonly onCommit?: () => Promise<void>
}

/** Another process, on the core of the servers, that imports rounds of facts. */
export class Landing {
  readonly #writer: Worker
  readonly #nextFacts: () => string
  readonly #everyMs: number
  readonly #onCommit: () => Promise<void>
  count = 0

  constructor({ store, nextFacts, everyMs, onCommit = async () => {} }: LandingOptions) {
    this.#nextFacts = nextFacts
    this.#everyMs = everyMs
    this.#onCommit = onCommit
    this.#writer = startWorker({
      program: process.execPath,
      args: [join(ROOT, 'bench/run/writer.ts'), `sqlite:${store}`],
      place: 'servers',
    })
  }

  /** Imports a round, and returns how many milliseconds that took. */
  async land(): Promise<number> {
    const facts = JSON.stringify(this.#nextFacts())
    const begin = performance.now()
    await this.#writer.request(facts)
    const ms = performance.now() - begin
    this.count++
    await this.#onCommit()
    return ms
  }

  /** Imports a round every few seconds, at least one, while some work runs. */
  async during<T>(work: Promise<T>): Promise<T> {
    const end = new AbortController()
    const ended = work.finally(() => end.abort())
    const [result] = await Promise.all([ended, this.#landUntil(end.signal)])
    return result
  }

  stop(): Promise<void> {
    return this.#writer.stop()
  }

  async #landUntil(end: AbortSignal): Promise<void> {
    const wait = (ms: number) => setTimeout(ms, undefined, { signal: end }).catch(() => undefined)
    // Not during the warm-up of the client, which is not counted.
    await wait(this.#everyMs / 2)
    do {
      await this.land()
      await wait(this.#everyMs)
    } while (!end.aborted)
  }
}
