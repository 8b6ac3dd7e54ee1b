/** A source whose round failed is tried again after this many checks, then after twice as many, and so on. */
const FIRST_PAUSE = 1
const LONGEST_PAUSE = 32

interface Debt {
  readonly pause: number
  left: number
}

/** The sources that were due and could not be read for a reason that is not theirs. */
export class Owed {
  readonly #debts = new Map<string, Debt>()

  has(source: string): boolean {
    return this.#debts.has(source)
  }

  /**
   * Called each time that a source could not be read. The pauses grow, since each try may request from the upstream in
   * vain.
   */
  add(source: string): void {
    const last = this.#debts.get(source)
    const pause = last ? Math.min(last.pause * 2, LONGEST_PAUSE) : FIRST_PAUSE
    this.#debts.set(source, { pause, left: pause })
  }

  settle(source: string): void {
    this.#debts.delete(source)
  }

  /** Counts one check, and returns the sources whose pause is over. */
  tick(): string[] {
    const over: string[] = []
    for (const [source, debt] of this.#debts) if (--debt.left <= 0) over.push(source)
    return over
  }
}
