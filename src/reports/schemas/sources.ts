import Type, { type Static } from 'typebox'
import { FAULTS } from '../../store/tables.ts'
import {
  answerBody,
  closedObject,
  momentField,
  nullable,
  oneOfField,
  orNull,
  textField,
  wholeField,
} from './fields.ts'

/** How a source is doing: read and well; not read well; read, but silent; due for the first time; not read here. */
const SOURCE_STATES = ['ok', 'failing', 'quiet', 'waiting', 'off'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

export const SourceStatus = closedObject(
  {
    id: textField('Identifier of the source, as settings and commands use it.', 'nse-issues'),
    source: textField('Name under which its reports are published.', 'nse'),
    owner: textField('Who owns the source. Sources of one owner count once.', 'NSE'),
    cadence: textField('When it is read, by the clock in India.', 'every 10 minutes from 10:00 to 19:59'),
    url: textField('Where people can look it up.', 'https://www.nseindia.com/'),
    state: oneOfField(
      SOURCE_STATES,
      'ok; failing: not read well; quiet: a tracker that has said nothing new for 3 days; waiting: not read yet; off: not read by this service.',
      'ok',
    ),
    lastSuccess: orNull(momentField('When it was last read, at least in part.', '2026-01-13T08:10:00.000Z')),
    lastChange: orNull(momentField('When it last said something new.', '2026-01-13T06:40:00.000Z')),
    roundsMissed: orNull(
      wholeField(
        'How often it was due since its last success, counted to 100. Null where it is not read.',
        0,
      ),
    ),
    rowsUsual: orNull(wholeField('Median number of rows of its last rounds that went well.', 62)),
    rowsLast: orNull(wholeField('Number of rows of its last round.', 61)),
    fault: nullable(
      Type.Enum(FAULTS, { type: 'string' }),
      'What is wrong: unreachable; refused: the host does not want to be read; changed: the answer is not what it used to be. Null while nothing is.',
      null,
    ),
    faultSince: nullable(
      Type.String({ format: 'date-time' }),
      'Since when. Null while nothing is wrong.',
      null,
    ),
    faultDetail: nullable(Type.String(), 'What was seen, in words. Null while nothing is wrong.', null),
  },
  { description: 'How a source is doing.' },
)
export type SourceStatus = Static<typeof SourceStatus>

export const SourcesBody = answerBody({
  sources: Type.Array(SourceStatus, { description: 'Exchanges first, then trackers.' }),
})
