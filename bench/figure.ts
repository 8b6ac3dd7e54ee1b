/** The values of one round, such as requests a second, milliseconds or megabytes. */
export interface Round {
  readonly ours: number
  readonly theirs: number
}

/** What the ratio of ours to theirs should be: for speed at least so much, for times and memory at most. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** One row of the table, as measured. */
export interface Figure {
  /** The measured work, such as `/ipos, gzip`. */
  readonly work: string
  /** The other side, such as `raw node:http`. */
  readonly against: string
  /** The unit of both values, such as `requests/s`. */
  readonly unit: string
  readonly goal?: Goal
  readonly rounds: readonly Round[]
}

export interface PartResult {
  readonly figures: readonly Figure[]
  /** What a reader needs to judge the figures: sizes, and what was not measured and why. */
  readonly note: string
}

/** A part of the benchmark that can be run alone. */
export interface Part {
  /** Its name on the command line. */
  readonly name: string
  readonly about: string
  run(bench: Bench): Promise<PartResult>
}

/** The settings of a run, passed to every part. */
export interface Bench {
  /** How often each figure is measured. */
  readonly rounds: number
  /** Seconds of load in a round. */
  readonly seconds: number
  /** The sizes of the stores as a fraction of those in the documents. */
  readonly scale: number
  /** A folder for stores, which are kept, and for files. */
  readonly folder: string
  /** Prints progress. */
  say(text: string): void
}

/** A ratio is not reliable if the upper quartile of the rounds is more than so many times the lower one. */
const WIDEST_SPREAD = 1.25
/** Nor is one of fewer rounds. */
export const LEAST_ROUNDS = 5

/** One row of the table, as published. */
export interface Published extends Omit<Figure, 'rounds'> {
  /** Medians of the rounds. */
  readonly ours: number
  readonly theirs: number
  /** The median of the ratios of ours to theirs, and their quartiles. */
  readonly ratio: number
  readonly spread: { readonly low: number; readonly high: number }
  readonly rounds: number
  readonly isReliable: boolean
}

export function published({ rounds, ...figure }: Figure): Published {
  const ratios = rounds.map(({ ours, theirs }) => ours / theirs)
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)]
  return {
    ...figure,
    ours: threeDigits(median(rounds.map(({ ours }) => ours))),
    theirs: threeDigits(median(rounds.map(({ theirs }) => theirs))),
    ratio: threeDigits(median(ratios)),
    spread: { low: threeDigits(low), high: threeDigits(high) },
    rounds: rounds.length,
    isReliable: rounds.length >= LEAST_ROUNDS && high / low <= WIDEST_SPREAD,
  }
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value below which a share of all values lies, between two of them where it must be. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (lower === undefined || upper === undefined) throw new Error('there are no values')
  return lower + (upper - lower) * (place % 1)
}

const threeDigits = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
