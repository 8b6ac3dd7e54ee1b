/** The lines of a round's facts, by their numbers, of which most follow each other. */
export class LineNumbers {
  readonly #starts: { readonly number: number; readonly line: number }[] = []

  add(number: number, line: number): void {
    const last = this.#starts.at(-1)
    if (!last || line - last.line !== number - last.number) this.#starts.push({ number, line })
  }

  of(number: number): number {
    const start = this.#starts.findLast((one) => one.number <= number)
    return start ? start.line + number - start.number : 0
  }
}
