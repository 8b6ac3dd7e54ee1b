import type { Instant } from '../calendar.ts'
import { BOARDS, type Board } from '../facts/fact.ts'
import { medianOfSorted } from '../gmp/gmp.ts'
import { divideRounded } from '../money.ts'
import { figureChanges, firstIndex, KnownFigures } from './known-figures.ts'
import type { ListingOutcome, TimedValue } from './prediction.ts'
import { hundredths } from './scoreboard.ts'

/** The gains of a board's listings as known at an instant, in hundredths of a percent; 0 without listings. */
interface BoardGains {
  readonly average: number
  readonly median: number
}

export type BoardGainsAt = (board: Board, at: Instant) => BoardGains

const NO_GAINS = { average: 0, median: 0 } as const satisfies BoardGains

/**
 * Average and median of the gains that were recorded up to an instant, as they were recorded then: a gain that is
 * revised or retracted later still counts for the time before.
 */
export function boardGains(
  outcomes: readonly (readonly TimedValue<ListingOutcome | null>[])[],
): BoardGainsAt {
  const known = new KnownFigures(
    outcomes.flatMap((steps) =>
      figureChanges(steps, ({ board, actualPct }) => ({ groups: [board], figure: hundredths(actualPct) })),
    ),
  )
  const moments = [...known.moments]
  const gains = moments.map((moment) => {
    known.moveTo(moment)
    return new Map(BOARDS.map((board) => [board, gainsIn(known, board)]))
  })
  return (board, at) => gains[firstIndex(moments, (moment) => moment > at) - 1]?.get(board) ?? NO_GAINS
}

function gainsIn(known: KnownFigures, board: Board): BoardGains {
  const { sorted, sum } = known.inGroup(board)
  const median = medianOfSorted(sorted)
  return median === undefined ? NO_GAINS : { average: divideRounded(sum, sorted.length), median }
}
