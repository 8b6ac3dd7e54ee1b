/** A source is tried again after `first` checks, then after twice as many, and so on up to `longest`. */
export interface Pauses {
  readonly first: number
  readonly longest: number
}

/** For problems of ours, such as a database that is unavailable. */
const SHORT: Pauses = { first: 1, longest: 32 }

interface Debt {
  readonly pause: number
  left: number
}

/** The sources that were due and could not be read. */
export class Owed {
  readonly #debts = new Map<string, Debt>()
  readonly #pauses: Pauses

  constructor(pauses: Pauses = SHORT) {
    this.#pauses = pauses
  }

  has(source: string): boolean {
    return this.#debts.has(source)
  }

  /**
   * Called each time that a source could not be read. The pauses grow, since each try may request from the upstream in
   * vain.
   */
  add(source: string): void {
    const last = this.#debts.get(source)
    const { first, longest } = this.#pauses
    const pause = last ? Math.min(last.pause * 2, longest) : first
    this.#debts.set(source, { pause, left: pause })
  }

  settle(source: string): void {
    this.#debts.delete(source)
  }

  /** Counts one check, and returns the sources whose pause is over. */
  tick(): string[] {
    const over: string[] = []
    for (const [source, debt] of this.#debts) {
      if (--debt.left > 0) continue
      // For a try that ends in an error of ours, after which nothing is added or settled.
      debt.left = debt.pause
      over.push(source)
    }
    return over
  }
}
