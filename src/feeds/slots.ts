import { type Problem, retryLater, TemporarilyUnavailable } from '../request/problems.ts'

interface SlotLimits {
  readonly max: number
  /** So that no client excludes the others. */
  readonly maxPerClient: number
  /** Called with the number of slots taken whenever it changes. */
  readonly onTaken: (count: number) => void
  /** The problem of a request that gets no slot, because its client, or all clients together, have reached a limit. */
  readonly refusal: (limit: 'client' | 'all') => Problem
}

/** Slots of this process for work that is limited in total and per client. */
export class Slots {
  readonly #limits: SlotLimits
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** True while no further slot can be taken. */
  get isFull(): boolean {
    return this.#taken >= this.#limits.max
  }

  /** Takes a slot, and returns the function that frees it. `client`: `null` where no client is counted. */
  take(client: string | null): () => void {
    const { maxPerClient, refusal } = this.#limits
    if (client !== null && (this.#takenBy.get(client) ?? 0) >= maxPerClient) throw refusal('client')
    if (this.isFull) throw refusal('all')
    this.#change(client, 1)
    return () => this.#change(client, -1)
  }

  #change(client: string | null, by: number): void {
    this.#taken += by
    this.#limits.onTaken(this.#taken)
    if (client === null) return
    const ofClient = (this.#takenBy.get(client) ?? 0) + by
    if (ofClient > 0) this.#takenBy.set(client, ofClient)
    else this.#takenBy.delete(client)
  }
}

const DOWNLOADS_PER_CLIENT = 2
/** Within this time a download in progress has usually ended. */
const DOWNLOAD_RETRY_SECONDS = 30

/** The slots of downloads in progress. Clients are the keys that the flood guard counts by. */
export const downloadSlots = (max: number, onTaken: (count: number) => void): Slots =>
  new Slots({
    max,
    maxPerClient: DOWNLOADS_PER_CLIENT,
    onTaken,
    refusal: (limit) =>
      limit === 'client'
        ? retryLater(
            'TOO_MANY_REQUESTS',
            `${DOWNLOADS_PER_CLIENT} downloads of one client are already in progress; start the next one when one of them has ended`,
            DOWNLOAD_RETRY_SECONDS,
          )
        : new TemporarilyUnavailable(
            `${max} downloads are in progress, which is the limit; try again in ${DOWNLOAD_RETRY_SECONDS} seconds`,
            DOWNLOAD_RETRY_SECONDS,
          ),
  })
