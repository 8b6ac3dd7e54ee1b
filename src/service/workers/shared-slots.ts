import type { LimitsReached, SlotCounts } from '../../feeds/slot-counts.ts'
import type { PoolName } from './messages.ts'

interface TakenSlot {
  readonly pool: PoolName
  readonly client: string | null
}

/** The slots that all processes share, with the process that holds each, so that those of an ended one are freed. */
export class SharedSlots {
  readonly #pools: Readonly<Record<PoolName, SlotCounts>>
  readonly #onFull: (pool: PoolName, isFull: boolean) => void
  readonly #held = new Map<number, TakenSlot[]>()

  /** `onFull` is called whenever the last slot of a pool is taken, and when one is free again. */
  constructor(
    pools: Readonly<Record<PoolName, SlotCounts>>,
    onFull: (pool: PoolName, isFull: boolean) => void,
  ) {
    this.#pools = pools
    this.#onFull = onFull
  }

  /** The pools without a free slot. */
  get full(): readonly PoolName[] {
    return (Object.keys(this.#pools) as PoolName[]).filter((pool) => this.#pools[pool].isFull)
  }

  take(process: number, pool: PoolName, client: string | null): LimitsReached | null {
    return this.#changed(pool, () => {
      const reached = this.#pools[pool].take(client)
      if (!reached) this.#held.set(process, [...(this.#held.get(process) ?? []), { pool, client }])
      return reached
    })
  }

  free(process: number, pool: PoolName, client: string | null): void {
    const held = this.#held.get(process) ?? []
    const index = held.findIndex((slot) => slot.pool === pool && slot.client === client)
    if (index < 0) return
    held.splice(index, 1)
    this.#changed(pool, () => this.#pools[pool].free(client))
  }

  /** Frees all slots of a process that has ended. */
  freeAll(process: number): void {
    for (const { pool, client } of [...(this.#held.get(process) ?? [])]) this.free(process, pool, client)
    this.#held.delete(process)
  }

  #changed<T>(pool: PoolName, change: () => T): T {
    const wasFull = this.#pools[pool].isFull
    const result = change()
    const { isFull } = this.#pools[pool]
    if (isFull !== wasFull) this.#onFull(pool, isFull)
    return result
  }
}
