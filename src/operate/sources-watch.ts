import { type Instant, msOf } from '../market/calendar.ts'
import type { SilentSource } from '../reports/freshness.ts'
import { within } from '../within.ts'

/** Balancers ask every second, and sources fall silent over hours. */
const LOOK_EVERY_MS = 5000
/** A store that hangs must not make the question hang. */
const PATIENCE_MS = 300

/** Which sources are silent, looked up now and then, one look at a time. */
export class SourcesWatch {
  readonly #look: () => Promise<readonly SilentSource[]>
  readonly #now: () => Instant
  #known: readonly SilentSource[] | null = null
  #looking: Promise<void> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(look: () => Promise<readonly SilentSource[]>, now: () => Instant) {
    this.#look = look
    this.#now = now
  }

  /** The last that is known; `null` when nothing is. */
  get known(): readonly SilentSource[] | null {
    return this.#known
  }

  /** What is known after a look, if one is due and does not take long. */
  async current(): Promise<readonly SilentSource[] | null> {
    const now = msOf(this.#now())
    if (!this.#looking && Math.abs(now - this.#lookedAt) >= LOOK_EVERY_MS) {
      this.#lookedAt = now
      this.#looking = this.#look()
        .then((silent) => {
          this.#known = silent
        })
        // The state of the store tells of it.
        .catch(() => undefined)
        .finally(() => {
          this.#looking = undefined
        })
    }
    if (this.#looking) await within(PATIENCE_MS, this.#looking)
    return this.#known
  }
}
