import Type from 'typebox'
import { SOURCE_FAULTS, SOURCE_STATES } from '../reports/sources.ts'
import { closed, disclaimer, moment, oneOf, orNull, said, text, whole } from './schema-fields.ts'

export const SourceStatus = closed(
  {
    id: text('Identifier of the source, as settings and commands use it.', 'nse-issues'),
    source: text('Name under which its reports are published.', 'nse'),
    owner: text('Who owns the source. Sources of one owner count once.', 'NSE'),
    cadence: text('When it is read, by the clock in India.', 'every 10 minutes from 10:00 to 19:59'),
    url: text('Where people can look it up.', 'https://www.nseindia.com/'),
    state: oneOf(
      SOURCE_STATES,
      'ok; failing: not read well; quiet: a tracker that has said nothing new for 3 days; waiting: not read yet; off: not read by this service.',
      'ok',
    ),
    lastSuccess: orNull(moment('When it was last read, at least in part.', '2026-01-13T08:10:00.000Z')),
    lastChange: orNull(moment('When it last said something new.', '2026-01-13T06:40:00.000Z')),
    roundsMissed: orNull(
      whole('How often it was due since its last success, counted to 100. Null where it is not read.', 0),
    ),
    rowsUsual: orNull(whole('Median number of rows of its last rounds that went well.', 62)),
    rowsLast: orNull(whole('Number of rows of its last round.', 61)),
    fault: Type.Union([Type.Enum(SOURCE_FAULTS, { type: 'string' }), Type.Null()], {
      ...said(
        'What is wrong: unreachable; refused: the host does not want to be read; changed: the answer is not what it used to be. Null while nothing is.',
        null,
      ),
    }),
    faultSince: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      ...said('Since when. Null while nothing is wrong.', null),
    }),
    faultDetail: Type.Union([Type.String(), Type.Null()], {
      ...said('What was seen, in words. Null while nothing is wrong.', null),
    }),
  },
  { description: 'How a source is doing.' },
)

export const SourcesBody = closed({
  ok: Type.Literal(true, said('True in every successful answer.', true)),
  sources: Type.Array(SourceStatus, { description: 'Exchanges first, then trackers.' }),
  disclaimer,
})
