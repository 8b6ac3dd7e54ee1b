import { Problem } from '../asking/problems.ts'

/** By then one of those under way has mostly ended. */
const RETRY_SECONDS = 30

/** How many downloads may be under way at the same time. */
export class DownloadSlots {
  readonly #most: number
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Takes a place until what it gives is called, once or more often. */
  take(): () => void {
    if (this.#taken >= this.#most)
      throw new Problem(
        'UNAVAILABLE',
        `${this.#most} downloads are under way, which is as many as are sent at once; try again in ${RETRY_SECONDS} seconds`,
        {},
        { 'Retry-After': String(RETRY_SECONDS) },
      )
    this.#taken++
    let isTaken = true
    return () => {
      if (isTaken) this.#taken--
      isTaken = false
    }
  }
}
