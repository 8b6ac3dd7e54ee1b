import type { Static } from 'typebox'
import { DISPUTE_REASONS } from '../../market/gmp/gmp.ts'
import {
  dayField,
  flagField,
  listOf,
  momentField,
  namedObject,
  numberField,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

const DisputeQuote = namedObject(
  'DisputeWord',
  "One source's quote that counts on the day behind lastGmp, and its distance from the median.",
  {
    source: textField('Name of the reporting source.', 'IPOWatch'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: numberField('What it reported, rupees.', 45),
    distance: numberField('gmp minus the median, rupees. Negative: it quotes less than the median.', -2.5),
    counted: flagField('True when this quote counts for its owner in the median.', true),
    observedAt: dayField('Day of the report in India.', '2026-01-13'),
    reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
    recordedAt: momentField('When it was recorded here.', '2026-01-13T08:10:00.000Z'),
  },
)

const disputeFields = {
  day: dayField('The day behind lastGmp, in India.', '2026-01-13'),
  disputed: flagField('The same as gmpDisputed.', false),
  owners: wholeField('Number of independent owners whose reports count on that day.', 3),
  median: numberField("Median of the owners' quotes, rupees: the same as lastGmp.", 47.5),
  spread: numberField("Highest minus lowest owner's quote, rupees: the same as gmpSpread.", 5),
  limit: numberField(
    'The widest spread that is not a dispute, rupees: half the size of the median, rounded down to the paisa.',
    23.75,
  ),
  reason: oneOfField(
    DISPUTE_REASONS,
    'one-owner: there is nothing to compare with; agree: the spread is within the limit; spread-above-half: it is above the limit; any-spread-at-zero: with a median of 0 any spread is a dispute.',
    'agree',
  ),
}

export const Dispute = namedObject('Dispute', 'Whether the sources disagree, by how much, and why.', {
  ...disputeFields,
  words: listOf(DisputeQuote, 'The quote of each source that counts on that day, by name.'),
})
export type Dispute = Static<typeof Dispute>

export const DisputeSummary = namedObject(
  'DisputeSummary',
  'Whether the sources disagree, by how much, and why, without their quotes.',
  disputeFields,
)
export type DisputeSummary = Static<typeof DisputeSummary>
