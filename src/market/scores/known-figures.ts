import type { Instant } from '../calendar.ts'
import { BOARDS, type Board } from '../facts/fact.ts'
import { firstIndex } from '../first-index.ts'
import { medianOfSorted } from '../gmp/gmp.ts'
import { divideRounded } from '../money.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'
import { hundredths } from './scoreboard.ts'

/** A figure that is known from an instant on, or no longer known from then on. */
export interface FigureChange {
  readonly since: Instant
  readonly isAdded: boolean
  /** The groups that it counts in. */
  readonly groups: readonly string[]
  readonly figure: number
}

/** When a figure of an issue became known, and when it was revised or retracted. */
export const figureChanges = <T>(
  steps: readonly TimedValue<T | null>[],
  figureOf: (value: T) => Pick<FigureChange, 'groups' | 'figure'>,
): FigureChange[] =>
  steps.flatMap(({ since, value }, i) => {
    const before = steps[i - 1]?.value ?? null
    return [
      ...(before === null ? [] : [{ since, isAdded: false, ...figureOf(before) }]),
      ...(value === null ? [] : [{ since, isAdded: true, ...figureOf(value) }]),
    ]
  })

interface Group {
  /** In ascending order. */
  readonly sorted: number[]
  sum: number
}

/** The figures of each group that are known at a moment, which moves forward. */
export class KnownFigures {
  readonly #changes: readonly FigureChange[]
  readonly #groups = new Map<string, Group>()
  #applied = 0

  constructor(changes: readonly FigureChange[]) {
    this.#changes = changes.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  }

  /** The instants at which figures change, in order. */
  get moments(): ReadonlySet<Instant> {
    return new Set(this.#changes.map(({ since }) => since))
  }

  /** Moves forward to an instant, or to the end for `null`. */
  moveTo(at: Instant | null): this {
    let change = this.#changes[this.#applied]
    while (change && (at === null || change.since <= at)) {
      for (const name of change.groups) this.#apply(change, name)
      change = this.#changes[++this.#applied]
    }
    return this
  }

  inGroup(name: string): { readonly sorted: readonly number[]; readonly sum: number } {
    return this.#groups.get(name) ?? { sorted: [], sum: 0 }
  }

  /** The figures stay sorted: sorting them again at each of thousands of moments takes seconds. */
  #apply({ figure, isAdded }: FigureChange, name: string): void {
    const group = this.#groups.get(name) ?? { sorted: [], sum: 0 }
    this.#groups.set(name, group)
    const at = firstIndex(group.sorted, (other) => other >= figure)
    if (isAdded) group.sorted.splice(at, 0, figure)
    else group.sorted.splice(at, 1)
    group.sum += isAdded ? figure : -figure
  }
}

export type BoardGainsAt = ReturnType<typeof boardGains>

/**
 * Average and median of the gains of a board's listings that were recorded up to an instant, in hundredths of a percent;
 * 0 without listings. They are as they were recorded then: a gain that is revised or retracted later still counts for
 * the time before.
 */
export function boardGains(outcomes: readonly (readonly TimedValue<ListingOutcome | null>[])[]) {
  const known = new KnownFigures(
    outcomes.flatMap((steps) =>
      figureChanges(steps, ({ board, actualPct }) => ({ groups: [board], figure: hundredths(actualPct) })),
    ),
  )
  const gainsOf = (board: Board) => {
    const { sorted, sum } = known.inGroup(board)
    const average = sorted.length === 0 ? 0 : divideRounded(sum, sorted.length)
    return { average, median: medianOfSorted(sorted) ?? 0 }
  }
  const moments = [...known.moments]
  const gains = moments.map((moment) => {
    known.moveTo(moment)
    return new Map(BOARDS.map((board) => [board, gainsOf(board)]))
  })
  return (board: Board, at: Instant) =>
    gains[firstIndex(moments, (moment) => moment > at) - 1]?.get(board) ?? { average: 0, median: 0 }
}
