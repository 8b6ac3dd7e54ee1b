import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, instantFromMs, msOf } from '../../market/calendar.ts'
import { storeVisit, visitOf } from '../../store/collection/host-access.ts'
import type { Db } from '../../store/engines/db.ts'
import { whileBusy } from '../../store/engines/while-busy.ts'
import type { CookieJar } from './cookies.ts'

/** Many visits in a row are taken for an attack. */
const PAUSE_MS = 5 * 60_000

export interface VisitOptions {
  readonly now: () => Instant
  readonly signal: AbortSignal
  /** How long a download waits until a host may be visited again. */
  readonly patienceMs: number
}

/** Visits to pages that set a host's session cookies, shared by all downloads and kept in the store. */
export class CookieVisits {
  readonly #db: Db
  readonly #jar: CookieJar
  readonly #options: VisitOptions
  readonly #restored = new Map<string, Promise<void>>()
  readonly #running = new Map<string, Promise<Instant | undefined>>()
  readonly #made = new Map<string, number>()

  constructor(db: Db, jar: CookieJar, options: VisitOptions) {
    this.#db = db
    this.#jar = jar
    this.#options = options
  }

  /** The number of visits to a host so far; first uses the cookies of an earlier process. */
  async countOf(host: string): Promise<number> {
    const restored = this.#restored.get(host) ?? this.#restore(host)
    this.#restored.set(host, restored)
    await restored.catch((error: unknown) => {
      // The store may answer the next time.
      this.#restored.delete(host)
      throw error
    })
    return this.#made.get(host) ?? 0
  }

  async #restore(host: string): Promise<void> {
    const last = await visitOf(this.#db, host)
    if (last) this.#jar.unpack(last.cookies)
  }

  /**
   * Makes sure that there are cookies of a later visit than the first `count` ones. Returns from when on the host may be
   * visited, if it was visited too recently: its cookies last about as long as the pause.
   */
  async visitAfter(count: number, { host }: URL, visit: () => Promise<void>): Promise<Instant | undefined> {
    if ((this.#made.get(host) ?? 0) > count) return undefined
    // Shared from its check on, so that downloads that were denied at the same time make one visit.
    const running =
      this.#running.get(host) ?? this.#visitIfAllowed(host, visit).finally(() => this.#running.delete(host))
    this.#running.set(host, running)
    return running
  }

  async #visitIfAllowed(host: string, visit: () => Promise<void>): Promise<Instant | undefined> {
    const { now, patienceMs, signal } = this.#options
    const last = await visitOf(this.#db, host)
    const sinceMs = last ? msOf(now()) - msOf(last.visited) : PAUSE_MS
    // A visit in the far future is of a clock that was wrong.
    const waitMs = Math.abs(sinceMs) < PAUSE_MS ? PAUSE_MS - sinceMs : 0
    if (waitMs > patienceMs) return instantFromMs(msOf(now()) + waitMs)
    await sleep(waitMs, undefined, { signal })
    this.#jar.forget(host)
    try {
      await visit()
    } finally {
      // A visit that was denied may have set cookies that are accepted, and counts for the pause in any case.
      this.#made.set(host, (this.#made.get(host) ?? 0) + 1)
      const row = { host, visited: now(), cookies: this.#jar.pack(host) }
      await whileBusy(now, () => storeVisit(this.#db, row))
    }
    return undefined
  }
}
