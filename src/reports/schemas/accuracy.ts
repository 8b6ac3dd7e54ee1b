import Type, { type Static } from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import {
  answerBody,
  flagField,
  listOf,
  namedObject,
  nullable,
  oneOfField,
  textField,
  wholeField,
} from './fields.ts'
import { HorizonRanges } from './range.ts'
import { horizon, ofSome, sizeFields, within } from './score-fields.ts'

const baseline = namedObject(
  'Baseline',
  'A forecast that does not use the grey market, on the same listings.',
  {
    meanAbsErrorPp: ofSome('Its average absolute error on the same listings, percentage points.', 25.4),
    skill: nullable(
      Type.Number(),
      '1 minus meanAbsErrorPp of the grey market divided by its own. 1 is perfect, 0 no better, below 0 worse. Null where this forecast had no error.',
      0.54,
    ),
  },
)

const errorFields = {
  n: wholeField('Number of listings compared.', 287),
  biasPp: ofSome('Mean of the signed errors, percentage points. Positive: GMP was too high.', -2.1),
  biasInterval: within('Its 95 percent interval (Student).', -3.9, -0.3),
  meanAbsErrorPp: ofSome('Average absolute error, percentage points.', 11.67),
  meanAbsErrorInterval: within('Its 95 percent interval (Student), not below 0.', 10.21, 13.13),
  medianAbsErrorPp: ofSome('Median absolute error, percentage points.', 7.85),
  medianAbsErrorInterval: within('Its 95 percent interval (between two of the errors).', 6.8, 8.9),
  directionHits: wholeField('Number of listings whose implied direction matched the actual one.', 213),
  directionHitPct: ofSome('The same in percent of all.', 74.22),
  directionHitInterval: within('Its 95 percent interval (Wilson).', 68.87, 78.93),
}
const isFew = flagField('True below 20 listings: too few for reliable averages.', false)

const errorFigures = namedObject(
  'ErrorFigures',
  'The figures without the listings at a limit for SME shares, where the opening price was cut off.',
  { ...errorFields, isFew },
)

const zeroGmp = namedObject(
  'ZeroGmp',
  'A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself.',
  {
    n: wholeField('Number of listings with an expected gain of exactly 0.', 31),
    listedAbove: wholeField('How many of them listed above the issue price.', 17),
    listedAt: wholeField('How many of them listed at exactly the issue price.', 2),
    listedBelow: wholeField('How many of them listed below it.', 12),
  },
)

const alwaysGainHits = wholeField('Listings above the issue price: what always saying gain scores.', 201)
const alwaysGainHitPct = ofSome('The same in percent of all.', 70.03)

const directionWithoutZero = namedObject(
  'DirectionWithoutZero',
  'The direction without the listings that had a GMP of exactly 0.',
  {
    n: wholeField('Number of listings with an expected gain other than 0.', 256),
    hits: wholeField('Number of them whose implied direction matched the actual one.', 211),
    hitPct: ofSome('The same in percent of n.', 82.42),
    hitInterval: within('Its 95 percent interval (Wilson).', 77.29, 86.6),
    alwaysGainHits,
    alwaysGainHitPct,
  },
)

const accuracyFields = {
  ...errorFields,
  zero: baseline,
  boardAverage: baseline,
  isFew,
  boardMedian: baseline,
  alwaysGainHits,
  alwaysGainHitPct,
  zeroGmp,
  directionWithoutZero,
  atLimitN: wholeField('Number of listings at a limit for SME shares: the opening price was cut off.', 14),
  withoutLimits: errorFigures,
}

export const HeadToHead = namedObject(
  'HeadToHead',
  'The source compared with the median, on the same listings.',
  {
    n: wholeField('Number of listings that both quoted.', 120),
    meanAbsErrorPp: ofSome('Average absolute error of the source on these, percentage points.', 12.01),
    medianMeanAbsErrorPp: ofSome('Average absolute error of the median on these, percentage points.', 11.8),
  },
)
export type HeadToHead = Static<typeof HeadToHead>

const HorizonAccuracy = namedObject('HorizonAccuracy', 'Error of the median over all listings.', {
  horizon,
  ...accuracyFields,
})

const SourceHorizonAccuracy = namedObject(
  'SourceHorizonAccuracy',
  'Error of the source over all listings that it quoted.',
  {
    horizon,
    rank: nullable(
      Type.Integer(),
      'Rank by meanAbsErrorPp among the sources with at least 20 listings, from 1. Null below 20 listings.',
      1,
    ),
    againstMedian: HeadToHead,
    ...accuracyFields,
  },
)

const BoardAccuracy = namedObject('BoardAccuracy', 'The listings of one board.', {
  board: oneOfField(BOARDS, 'The board.', 'MAINBOARD'),
  ...accuracyFields,
})
const YearAccuracy = namedObject('YearAccuracy', 'The listings of one year.', {
  year: textField('Year of listing.', '2026'),
  ...accuracyFields,
})
const SizeAccuracy = namedObject('SizeAccuracy', 'The listings with an expected gain in this range.', {
  ...sizeFields,
  ...accuracyFields,
})

const parts = {
  byBoard: listOf(BoardAccuracy, 'By board, at the horizon of this answer.'),
  byYear: listOf(YearAccuracy, 'By year of listing, newest first, at the horizon of this answer.'),
  bySize: listOf(SizeAccuracy, 'By size of the expected gain, at the horizon of this answer.'),
}

/** Accuracy at one horizon, in groups. */
export type AccuracyParts = Pick<Static<typeof MedianAccuracy>, keyof typeof parts>

const MedianAccuracy = namedObject('MedianAccuracy', 'Accuracy of the published median.', {
  horizons: listOf(HorizonAccuracy, 'At every horizon, the earliest first.'),
  ...parts,
})

const SourceAccuracy = namedObject('SourceAccuracy', 'Accuracy of one source, by its own latest quotes.', {
  source: textField('Name of the source.', 'IPOWatch'),
  owner: textField('Who owns the source.', 'IPOWatch'),
  horizons: listOf(SourceHorizonAccuracy, 'At every horizon, the earliest first.'),
  ...parts,
})

export const AccuracyBody = answerBody('AccuracyBody', {
  horizon,
  listings: wholeField('Number of listings whose outcome is known, quoted or not.', 340),
  scoreboardN: wholeField(
    'Number of listings on the scoreboard, which uses the day of a quote, whenever it was recorded.',
    280,
  ),
  inBothN: wholeField('How many of these are compared here at close, by what was recorded until then.', 271),
  median: MedianAccuracy,
  sources: listOf(SourceAccuracy, 'Sorted by name.'),
})
export type AccuracyBody = Static<typeof AccuracyBody>

export const calibrationBin = namedObject(
  'CalibrationBin',
  'Actual gains of IPOs with an expected gain in this range.',
  {
    ...sizeFields,
    n: wholeField('Number of listings with an expected gain in this range.', 48),
    medianImpliedPct: ofSome('Median expected gain, percent.', 14.3),
    medianActualPct: ofSome('Median actual gain, percent.', 12.1),
    middleHalf: within('The middle half of the actual gains, percent.', 4.5, 22.75),
    aboveIssuePrice: wholeField('How many listed above the issue price.', 40),
    aboveIssuePricePct: ofSome('The same in percent.', 83.33),
    aboveIssuePriceInterval: within('Its 95 percent interval (Wilson).', 70.42, 91.3),
    belowIssuePrice: wholeField('How many listed below the issue price.', 7),
    isFew: flagField('True below 20 listings: too few for a reliable figure.', false),
  },
)

const HorizonCalibration = namedObject('HorizonCalibration', 'Expected gains by the median at one horizon.', {
  horizon,
  n: wholeField('Number of listings compared.', 287),
  bins: listOf(calibrationBin, 'By expected gain, lowest first.'),
})

export const CalibrationBody = answerBody('CalibrationBody', {
  horizons: listOf(HorizonCalibration, 'At every horizon, the earliest first.'),
  ranges: listOf(HorizonRanges, 'At every horizon, the earliest first.'),
})
