import type { Control } from './run/control/control.ts'

/** The values of one round of measuring, such as requests a second, milliseconds or bytes. */
export interface Measured {
  readonly ours: number
  readonly theirs: number
  /** The machine disturbed it, and there were too few rounds that it did not disturb. */
  readonly isDisturbed?: boolean
}

/** The goal of a ratio: at least (more is better) or at most (less is better). */
export type Goal =
  | { readonly atLeast: number; readonly aim: number }
  | { readonly atMost: number; readonly aim: number }

/** One row of the table: a ratio within one run, over all rounds. */
export interface Figure {
  /** The measured work, such as `/ipos, gzip`. */
  readonly work: string
  /** The other side, such as `raw node:http, the same bytes and headers`. */
  readonly against: string
  /** The unit of both values, such as `requests/s` or `ms p99`. */
  readonly unit: string
  readonly goal: Goal
  /** In the order in which they were measured; at least 5. */
  readonly rounds: readonly Measured[]
}

/** A part of the benchmark that can be run alone. */
export interface Part {
  /** Its name on the command line. */
  readonly name: string
  /** A sentence for the help and the heading in the report. */
  readonly about: string
  run(bench: Bench): Promise<PartResult>
}

export interface PartResult {
  readonly figures: readonly Figure[]
  /** What a reader needs to judge the figures: tools, sizes, what was skipped and why. */
  readonly notes: readonly string[]
  /** Further tables in Markdown, such as a profile. */
  readonly text?: string
}

/** The settings of a run, passed to every part. */
export interface Bench {
  /** The number of rounds of measuring. */
  readonly rounds: number
  /** Seconds of load in a round. */
  readonly seconds: number
  /** Compares by the processor time of the servers instead of the clock, for a quick check on a busy machine. */
  readonly isByCpu: boolean
  /** Scales the sizes of the stores for a quick check; 1 is the size of the report. */
  readonly scale: number
  /** Does everything once with minimal data, to show that a part works; its figures mean nothing. */
  readonly isSmallest: boolean
  /** A folder for stores and files; stores of earlier runs are reused. */
  readonly place: string
  /** Runs beside all measurements of a part. */
  readonly control: Control
  /** Prints progress. */
  say(text: string): void
}

/** The amount of work in a usual run and in the smallest one. */
export interface Effort<T = number> {
  readonly usual: T
  readonly smallest: T
}

export const effort = <T>({ isSmallest }: Pick<Bench, 'isSmallest'>, { usual, smallest }: Effort<T>): T =>
  isSmallest ? smallest : usual
