import type { Static } from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import { listOf, namedObject, numberField, oneOfField, wholeField } from './fields.ts'
import { horizon, ofSome, within } from './score-fields.ts'

/** The range of listing gains around the GMP of an issue that is not listed. */
export const Range80 = namedObject(
  'Range80',
  'How far past listings opened from their GMP, placed around the GMP of this issue. It describes the past; it is not a forecast or a recommendation.',
  {
    lowPct: numberField('Lower end of the range of listing gains, percent.', -4.2),
    highPct: numberField('Upper end of the range of listing gains, percent.', 31.75),
    listings: wholeField('Number of past listings whose misses the range is from, at least 50.', 138),
    judged: wholeField(
      'Number of past listings on this board that had such a range at the same stage, made only from what was known then.',
      188,
    ),
    heldPct: ofSome('How many of these opened within their range, percent.', 77.66),
  },
)
export type Range80 = Static<typeof Range80>

const rangeFields = {
  n: wholeField('Number of listings with a GMP at this stage.', 287),
  judged: wholeField('Number of them that had a range: from 50 earlier listings on.', 225),
  held: wholeField('How many of these opened within their range.', 174),
  heldPct: ofSome('The same in percent of judged.', 77.33),
  heldInterval: within('Its 95 percent interval (Wilson).', 71.43, 82.31),
  medianWidthPp: ofSome('Median width of the ranges, percentage points.', 35.2),
}

const OverallRanges = namedObject('OverallRanges', 'The ranges of both boards.', rangeFields)
const BoardRanges = namedObject('BoardRanges', 'The ranges of one board.', {
  board: oneOfField(BOARDS, 'The board.', 'MAINBOARD'),
  ...rangeFields,
})

export const HorizonRanges = namedObject(
  'HorizonRanges',
  'How often listings opened within the range around their GMP at one horizon, each made only from what was known before.',
  {
    horizon,
    overall: OverallRanges,
    byBoard: listOf(BoardRanges, 'By board.'),
  },
)
export type HorizonRanges = Static<typeof HorizonRanges>
