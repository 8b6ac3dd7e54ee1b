import Type, { type Static } from 'typebox'
import {
  answerBody,
  dayField,
  listOf,
  namedObject,
  nullable,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

export const UnannouncedCompany = namedObject(
  'UnannouncedCompany',
  'A company that a tracker quotes and that no exchange has announced.',
  {
    name: textField('Name of the company as the tracker prints it.', 'Acme Foods'),
    source: textField('The tracker that quotes it.', 'IPOWatch'),
    printed: textField('The GMP cell of the last reading, as printed. Unofficial.', '₹12 (10%)'),
    gmp: nullable(
      Type.Number(),
      'The same in rupees, if the row has a price beside which it is plausible, else null. Unofficial.',
      12,
    ),
    openDate: orNull(
      dayField('Opening day as the tracker prints it, not confirmed by an exchange.', '2026-01-19'),
    ),
    closeDate: orNull(
      dayField('Closing day as the tracker prints it, not confirmed by an exchange.', '2026-01-21'),
    ),
    firstDay: dayField('The day in India of the first reading with this company.', '2026-01-05'),
    lastDay: dayField('The day in India of the last reading with this company.', '2026-01-13'),
  },
)
export type UnannouncedCompany = Static<typeof UnannouncedCompany>

export const UnannouncedBody = answerBody('UnannouncedBody', {
  count: wholeField('Number of entries in this answer.', 1),
  companies: listOf(
    UnannouncedCompany,
    'By last day, newest first; then by name and source. One entry for each tracker and company.',
  ),
})
