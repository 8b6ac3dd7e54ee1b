import Type from 'typebox'
import type { CalibrationBin } from '../../market/scores/accuracy.ts'
import { answerBody, closedObject, component, flagField, objectOf, wholeField } from './fields.ts'
import { HorizonRanges } from './range.ts'
import { horizon, ofSome, sizeFields, within } from './score-fields.ts'

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
