import type { Static } from 'typebox'
import {
  answerBody,
  dayField,
  flagField,
  listOf,
  namedObject,
  numberField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

const summary = namedObject('ScoreSummary', 'How accurate the grey market has been.', {
  n: wholeField('Number of scored listings.', 280),
  avgAbsErrorPp: orNull(
    numberField('Average absolute error in percentage points; null while nothing is scored.', 14.79),
  ),
  directionHitPct: orNull(
    numberField(
      'Percentage of listings whose implied direction matched the actual one; null while nothing is scored.',
      74.29,
    ),
  ),
})

export const ScoreboardRow = namedObject('ScoreboardRow', 'One scored listing.', {
  slug: textField('IPO identifier.', 'acme-foods'),
  name: textField('Company name.', 'Acme Foods Limited'),
  issuePrice: numberField('Issue price, rupees.', 100),
  gmpAtClose: numberField(
    'Median GMP of the most recent day from 7 days before the close to the close, rupees.',
    45,
  ),
  impliedPct: numberField('Implied listing gain, percent.', 45),
  listingPrice: numberField('Actual listing price, rupees.', 131.5),
  actualPct: numberField('Actual listing gain, percent.', 31.5),
  errorPp: numberField('impliedPct minus actualPct, percentage points. Positive: GMP was too high.', 13.5),
  directionHit: flagField('Whether the implied direction matched the actual one.', true),
  listedOn: dayField('Listing day in India.', '2026-01-21'),
})
export type ScoreboardRow = Static<typeof ScoreboardRow>

export const ScoreboardBody = answerBody('ScoreboardBody', {
  summary,
  rows: listOf(ScoreboardRow, 'Listing day newest first, then by slug.'),
})
