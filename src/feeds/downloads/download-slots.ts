import { Problem, TemporarilyUnavailable } from '../../request/problems.ts'
import { SlotCounts, type SlotPool } from '../slot-counts.ts'

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

/** Counts the downloads in progress, of which at most `max` are allowed. */
export const downloadCounts = (max: number): SlotCounts => new SlotCounts(max, MAX_PER_CLIENT)

/** Limits the number of downloads in progress, in total and per client. */
export class DownloadSlots {
  readonly #pool: SlotPool
  readonly #max: number
  readonly #onTaken: (count: number) => void
  /** The downloads of this process. */
  #taken = 0

  /** `max`: the size of the pool. `onTaken` is called with the slots that this process has taken whenever they change. */
  constructor(pool: SlotPool, max: number, onTaken: (count: number) => void = () => {}) {
    this.#pool = pool
    this.#max = max
    this.#onTaken = onTaken
  }

  /** Takes a slot for a client, identified by the key that the flood guard counts by. */
  async take(client: string): Promise<DownloadSlot> {
    const reached = await this.#pool.take(client)
    if (reached?.ofClient)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MAX_PER_CLIENT} downloads of one client are already in progress; start the next one when one of them has ended`,
        {},
        { 'Retry-After': String(RETRY_SECONDS) },
      )
    if (reached)
      throw new TemporarilyUnavailable(
        `${this.#max} downloads are in progress, which is the limit; try again in ${RETRY_SECONDS} seconds`,
        RETRY_SECONDS,
      )
    this.#change(1)
    let isTaken = true
    return {
      isContended: () => this.isFull,
      release: () => {
        if (!isTaken) return
        isTaken = false
        this.#pool.free(client)
        this.#change(-1)
      },
    }
  }

  /** True while no further download could start. */
  get isFull(): boolean {
    return this.#pool.isFull
  }

  #change(by: number): void {
    this.#taken += by
    this.#onTaken(this.#taken)
  }
}
