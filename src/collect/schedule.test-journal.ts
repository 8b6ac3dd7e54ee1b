/** The events in order, and promises of later ones. */
export class Journal {
  readonly #entries: string[] = []
  readonly #waiting: { entry: string; times: number; resolve: () => void }[] = []

  add(entry: string): void {
    this.#entries.push(entry)
    for (const { resolve, ...expected } of this.#waiting) if (this.#has(expected)) resolve()
  }

  times(entry: string): number {
    return this.#entries.filter((one) => one === entry).length
  }

  until(entry: string, times = 1): Promise<void> {
    return new Promise((resolve) => {
      if (this.#has({ entry, times })) resolve()
      else this.#waiting.push({ entry, times, resolve })
    })
  }

  #has({ entry, times }: { entry: string; times: number }): boolean {
    return this.times(entry) >= times
  }
}
