import Type, { type Static } from 'typebox'
import { FAULTS } from '../../store/tables.ts'
import {
  answerBody,
  listOf,
  momentField,
  namedObject,
  nullable,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

/** ok; failing: reading fails; quiet: read without news; waiting: due for the first time; off: not read here. */
const SOURCE_STATES = ['ok', 'failing', 'quiet', 'waiting', 'off'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

export const SourceStatus = namedObject('SourceStatus', 'The state of a source.', {
  id: textField('Identifier of the source, as settings and commands use it.', 'nse-issues'),
  source: textField('Name under which its reports are published.', 'nse'),
  owner: textField('Who owns the source. Sources of one owner count once.', 'NSE'),
  cadence: textField('When it is read, by the clock in India.', 'every 10 minutes from 10:00 to 19:59'),
  url: textField('Its page for people.', 'https://www.nseindia.com/'),
  state: oneOfField(
    SOURCE_STATES,
    'ok; failing: reading it fails; quiet: a tracker with no new data for 3 days; waiting: not read yet; off: not read by this service.',
    'ok',
  ),
  lastSuccess: orNull(momentField('When it was last read, at least in part.', '2026-01-13T08:10:00.000Z')),
  lastChange: orNull(momentField('When it last had new data.', '2026-01-13T06:40:00.000Z')),
  roundsMissed: orNull(
    wholeField('Scheduled rounds since its last success, at most 100. Null where it is not read.', 0),
  ),
  rowsUsual: orNull(wholeField('Median number of rows of its recent successful rounds.', 62)),
  rowsLast: orNull(wholeField('Number of rows of its last round.', 61)),
  fault: nullable(
    Type.Enum(FAULTS, { type: 'string' }),
    'What is wrong: unreachable; refused: the host rejects automated reading; changed: the answer has another form than before. Null while nothing is.',
    null,
  ),
  faultSince: nullable(
    Type.String({ format: 'date-time' }),
    'When that began. Null while nothing is wrong.',
    null,
  ),
  faultDetail: nullable(Type.String(), 'What was seen, as text. Null while nothing is wrong.', null),
})
export type SourceStatus = Static<typeof SourceStatus>

export const SourcesBody = answerBody('SourcesBody', {
  sources: listOf(SourceStatus, 'Exchanges first, then trackers.'),
})
