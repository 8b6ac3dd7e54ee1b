import type { Refusal } from '../../market/facts/statement.ts'

/** Nobody reads more than this of a file with a million bad lines. */
export const LISTED_REFUSALS = 100

/** Counts all refused lines and stores the first of them, in bounded memory. */
export class RefusalLog {
  #count = 0
  #first: Refusal[] = []

  add(line: number, reason: string): void {
    this.addMany([line], 1, reason)
  }

  /** Adds `count` lines refused for one reason, of which `lines` are the first. */
  addMany(lines: readonly number[], count: number, reason: string): void {
    this.#count += count
    this.#first.push(...lines.map((line) => ({ line, reason })))
    if (this.#first.length > 2 * LISTED_REFUSALS) this.#first = this.first
  }

  get count(): number {
    return this.#count
  }

  get first(): Refusal[] {
    const byLine = new Map(this.#first.toReversed().map((refusal) => [refusal.line, refusal]))
    return [...byLine.values()].sort((a, b) => a.line - b.line).slice(0, LISTED_REFUSALS)
  }
}
