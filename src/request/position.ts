import Type from 'typebox'
import { parseInstant } from '../market/calendar.ts'
import { beginningOf, MOMENT_FORMS, type NamedMoment, parseNamedMoment } from '../market/named-moment.ts'
import { positionAt } from '../reports/changes/changes-end.ts'
import type { Position } from '../reports/changes/position.ts'
import type { Moment } from '../reports/moment.ts'
import { described } from '../reports/schemas/fields.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { futureMoment, latestClock } from './market-query.ts'
import { type Parameter, quoted } from './parameters.ts'
import { invalidParameter, type Problem, storeUnavailable } from './problems.ts'

/** A position as requested: in the real or demo market, or before everything. */
export type RequestedPosition = (Position & { readonly demo: boolean }) | 'nothing'

/** `since` as given: a position, or the moment of one. */
export type Since = RequestedPosition | NamedMoment

const POSITION = /^(demo-)?(0|[1-9]\d{0,15})@(.+)$/

/** What `positionName` wrote, or 0; `undefined` for anything else. */
export function readPosition(text: string): RequestedPosition | undefined {
  if (text === '0') return 'nothing'
  const [, demo, version = '', moment = ''] = POSITION.exec(text) ?? []
  if (parseInstant(moment) !== moment) return undefined
  return { demo: demo !== undefined, version: Number(version), moment }
}

const EXAMPLE = '17@2026-01-14T12:00:00.000Z'

export const since: Parameter<Since> = {
  schema: Type.String({
    minLength: 1,
    ...described(
      'A position, from X-Market-Version or from the position in an answer; or a past date-time with Z or an offset, for the position at that moment; or a day, for the position at its first moment in India. 0 starts from an empty list. The default is one day before the end.',
      '0',
    ),
  }),
  read: (name, text) => {
    const value = readPosition(text) ?? parseNamedMoment(text)
    if (value !== undefined) return value
    throw invalidParameter(
      name,
      `${name} must be 0, a position as in X-Market-Version, such as ${EXAMPLE}, ${MOMENT_FORMS}; got ${quoted(text)}`,
    )
  },
}

/** The position that is meant, and what is wrong with one that the market has not reached. A future moment is refused. */
export async function positionSince(
  since: Since,
  market: ServedMarket,
  end: AnswerEnd,
): Promise<{ readonly position: RequestedPosition; readonly fault?: Problem | undefined }> {
  if (since === 'nothing') return { position: since }
  const position = 'version' in since ? since : await positionAtBeginning(since, market, end)
  return { position, fault: unreachedFault(position, market, end) }
}

/** The moment of an answer: that of the present clock, or `asOf`. */
type AnswerEnd = Pick<Moment, 'clock' | 'asOf'>

const tooLate = (named: NamedMoment, { clock, asOf }: AnswerEnd): Problem =>
  asOf === null
    ? futureMoment('since', named, clock)
    : invalidParameter('since', `since must not lie after asOf, which is ${asOf}`)

async function positionAtBeginning(named: NamedMoment, { db, version, demo }: ServedMarket, end: AnswerEnd) {
  const beginning = beginningOf(named)
  const now = end.clock
  if (beginning > now) throw tooLate(named, end)
  const { moment, ...position } = await positionAt(db, beginning, version)
  // Before the first facts it is the moment before them, which may be later than the moment of the answer.
  return { ...position, moment: moment < now ? moment : now, demo }
}

function unreachedFault(
  { demo, version, moment }: Exclude<RequestedPosition, 'nothing'>,
  market: ServedMarket,
  end: AnswerEnd,
): Problem | undefined {
  if (demo !== market.demo)
    return invalidParameter(
      'since',
      `since is a position in ${demo ? 'the demo market, which no longer exists' : 'another market than the demo shown here'}; start again with since=0`,
    )
  if (version > market.version && market.isUnavailable) return storeUnavailable()
  if (version > market.version)
    return invalidParameter(
      'since',
      'since is a position that this market has not reached; start again with since=0',
    )
  return moment > latestClock(end.clock) ? tooLate({ instant: moment }, end) : undefined
}
