import { Problem, TemporarilyUnavailable } from '../../request/problems.ts'

/** The most downloads of one client at a time, so that no client excludes the others. */
const MAX_PER_CLIENT = 2
/** Within this time a download in progress has usually ended. */
const RETRY_SECONDS = 30

export interface DownloadSlot {
  /** True while no further download could start. */
  readonly isContended: () => boolean
  /** Frees the slot. Repeated calls have no effect. */
  readonly release: () => void
}

/** Limits the number of downloads in progress, in total and per client. */
export class DownloadSlots {
  readonly #max: number
  readonly #onTaken: (count: number) => void
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  /** `onTaken` is called with the number of taken slots whenever it changes. */
  constructor(max: number, onTaken: (count: number) => void = () => {}) {
    this.#max = max
    this.#onTaken = onTaken
  }

  /** Takes a slot for a client, identified by the key that the flood guard counts by. */
  take(client: string): DownloadSlot {
    if ((this.#takenBy.get(client) ?? 0) >= MAX_PER_CLIENT)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MAX_PER_CLIENT} downloads of one client are already in progress; start the next one when one of them has ended`,
        {},
        { 'Retry-After': String(RETRY_SECONDS) },
      )
    if (this.isFull)
      throw new TemporarilyUnavailable(
        `${this.#max} downloads are in progress, which is the limit; try again in ${RETRY_SECONDS} seconds`,
        RETRY_SECONDS,
      )
    this.#change(client, 1)
    let isTaken = true
    return {
      isContended: () => this.isFull,
      release: () => {
        if (isTaken) this.#change(client, -1)
        isTaken = false
      },
    }
  }

  /** True while no further download could start. */
  get isFull(): boolean {
    return this.#taken >= this.#max
  }

  #change(client: string, by: number): void {
    const ofClient = (this.#takenBy.get(client) ?? 0) + by
    if (ofClient > 0) this.#takenBy.set(client, ofClient)
    else this.#takenBy.delete(client)
    this.#taken += by
    this.#onTaken(this.#taken)
  }
}
