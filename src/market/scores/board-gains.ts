import type { Instant } from '../calendar.ts'
import type { Board } from '../facts/fact.ts'
import { divideRounded } from '../money.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'
import { hundredths } from './scoreboard.ts'
import { SortedFigures } from './sorted-figures.ts'

/** The gains of a board's listings as known at an instant, in hundredths of a percent; 0 without listings. */
export interface BoardGains {
  readonly average: number
  readonly median: number
}

export type BoardGainsAt = (board: Board, at: Instant) => BoardGains

const NO_GAINS = { average: 0, median: 0 } as const satisfies BoardGains

interface Change {
  readonly since: Instant
  readonly board: Board
  readonly gain: number
  /** 1 adds the gain, -1 removes it. */
  readonly listings: 1 | -1
}

/**
 * Average and median of the gains that were recorded up to an instant, as they were recorded then: a gain that is
 * revised or retracted later still counts for the time before.
 */
export function boardGains(outcomes: Iterable<readonly TimedValue<ListingOutcome | null>[]>): BoardGainsAt {
  const changes: Change[] = []
  for (const steps of outcomes)
    for (const [i, { since, value }] of steps.entries()) {
      const before = steps[i - 1]?.value
      if (before) changes.push({ ...changeOf(before), listings: -1, since })
      if (value) changes.push({ ...changeOf(value), listings: 1, since })
    }
  changes.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  const known = new Map(
    [...Map.groupBy(changes, ({ board }) => board)].map(([of, own]) => [of, running(own)]),
  )
  return (board, at) => lastUpTo(known.get(board) ?? [], at) ?? NO_GAINS
}

const changeOf = ({ board, actualPct }: ListingOutcome) => ({ board, gain: hundredths(actualPct) })

type TimedGains = BoardGains & { readonly since: Instant }

function running(changes: readonly Change[]): TimedGains[] {
  const sorted = new SortedFigures()
  let sum = 0
  return changes.map(({ since, gain, listings }) => {
    sum += listings * gain
    if (listings === 1) sorted.add(gain)
    else sorted.remove(gain)
    const n = sorted.length
    return n === 0
      ? { since, ...NO_GAINS }
      : { since, average: divideRounded(sum, n), median: medianOf(sorted) }
  })
}

function medianOf(sorted: SortedFigures): number {
  const n = sorted.length
  const [lower = 0, upper = 0] = [sorted.ofRank((n + 1) >> 1), sorted.ofRank((n >> 1) + 1)]
  return divideRounded(lower + upper, 2)
}

function lastUpTo(gains: readonly TimedGains[], at: Instant): BoardGains | undefined {
  let [known, unknown] = [0, gains.length]
  while (known < unknown) {
    const middle = (known + unknown) >> 1
    if ((gains[middle]?.since ?? '') <= at) known = middle + 1
    else unknown = middle
  }
  return gains[known - 1]
}
