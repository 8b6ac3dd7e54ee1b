const MOST_SHOWN = 20

/** Counts checked answers and collects their faults. */
export class Findings {
  readonly #counts = new Map<string, number>()
  readonly #faults: string[] = []

  /** Counts one check of an answer, with its fault if it has one. */
  add(kind: string, fault: string | undefined): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    if (fault !== undefined) this.#faults.push(`${kind}: ${fault}`)
  }

  same(kind: string, of: string, found: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
    this.add(kind, a === b ? undefined : `${of} gives ${shortened(a)} instead of ${shortened(b)}`)
  }

  /** The number of checks of each kind; throws if there was any fault. */
  conclude(): string {
    if (this.#faults.length > 0) {
      const more = this.#faults.length - MOST_SHOWN
      throw new Error(
        [
          `${this.#faults.length} answers are wrong:`,
          ...this.#faults.slice(0, MOST_SHOWN),
          ...(more > 0 ? [`and ${more} more`] : []),
        ].join('\n  '),
      )
    }
    const each = [...this.#counts].map(([kind, count]) => `${count.toLocaleString('en-GB')} ${kind}`)
    return `Checks, all passed: ${each.join('; ')}.`
  }
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
