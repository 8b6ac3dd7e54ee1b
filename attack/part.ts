import type { Random } from '../src/demo/seeded.ts'

/** What one run of a part has at hand. */
export interface AttackRun {
  /** How many cases to try. */
  readonly count: number
  /** Chance that depends on the seed and the part alone, so that a run can be repeated. */
  readonly random: Random
  /** An empty folder that is removed after the run. */
  readonly folder: string
  /** Cleans up after the run, last registered first, also when the run fails. */
  onEnd(cleanUp: () => unknown): void
  /** Prints a line of progress. */
  say(line: string): void
}

export interface AttackResult {
  /** How many cases were tried. */
  readonly tried: number
  /** One sentence per case in which Greymark did what it must not, with what is needed to repeat it. */
  readonly failures: readonly string[]
}

/** One kind of attack. Its figure is the number of failures, which must be 0. */
export interface AttackPart {
  readonly name: string
  readonly about: string
  /** What is counted, in the plural: "requests", "kills". */
  readonly unit: string
  /** How many cases a full run tries. */
  readonly fullCount: number
  /** How many cases `npm test` tries. */
  readonly sampleCount: number
  run(run: AttackRun): Promise<AttackResult>
}
