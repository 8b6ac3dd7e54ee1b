import { type Instant, msOf } from '../../market/calendar.ts'

/** Minutes without an attempt after the first failure; they double with each further one. */
const FIRST_MINUTES = 5
const LONGEST_MINUTES = 60
const MINUTE_MS = 60_000

/** How long nothing is built after failures: a full disk stays full for a while, and each attempt takes long. */
export class BuildPause {
  #failures = 0
  #from = 0
  #ms = 0

  /** Attempts that failed since the last success. */
  get failures(): number {
    return this.#failures
  }

  /** Begins a pause and returns its length in minutes. */
  failed(now: Instant): number {
    const minutes = Math.min(FIRST_MINUTES * 2 ** this.#failures, LONGEST_MINUTES)
    this.#failures++
    this.#from = msOf(now)
    this.#ms = minutes * MINUTE_MS
    return minutes
  }

  succeeded(): void {
    this.#failures = 0
    this.#ms = 0
  }

  /** Whole seconds until the next attempt; 0 when there may be one. A clock that was set back ends the pause. */
  secondsLeft(now: Instant): number {
    const passed = msOf(now) - this.#from
    return passed < 0 || passed >= this.#ms ? 0 : Math.ceil((this.#ms - passed) / 1000)
  }
}
