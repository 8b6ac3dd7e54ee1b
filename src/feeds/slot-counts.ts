/** The limits that a client has reached, so that it gets no slot. */
export interface LimitsReached {
  readonly ofClient: boolean
  readonly ofAll: boolean
}

/** Slots for work that is limited in total and per client, counted in this process or for several. */
export interface SlotPool {
  /** True while no further slot can be taken. */
  readonly isFull: boolean
  /** Takes a slot, and returns `null`; else the limits that prevent it. `client`: `null` where no client is counted. */
  take(client: string | null): Promise<LimitsReached | null>
  /** Frees a slot that was taken for this client. */
  free(client: string | null): void
}

/** Counts taken slots, in total and per client. */
export class SlotCounts {
  readonly #max: number
  readonly #maxPerClient: number
  readonly #takenBy = new Map<string, number>()
  #taken = 0

  constructor(max: number, maxPerClient: number) {
    this.#max = max
    this.#maxPerClient = maxPerClient
  }

  get isFull(): boolean {
    return this.#taken >= this.#max
  }

  take(client: string | null): LimitsReached | null {
    const ofClient = client !== null && (this.#takenBy.get(client) ?? 0) >= this.#maxPerClient
    const ofAll = this.isFull
    if (ofClient || ofAll) return { ofClient, ofAll }
    this.#change(client, 1)
    return null
  }

  free(client: string | null): void {
    this.#change(client, -1)
  }

  #change(client: string | null, by: number): void {
    this.#taken += by
    if (client === null) return
    const ofClient = (this.#takenBy.get(client) ?? 0) + by
    if (ofClient > 0) this.#takenBy.set(client, ofClient)
    else this.#takenBy.delete(client)
  }
}

/** The slots of a process that serves alone. */
export function ownSlots(counts: SlotCounts): SlotPool {
  return {
    get isFull() {
      return counts.isFull
    },
    take: async (client) => counts.take(client),
    free: (client) => counts.free(client),
  }
}
