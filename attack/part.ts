import type { Random } from '../src/demo/seeded.ts'

/** One kind of attack. Its figure is the number of failures, which must be 0. */
export interface AttackPart {
  readonly name: string
  readonly about: string
  /** The plural noun of the cases, such as "requests" or "kills". */
  readonly unit: string
  /** The number of cases of a full run. */
  readonly fullCount: number
  /** The number of cases of a sample in the tests. */
  readonly sampleCount: number
  run(run: AttackRun): Promise<void>
}

/** The context of one run of a part. */
export interface AttackRun {
  /** The number of cases to try. */
  readonly count: number
  /** A random generator that depends only on the seed and the part, so that a run can be repeated. */
  readonly random: Random
  /** An empty folder that is removed after the run. */
  readonly folder: string
  /** Registers a cleanup for after the run, also a failed one; the last registered runs first. */
  onEnd(cleanUp: () => unknown): void
  /** Counts cases that were tried. */
  tried(cases?: number): void
  /** Notes in which way Greymark misbehaved, with what is needed to repeat it. */
  fail(...failures: readonly string[]): void
  /** Prints a line of progress. */
  say(line: string): void
}
