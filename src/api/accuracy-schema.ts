import Type from 'typebox'
import { BOARDS } from '../market/facts/fact.ts'
import { HORIZONS } from '../market/scores/horizon.ts'
import { closed, disclaimer, flag, number, oneOf, said, text, whole } from './schema-fields.ts'

const ok = Type.Literal(true, said('True in every successful answer.', true))

const Interval = closed(
  { low: number('Lower bound.', 10.21), high: number('Upper bound.', 13.13) },
  { description: 'Between which bounds a figure lies.' },
)

const within = (description: string, low: number, high: number) =>
  Type.Union([Interval, Type.Null()], {
    ...said(`${description} Null where there are too few listings for one.`, { low, high }),
  })

/** A figure that nothing can be said of while there are no listings. */
const ofSome = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { ...said(`${description} Null with no listing.`, example) })

const Baseline = closed(
  {
    meanAbsErrorPp: ofSome('Its average absolute error on the same listings, percentage points.', 25.4),
    skill: Type.Union([Type.Number(), Type.Null()], {
      ...said(
        '1 minus meanAbsErrorPp of the grey market divided by its own. 1 is perfect, 0 no better, below 0 worse. Null where it was never wrong.',
        0.54,
      ),
    }),
  },
  { description: 'How a forecast that needs no grey market would have done.' },
)

const accuracyFields = {
  n: whole('Number of listings judged.', 287),
  biasPp: ofSome('Mean of the signed errors, percentage points. Positive: too much was promised.', -2.1),
  biasInterval: within('Its 95 percent interval (Student).', -3.9, -0.3),
  meanAbsErrorPp: ofSome('Average absolute error, percentage points.', 11.67),
  meanAbsErrorInterval: within('Its 95 percent interval (Student), not below 0.', 10.21, 13.13),
  medianAbsErrorPp: ofSome('Median absolute error, percentage points.', 7.85),
  medianAbsErrorInterval: within('Its 95 percent interval (between two of the errors).', 6.8, 8.9),
  directionHits: whole('Number of listings whose implied direction matched the actual one.', 213),
  directionHitPct: ofSome('The same in percent of all.', 74.22),
  directionHitInterval: within('Its 95 percent interval (Wilson).', 68.87, 78.93),
  zero: Baseline,
  boardAverage: Baseline,
  isFew: flag('True below 20 listings: too few for averages to say much.', false),
}

const horizon = oneOf(
  HORIZONS,
  'When the promise was taken at its word: 7, 3 or 1 days before bidding ends, at its end, or last before listing.',
  'close',
)

const sizeFields = {
  from: Type.Union([Type.Number(), Type.Null()], {
    ...said('Promises from this percentage on. Null: no lower end.', 10),
  }),
  to: Type.Union([Type.Number(), Type.Null()], {
    ...said('Promises below this percentage. Null: no upper end.', 20),
  }),
}

const HeadToHead = closed(
  {
    n: whole('Number of listings that both spoke of.', 120),
    meanAbsErrorPp: ofSome('Average absolute error of the source on these, percentage points.', 12.01),
    medianMeanAbsErrorPp: ofSome('Average absolute error of the median on these, percentage points.', 11.8),
  },
  { description: 'The source beside the median, on the same listings.' },
)

const HorizonAccuracy = closed(
  { horizon, ...accuracyFields },
  { description: 'How far off the median was, over all listings.' },
)

const SourceHorizonAccuracy = closed(
  {
    horizon,
    rank: Type.Union([Type.Integer(), Type.Null()], {
      ...said(
        'Place by meanAbsErrorPp among the sources with at least 20 listings, from 1. Null below 20 listings.',
        1,
      ),
    }),
    againstMedian: HeadToHead,
    ...accuracyFields,
  },
  { description: 'How far off the source was, over all listings that it spoke of.' },
)

const BoardAccuracy = closed(
  { board: oneOf(BOARDS, 'The board.', 'MAINBOARD'), ...accuracyFields },
  { description: 'The listings of one board.' },
)
const YearAccuracy = closed(
  { year: text('Year of listing.', '2026'), ...accuracyFields },
  { description: 'The listings of one year.' },
)
const SizeAccuracy = closed(
  { ...sizeFields, ...accuracyFields },
  { description: 'The listings of which about as much was promised.' },
)

const parts = {
  byBoard: Type.Array(BoardAccuracy, { description: 'By board, at the horizon of this answer.' }),
  byYear: Type.Array(YearAccuracy, {
    description: 'By year of listing, newest first, at the horizon of this answer.',
  }),
  bySize: Type.Array(SizeAccuracy, {
    description: 'By size of the promise, at the horizon of this answer.',
  }),
}

const MedianAccuracy = closed(
  {
    horizons: Type.Array(HorizonAccuracy, { description: 'At every horizon, the earliest first.' }),
    ...parts,
  },
  { description: 'Of the published median.' },
)

const SourceAccuracy = closed(
  {
    source: text('Name of the source.', 'IPOWatch'),
    owner: text('Who owns the source.', 'IPOWatch'),
    horizons: Type.Array(SourceHorizonAccuracy, { description: 'At every horizon, the earliest first.' }),
    ...parts,
  },
  { description: 'Of one source, by its own last word.' },
)

export const AccuracyBody = closed({
  ok,
  horizon,
  listings: whole('Number of listings whose outcome is known, quoted or not.', 340),
  scoreboardN: whole(
    'Number of listings that the scoreboard scores: it goes by the day of a quote, whenever it was recorded.',
    280,
  ),
  inBothN: whole('How many of these are judged here at close, by what was recorded until then.', 271),
  median: MedianAccuracy,
  sources: Type.Array(SourceAccuracy, { description: 'By name.' }),
  disclaimer,
})

const CalibrationBin = closed(
  {
    ...sizeFields,
    n: whole('Number of listings of which so much was promised.', 48),
    medianImpliedPct: ofSome('Median of what was promised, percent.', 14.3),
    medianActualPct: ofSome('Median of what came, percent.', 12.1),
    middleHalf: within('What came without the lowest and the highest quarter, percent.', 4.5, 22.75),
    aboveIssuePrice: whole('How many listed above the issue price.', 40),
    aboveIssuePricePct: ofSome('The same in percent.', 83.33),
    aboveIssuePriceInterval: within('Its 95 percent interval (Wilson).', 70.42, 91.3),
    isFew: flag('True below 20 listings: too few to say.', false),
  },
  { description: 'What came when the grey market promised this much.' },
)

const HorizonCalibration = closed(
  {
    horizon,
    n: whole('Number of listings judged.', 287),
    bins: Type.Array(CalibrationBin, { description: 'By what was promised, the least first.' }),
  },
  { description: 'Promises of the median at one horizon.' },
)

export const CalibrationBody = closed({
  ok,
  horizons: Type.Array(HorizonCalibration, { description: 'At every horizon, the earliest first.' }),
  disclaimer,
})

export const ACCURACY_COMPONENTS = {
  Interval,
  Baseline,
  HeadToHead,
  HorizonAccuracy,
  SourceHorizonAccuracy,
  BoardAccuracy,
  YearAccuracy,
  SizeAccuracy,
  MedianAccuracy,
  SourceAccuracy,
  AccuracyBody,
  CalibrationBin,
  HorizonCalibration,
  CalibrationBody,
}
