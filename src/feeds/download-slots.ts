import { Problem, TemporarilyUnavailable } from '../request/problems.ts'

/** One client may have this many downloads under way, so that no client keeps the others out. */
const MOST_PER_CLIENT = 2
/** Within this time a download under way has usually ended. */
const RETRY_SECONDS = 30

/** The place of one download. */
export interface DownloadSlot {
  /** True while no further download could begin. */
  readonly isContended: () => boolean
  /** Frees the place; to be called at the end, once or more often. */
  readonly release: () => void
}

/** Limits how many downloads are under way at the same time, in total and per client. */
export class DownloadSlots {
  readonly #most: number
  readonly #onTaken: (count: number) => void
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  /** `onTaken` gets the number of places that are taken whenever it changes. */
  constructor(most: number, onTaken: (count: number) => void = () => {}) {
    this.#most = most
    this.#onTaken = onTaken
  }

  /** Takes a place for a client, named by the key that the flood guard counts by. */
  take(client: string): DownloadSlot {
    if ((this.#takenBy.get(client) ?? 0) >= MOST_PER_CLIENT)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MOST_PER_CLIENT} downloads of one client are under way already; begin the next one when one of them has ended`,
        {},
        { 'Retry-After': String(RETRY_SECONDS) },
      )
    if (this.#isFull)
      throw new TemporarilyUnavailable(
        `${this.#most} downloads are under way, which is as many as are sent at once; try again in ${RETRY_SECONDS} seconds`,
        RETRY_SECONDS,
      )
    this.#change(client, 1)
    let isTaken = true
    return {
      isContended: () => this.#isFull,
      release: () => {
        if (isTaken) this.#change(client, -1)
        isTaken = false
      },
    }
  }

  get #isFull(): boolean {
    return this.#taken >= this.#most
  }

  #change(client: string, by: number): void {
    const ofClient = (this.#takenBy.get(client) ?? 0) + by
    if (ofClient > 0) this.#takenBy.set(client, ofClient)
    else this.#takenBy.delete(client)
    this.#taken += by
    this.#onTaken(this.#taken)
  }
}
