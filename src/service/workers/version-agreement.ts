import { stopwatch } from '../../machine-clock.ts'
import type { MarketVersion } from '../../store/version/market-version.ts'
import type { NextVersion, UnservedVersion } from '../version-switch.ts'

/** Processes wait this long for those that are not prepared, counted from the first that is. */
const WAIT_MS = 2000

interface Waiting {
  readonly order: number
  readonly resolve: () => void
}

/** Lets all processes go through the same versions, and serve each at the same time, once all are prepared for it. */
export class VersionAgreement {
  /** The version that each process serves or is prepared for, by the number of the process. */
  readonly #prepared = new Map<number, number>()
  readonly #waitMs: number
  #waiting: Waiting[] = []
  /** The version that the processes prepare now, and when the first of them saw it, by `stopwatch()`. */
  #preparing: { readonly next: MarketVersion; readonly since: number } | null = null
  /** The latest version that some process serves already. */
  #served = Number.NEGATIVE_INFINITY

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs
  }

  /** Adds a process that serves a version, or one that has restarted. */
  join(process: number, version: string): void {
    this.#prepared.set(process, orderOf(version))
    this.#settle()
  }

  /** Removes a process that has ended. */
  leave(process: number): void {
    this.#prepared.delete(process)
    if (this.#prepared.size > 0) this.#settle()
    else this.#beginAgain(Number.NEGATIVE_INFINITY)
  }

  /**
   * The version that a process prepares next: the one that others prepare already, or else the one that it has seen.
   * `isNew` is true in the latter case, so that the others can begin, too.
   */
  choose(
    process: number,
    { serves, seen, waitedMs }: UnservedVersion,
  ): NextVersion & { readonly isNew: boolean } {
    // The store has lost facts, for all processes alike: what was agreed on before says nothing about its new versions.
    if (serves < (this.#prepared.get(process) ?? serves)) this.#beginAgain(serves)
    this.#prepared.set(process, serves)
    this.#settle()
    const now = stopwatch()
    const { next, since } = this.#preparing ?? { next: seen, since: Number.NEGATIVE_INFINITY }
    // An older one was given up, or belongs to a store that has lost facts since.
    const isBeingPrepared = next.version > serves && now - since <= this.#waitMs
    if (isBeingPrepared) return { next, waitedMs: now - since, isNew: false }
    this.#preparing = { next: seen, since: now - waitedMs }
    return { next: seen, waitedMs, isNew: true }
  }

  /** Resolves when every process is prepared for this version or a later one, and 2 seconds after the first one is. */
  async prepared(process: number, order: number): Promise<void> {
    this.#prepared.set(process, order)
    this.#settle()
    if (order <= this.#served) return
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.#waiting.some((other) => other.order === order))
      setTimeout(() => this.#release((waiting) => waiting.order === order), this.#waitMs).unref()
    this.#waiting.push({ order, resolve })
    await promise
  }

  /** Forgets all versions after one, which is served now. */
  #beginAgain(served: number): void {
    for (const [process, order] of this.#prepared) this.#prepared.set(process, Math.min(order, served))
    this.#preparing = null
    this.#release(() => true)
    this.#served = served
  }

  #settle(): void {
    const oldest = Math.min(...this.#prepared.values())
    this.#served = Math.max(this.#served, oldest)
    if (this.#preparing && this.#preparing.next.version <= oldest) this.#preparing = null
    this.#release(({ order }) => order <= oldest)
  }

  #release(isReleased: (waiting: Waiting) => boolean): void {
    const released = this.#waiting.filter(isReleased)
    this.#waiting = this.#waiting.filter((waiting) => !isReleased(waiting))
    for (const { order, resolve } of released) {
      this.#served = Math.max(this.#served, order)
      resolve()
    }
  }
}

/** Versions of the demo precede those of the store, which replaces it. */
function orderOf(version: string): number {
  const [, demo, number] = /^(demo-)?(\d+)$/.exec(version) ?? []
  return demo === undefined ? Number(number) : Number(number) - Number.MAX_SAFE_INTEGER
}
