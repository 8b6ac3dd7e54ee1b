import Type from 'typebox'
import { DISPUTE_REASONS } from '../market/gmp/dispute.ts'
import { closed, day, flag, moment, number, oneOf, orNull, said, text, whole } from './schema-fields.ts'

export const DisputeWord = closed(
  {
    source: text('Name of the reporting source.', 'IPOWatch'),
    owner: text('Who owns the source. Sources of one owner count once.', 'IPOWatch'),
    gmp: number('What it reported, rupees.', 45),
    distance: number('gmp minus the median, rupees. Negative: it says less than the others.', -2.5),
    counted: flag('True when this is the word that counts for its owner in the median.', true),
    observedAt: day('Day of the report in India.', '2026-01-13'),
    reportedAt: orNull(moment("The source's own time stamp.", '2026-01-13T08:00:00.000Z')),
    recordedAt: moment('When we learned it.', '2026-01-13T08:10:00.000Z'),
  },
  { description: 'One source of the day behind lastGmp, and how far it lies from the median.' },
)

export const Dispute = closed(
  {
    day: day('The day behind lastGmp, in India.', '2026-01-13'),
    disputed: flag('The same as gmpDisputed.', false),
    owners: whole('Number of independent owners that reported on that day.', 3),
    median: number("Median of the owners' words, rupees: the same as lastGmp.", 47.5),
    spread: number("Highest minus lowest owner's word, rupees: the same as gmpSpread.", 5),
    limit: number(
      'The widest spread that is no dispute yet, rupees: half the size of the median, rounded down to the paisa.',
      23.75,
    ),
    reason: oneOf(
      DISPUTE_REASONS,
      'one-owner: one voice cannot disagree with itself; agree: the spread is within the limit; spread-above-half: it is above; any-spread-at-zero: with a median of 0 any spread is a dispute.',
      'agree',
    ),
    words: Type.Array(DisputeWord, { description: 'What each source said on that day, by name.' }),
  },
  { description: 'Whether the sources disagree, by how much, and why that counts as a dispute.' },
)

export const disputeOrNull = Type.Union([Dispute, Type.Null()], {
  ...said('Whether the sources of that day disagree, and why. Null when nobody ever quoted.', null),
})
