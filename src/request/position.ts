import Type from 'typebox'
import { type Instant, parseInstant } from '../market/calendar.ts'
import { beginningOf, MOMENT_FORMS, type NamedMoment, parseNamedMoment } from '../market/named-moment.ts'
import { positionAt } from '../reports/changes/changes-end.ts'
import type { Position } from '../reports/changes/position.ts'
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

/** The position that answers had at a past moment; a future one is refused. The market must have every round up to it. */
export async function positionSince(
  since: Since,
  market: ServedMarket,
  now: Instant,
): Promise<RequestedPosition> {
  if (since === 'nothing' || 'version' in since) return since
  const beginning = beginningOf(since)
  if (beginning > now) throw futureMoment('since', since, now)
  return { ...(await positionAt(market.db, beginning, market.version)), demo: market.demo }
}

/** What is wrong with a position that this market has not reached; `undefined` for any other. */
export function unknownPositionFault(
  position: RequestedPosition,
  market: ServedMarket,
  now: Instant,
): Problem | undefined {
  if (position === 'nothing') return undefined
  if (position.demo !== market.demo)
    return invalidParameter(
      'since',
      `since is a position in ${position.demo ? 'the demo market, which no longer exists' : 'another market than the demo shown here'}; start again with since=0`,
    )
  if (position.version > market.version && market.isUnavailable) return storeUnavailable()
  if (position.version > market.version)
    return invalidParameter(
      'since',
      'since is a position that this market has not reached; start again with since=0',
    )
  return position.moment > latestClock(now)
    ? futureMoment('since', { instant: position.moment }, now)
    : undefined
}
