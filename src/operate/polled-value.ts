import { type Instant, msOf } from '../market/calendar.ts'
import { settlesWithin } from '../settles-within.ts'

/** Load balancers request readiness every second, and these values change over minutes. */
const READ_EVERY_MS = 5000
/** How long a request waits for the read, so that a hanging store does not delay it. */
const PATIENCE_MS = 300

/** A value that is read from the store at most every 5 seconds, with one read at a time. */
export class PolledValue<T> {
  readonly #read: () => Promise<T>
  readonly #now: () => Instant
  #known: T | null = null
  #reading: Promise<void> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(read: () => Promise<T>, now: () => Instant) {
    this.#read = read
    this.#now = now
  }

  /** The last value; `null` before the first read. */
  get known(): T | null {
    return this.#known
  }

  /** Returns the value, after a new read if one is due and does not take long. */
  async current(): Promise<T | null> {
    const now = msOf(this.#now())
    if (!this.#reading && Math.abs(now - this.#readAt) >= READ_EVERY_MS) {
      this.#readAt = now
      this.#reading = this.#read()
        .then((found) => {
          this.#known = found
        })
        // An unreadable store is reported by its state.
        .catch(() => undefined)
        .finally(() => {
          this.#reading = undefined
        })
    }
    if (this.#reading) await settlesWithin(PATIENCE_MS, this.#reading)
    return this.#known
  }
}
