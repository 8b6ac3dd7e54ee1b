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
  "One source's quote behind lastGmp, and its distance from the median.",
  {
    source: textField('Name of the reporting source.', 'IPOWatch'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: numberField('What it reported, rupees.', 45),
    distance: numberField('gmp minus the median, rupees.', -2.5),
    counted: flagField('True when this quote counts for its owner in the median.', true),
    observedAt: dayField('Day of the report in India.', '2026-01-13'),
    reportedAt: orNull(momentField("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
    recordedAt: momentField('When it was recorded here.', '2026-01-13T08:10:00.000Z'),
  },
)

const disputeFields = {
  day: dayField('The same as lastGmpDay.', '2026-01-13'),
  disputed: flagField('The same as gmpDisputed.', false),
  owners: wholeField('The same as lastGmpOwners.', 3),
  median: numberField('The same as lastGmp.', 47.5),
  spread: numberField('The same as gmpSpread.', 5),
  limit: numberField(
    'The widest spread that is no dispute: half the size of the median, rounded down, rupees.',
    23.75,
  ),
  reason: oneOfField(
    DISPUTE_REASONS,
    'one-owner: nothing to compare with; agree: the spread is within the limit; spread-above-half: it is above it; any-spread-at-zero: with a median of 0 any spread is a dispute.',
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
