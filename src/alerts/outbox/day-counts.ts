import type { Day } from '../../market/calendar.ts'

/** How many messages a channel got on each day in India, and how many more it may get. */
export class DayCounts {
  readonly #counts: Map<Day, number>
  readonly #max: number | null

  constructor(counts: ReadonlyMap<Day, number>, max: number | null) {
    this.#counts = new Map(counts)
    this.#max = max
  }

  copy(): DayCounts {
    return new DayCounts(this.#counts, this.#max)
  }

  add(day: Day): void {
    this.#counts.set(day, (this.#counts.get(day) ?? 0) + 1)
  }

  /** Infinity without a maximum; 0 where there are more than the maximum, which may have been lowered. */
  left(day: Day): number {
    if (this.#max === null) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#max - (this.#counts.get(day) ?? 0))
  }

  isFull(day: Day): boolean {
    return this.left(day) === 0
  }
}
