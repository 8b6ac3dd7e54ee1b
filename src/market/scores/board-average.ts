import type { Instant } from '../calendar.ts'
import { BOARDS, type Board } from '../facts/fact.ts'
import { divideRounded } from '../money.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'
import { hundredths } from './scoreboard.ts'

/** The average gain of a board's listings as known at an instant, in hundredths of a percent. */
export type BoardAverage = (board: Board, at: Instant) => number

interface Change {
  readonly since: Instant
  readonly board: Board
  readonly gain: number
  readonly listings: number
}

/**
 * Averages the gains that were recorded up to an instant, as they were recorded then: a gain that is revised or
 * retracted later still counts for the time before. Without listings the average is 0.
 */
export function boardAverages(
  outcomes: Iterable<readonly TimedValue<ListingOutcome | null>[]>,
): BoardAverage {
  const changes: Change[] = []
  for (const steps of outcomes)
    for (const [i, { since, value }] of steps.entries()) {
      const before = steps[i - 1]?.value
      if (before) changes.push({ ...changeOf(before, -1), since })
      if (value) changes.push({ ...changeOf(value, 1), since })
    }
  changes.sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
  const sums = new Map(BOARDS.map((board) => [board, runningSums(changes, board)]))
  return (board, at) => {
    const known = lastUpTo(sums.get(board) ?? [], at)
    return known && known.listings > 0 ? divideRounded(known.gain, known.listings) : 0
  }
}

const changeOf = ({ board, actualPct }: ListingOutcome, listings: 1 | -1) => ({
  board,
  gain: listings * hundredths(actualPct),
  listings,
})

function runningSums(changes: readonly Change[], board: Board): Change[] {
  let [gain, listings] = [0, 0]
  return changes
    .filter((change) => change.board === board)
    .map((change) => {
      gain += change.gain
      listings += change.listings
      return { ...change, gain, listings }
    })
}

function lastUpTo(sums: readonly Change[], at: Instant): Change | undefined {
  let [known, unknown] = [0, sums.length]
  while (known < unknown) {
    const middle = (known + unknown) >> 1
    if ((sums[middle]?.since ?? '') <= at) known = middle + 1
    else unknown = middle
  }
  return sums[known - 1]
}
