import { type Instant, msOf } from '../market/calendar.ts'
import { settlesWithin } from '../settles-within.ts'

/** Balancers ask every second, and what is looked up here changes over minutes. */
const LOOK_EVERY_MS = 5000
/** A store that hangs must not make the question hang. */
const PATIENCE_MS = 300

/** Something that is looked up in the store now and then, one look at a time. */
export class StoreLook<T> {
  readonly #look: () => Promise<T>
  readonly #now: () => Instant
  #known: T | null = null
  #looking: Promise<void> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(look: () => Promise<T>, now: () => Instant) {
    this.#look = look
    this.#now = now
  }

  /** The last that is known; `null` when nothing is. */
  get known(): T | null {
    return this.#known
  }

  /** What is known after a look, if one is due and does not take long. */
  async current(): Promise<T | null> {
    const now = msOf(this.#now())
    if (!this.#looking && Math.abs(now - this.#lookedAt) >= LOOK_EVERY_MS) {
      this.#lookedAt = now
      this.#looking = this.#look()
        .then((found) => {
          this.#known = found
        })
        // The state of the store tells of it.
        .catch(() => undefined)
        .finally(() => {
          this.#looking = undefined
        })
    }
    if (this.#looking) await settlesWithin(PATIENCE_MS, this.#looking)
    return this.#known
  }
}
