import { setTimeout } from 'node:timers/promises'
import { Client } from '../large/client.ts'

/** A round is served within 2 seconds of its commit; a busy machine may take longer. */
const SERVED_WITHIN_MS = 20_000
const POLL_EVERY_MS = 10

/** Measures how long after its commit a round is served. */
export class ServedVersion {
  readonly #client: Client
  readonly #path: string
  #served: string | undefined
  /** The times since the last reset, in milliseconds. */
  #times: number[] = []

  constructor(address: string, path: string) {
    this.#client = new Client(address)
    this.#path = path
  }

  /** To be called before the first round. */
  async begin(): Promise<void> {
    this.#served = await this.#version()
  }

  /** To be called after each commit: waits until another version is served than after the one before. */
  async committed(): Promise<void> {
    const commit = performance.now()
    while (performance.now() < commit + SERVED_WITHIN_MS) {
      const version = await this.#version()
      if (version !== this.#served) {
        this.#times.push(performance.now() - commit)
        this.#served = version
        return
      }
      await setTimeout(POLL_EVERY_MS)
    }
    throw new Error('no round was served')
  }

  /** The times since the last call, in milliseconds. */
  takeTimes(): readonly number[] {
    const times = this.#times
    this.#times = []
    return times
  }

  close(): void {
    this.#client.close()
  }

  /** Without the moment, which also changes with the clock. */
  async #version(): Promise<string | undefined> {
    const { headers } = await this.#client.get(this.#path)
    return String(headers['x-market-version']).split('@')[0]
  }
}
