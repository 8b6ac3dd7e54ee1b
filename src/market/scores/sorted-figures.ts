/** Figures in ascending order, added and removed one by one. Thousands take a millisecond or two. */
export class SortedFigures {
  readonly #sorted: number[] = []

  get length(): number {
    return this.#sorted.length
  }

  add(figure: number): void {
    this.#sorted.splice(this.#indexOf(figure), 0, figure)
  }

  /** Removes one of the figures that equal it; it must be there. */
  remove(figure: number): void {
    this.#sorted.splice(this.#indexOf(figure), 1)
  }

  /** The figure of a rank, from 1 for the lowest; `undefined` beyond the ends. */
  ofRank(rank: number): number | undefined {
    return this.#sorted[rank - 1]
  }

  /** The first index whose figure is not lower. */
  #indexOf(figure: number): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sorted[middle] as number) < figure) low = middle + 1
      else high = middle
    }
    return low
  }
}
