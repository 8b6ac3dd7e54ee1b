/** What is read from a round of measuring: requests a second, milliseconds, bytes. */
export interface Measured {
  readonly ours: number
  readonly theirs: number
}

/** Where a ratio should be: at least (more is better), or at most (less is better). */
export type Goal =
  | { readonly atLeast: number; readonly aim: number }
  | { readonly atMost: number; readonly aim: number }

/** One line of the table: a ratio within one run, over all rounds. */
export interface Figure {
  /** What is done, such as `/ipos, gzip`. */
  readonly work: string
  /** What `theirs` is, such as `raw node:http, the same bytes and headers`. */
  readonly against: string
  /** Of both values, such as `requests/s` or `ms p99`. */
  readonly unit: string
  readonly goal: Goal
  /** In the order in which they were measured; at least 5. */
  readonly rounds: readonly Measured[]
}

/** A part of the benchmark that can be run alone. */
export interface Part {
  /** As it is named on the command line. */
  readonly name: string
  /** One sentence for the help and for the heading in the report. */
  readonly about: string
  run(bench: Bench): Promise<PartResult>
}

export interface PartResult {
  readonly figures: readonly Figure[]
  /** What a reader must know to judge them: tools used, sizes, what was skipped and why. */
  readonly notes: readonly string[]
  /** Tables of its own, in Markdown, such as a profile. */
  readonly text?: string
}

/** What every part gets. */
export interface Bench {
  /** How often each is measured. */
  readonly rounds: number
  /** Seconds of load in a round. */
  readonly seconds: number
  /** By the processor time of the servers instead of the clock, for a look on a machine that is busy with other work. */
  readonly isByCpu: boolean
  /** Scales the sizes of the stores, so that a quick look needs no hour: 1 is what the report shows. */
  readonly scale: number
  /** Everything once, with as little as it can do with: shows that a part works, and its figures mean nothing. */
  readonly isSmallest: boolean
  /** A folder for stores and files; stores that were built before are found in it again. */
  readonly place: string
  /** Tells how far it is. */
  say(words: string): void
}

/** How much is done in a usual run and in the smallest one. */
export interface Effort<T = number> {
  readonly usual: T
  readonly smallest: T
}

export const effort = <T>({ isSmallest }: Pick<Bench, 'isSmallest'>, { usual, smallest }: Effort<T>): T =>
  isSmallest ? smallest : usual
