import Type, { type Static } from 'typebox'
import { BOARDS } from '../../market/facts/fact.ts'
import type { Accuracy, CalibrationBin } from '../../market/scores/accuracy.ts'
import {
  answerBody,
  closedObject,
  component,
  flagField,
  nullable,
  objectOf,
  oneOfField,
  textField,
  wholeField,
} from './fields.ts'
import { HorizonRanges } from './range.ts'
import { horizon, ofSome, sizeFields, within } from './score-fields.ts'

const baseline = objectOf<Accuracy['zero']>()(
  {
    meanAbsErrorPp: ofSome('Its average absolute error on the same listings, percentage points.', 25.4),
    skill: nullable(
      Type.Number(),
      '1 minus meanAbsErrorPp of the grey market divided by its own. 1 is perfect, 0 no better, below 0 worse. Null where this forecast had no error.',
      0.54,
    ),
  },
  component('Baseline', 'A forecast that does not use the grey market, on the same listings.'),
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

const errorFigures = objectOf<Accuracy['withoutLimits']>()(
  { ...errorFields, isFew },
  component(
    'ErrorFigures',
    'The figures without the listings at a limit for SME shares, where the opening price was cut off.',
  ),
)

const zeroGmp = objectOf<Accuracy['zeroGmp']>()(
  {
    n: wholeField('Number of listings with an expected gain of exactly 0.', 31),
    listedAbove: wholeField('How many of them listed above the issue price.', 17),
    listedAt: wholeField('How many of them listed at exactly the issue price.', 2),
    listedBelow: wholeField('How many of them listed below it.', 12),
  },
  component(
    'ZeroGmp',
    'A GMP of exactly 0 counts as right only at exactly the issue price, which is rare: counted here by itself.',
  ),
)

const alwaysGainHits = wholeField('Listings above the issue price: what always saying gain scores.', 201)
const alwaysGainHitPct = ofSome('The same in percent of all.', 70.03)

const directionWithoutZero = objectOf<Accuracy['directionWithoutZero']>()(
  {
    n: wholeField('Number of listings with an expected gain other than 0.', 256),
    hits: wholeField('Number of them whose implied direction matched the actual one.', 211),
    hitPct: ofSome('The same in percent of n.', 82.42),
    hitInterval: within('Its 95 percent interval (Wilson).', 77.29, 86.6),
    alwaysGainHits,
    alwaysGainHitPct,
  },
  component('DirectionWithoutZero', 'The direction without the listings that had a GMP of exactly 0.'),
)

const accuracyFields = objectOf<Accuracy>()({
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
}).properties

export const HeadToHead = closedObject(
  {
    n: wholeField('Number of listings that both quoted.', 120),
    meanAbsErrorPp: ofSome('Average absolute error of the source on these, percentage points.', 12.01),
    medianMeanAbsErrorPp: ofSome('Average absolute error of the median on these, percentage points.', 11.8),
  },
  component('HeadToHead', 'The source compared with the median, on the same listings.'),
)
export type HeadToHead = Static<typeof HeadToHead>

const HorizonAccuracy = closedObject(
  { horizon, ...accuracyFields },
  component('HorizonAccuracy', 'Error of the median over all listings.'),
)

const SourceHorizonAccuracy = closedObject(
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
  component('SourceHorizonAccuracy', 'Error of the source over all listings that it quoted.'),
)

const BoardAccuracy = closedObject(
  { board: oneOfField(BOARDS, 'The board.', 'MAINBOARD'), ...accuracyFields },
  component('BoardAccuracy', 'The listings of one board.'),
)
const YearAccuracy = closedObject(
  { year: textField('Year of listing.', '2026'), ...accuracyFields },
  component('YearAccuracy', 'The listings of one year.'),
)
const SizeAccuracy = closedObject(
  { ...sizeFields, ...accuracyFields },
  component('SizeAccuracy', 'The listings with an expected gain in this range.'),
)

const parts = {
  byBoard: Type.Array(BoardAccuracy, { description: 'By board, at the horizon of this answer.' }),
  byYear: Type.Array(YearAccuracy, {
    description: 'By year of listing, newest first, at the horizon of this answer.',
  }),
  bySize: Type.Array(SizeAccuracy, {
    description: 'By size of the expected gain, at the horizon of this answer.',
  }),
}

/** Accuracy at one horizon, in groups. */
export type AccuracyParts = Pick<Static<typeof MedianAccuracy>, keyof typeof parts>

const MedianAccuracy = closedObject(
  {
    horizons: Type.Array(HorizonAccuracy, { description: 'At every horizon, the earliest first.' }),
    ...parts,
  },
  component('MedianAccuracy', 'Accuracy of the published median.'),
)

const SourceAccuracy = closedObject(
  {
    source: textField('Name of the source.', 'IPOWatch'),
    owner: textField('Who owns the source.', 'IPOWatch'),
    horizons: Type.Array(SourceHorizonAccuracy, { description: 'At every horizon, the earliest first.' }),
    ...parts,
  },
  component('SourceAccuracy', 'Accuracy of one source, by its own latest quotes.'),
)

export const AccuracyBody = answerBody('AccuracyBody', {
  horizon,
  listings: wholeField('Number of listings whose outcome is known, quoted or not.', 340),
  scoreboardN: wholeField(
    'Number of listings on the scoreboard, which uses the day of a quote, whenever it was recorded.',
    280,
  ),
  inBothN: wholeField('How many of these are compared here at close, by what was recorded until then.', 271),
  median: MedianAccuracy,
  sources: Type.Array(SourceAccuracy, { description: 'Sorted by name.' }),
})
export type AccuracyBody = Static<typeof AccuracyBody>

const calibrationBin = objectOf<CalibrationBin>()(
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
  component('CalibrationBin', 'Actual gains of IPOs with an expected gain in this range.'),
)

const HorizonCalibration = closedObject(
  {
    horizon,
    n: wholeField('Number of listings compared.', 287),
    bins: Type.Array(calibrationBin, { description: 'By expected gain, lowest first.' }),
  },
  component('HorizonCalibration', 'Expected gains by the median at one horizon.'),
)

export const CalibrationBody = answerBody('CalibrationBody', {
  horizons: Type.Array(HorizonCalibration, { description: 'At every horizon, the earliest first.' }),
  ranges: Type.Array(HorizonRanges, { description: 'At every horizon, the earliest first.' }),
})
