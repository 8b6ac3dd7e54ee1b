/** Processes wait this long for those that are not prepared, counted from the first that is. */
const WAIT_MS = 2000

interface Waiting {
  readonly order: number
  readonly resolve: () => void
}

/** Lets all processes serve a new version at the same time, once each of them is prepared for it. */
export class VersionAgreement {
  /** The version that each process is prepared for, by the number of the process. */
  readonly #prepared = new Map<number, number>()
  readonly #waitMs: number
  #waiting: Waiting[] = []
  /** The latest version that some process has seen in the store. */
  #seen = Number.NEGATIVE_INFINITY
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
    this.#settle()
  }

  /** Resolves when every process is prepared for this version or a later one, and 2 seconds after the first one is. */
  async prepared(process: number, version: string): Promise<void> {
    const order = orderOf(version)
    this.#prepared.set(process, order)
    this.#settle()
    if (order <= this.#served) return
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.#waiting.some((other) => other.order === order))
      setTimeout(() => this.#release((waiting) => waiting.order === order), this.#waitMs).unref()
    this.#waiting.push({ order, resolve })
    await promise
  }

  /** Notes that a process begins to prepare a version. Returns true for the first one, so that the others can begin, too. */
  isFirstToSee(version: string): boolean {
    const order = orderOf(version)
    const isFirst = order > this.#seen
    this.#seen = Math.max(this.#seen, order)
    return isFirst
  }

  #settle(): void {
    const oldest = Math.min(...this.#prepared.values())
    this.#served = Math.max(this.#served, oldest)
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
