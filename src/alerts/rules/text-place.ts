/** Lines and columns of positions in a text, for messages. Both begin at 1. */
export class TextPlace {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  of(position: number): string {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return `line ${low + 1}, column ${position - (this.#starts[low] ?? 0) + 1}`
  }
}
