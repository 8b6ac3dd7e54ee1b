import Type from 'typebox'
import { type Instant, instantFromMs, msOf, parseInstant } from '../market/calendar.ts'
import type { Position } from '../reports/changes/position.ts'
import { described } from '../reports/schemas/fields.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { Parameter } from './parameters.ts'
import { invalidParameter, type Problem, storeUnavailable } from './problems.ts'

/** A position as requested: in the live or demo market, or before everything. */
export type RequestedPosition = (Position & { readonly demo: boolean }) | 'nothing'

const POSITION = /^(demo-)?(0|[1-9]\d{0,15})@(.+)$/

/** What `positionName` wrote, or 0; `undefined` for anything else. */
export function readPosition(text: string): RequestedPosition | undefined {
  if (text === '0') return 'nothing'
  const [, demo, version = '', moment = ''] = POSITION.exec(text) ?? []
  if (parseInstant(moment) !== moment) return undefined
  return { demo: demo !== undefined, version: Number(version), moment }
}

const EXAMPLE = '17@2026-01-14T12:00:00.000Z'

export const since: Parameter<RequestedPosition> = {
  schema: Type.String({
    minLength: 1,
    ...described(
      'A position, from X-Market-Version or from the position in an answer. 0 starts from an empty list. The default is one day before the end.',
      '0',
    ),
  }),
  read: (name, text) => {
    const position = readPosition(text)
    if (position !== undefined) return position
    throw invalidParameter(
      name,
      `${name} must be 0, or a position as in X-Market-Version, such as ${EXAMPLE}; got "${text.slice(0, 80)}"`,
    )
  },
}

/** Clocks of processes behind one address may differ. */
const CLOCK_SKEW_MS = 60_000

/** Refuses a position that this market has not reached. */
export function refuseUnknownPosition(
  name: string,
  position: RequestedPosition,
  market: ServedMarket,
  now: Instant,
): void {
  const problem = unknownPositionFault(name, position, market, now)
  if (problem) throw problem
}

/** What is wrong with a position that this market has not reached; `undefined` for any other. */
export function unknownPositionFault(
  name: string,
  position: RequestedPosition,
  market: ServedMarket,
  now: Instant,
): Problem | undefined {
  if (position === 'nothing') return undefined
  if (position.demo !== market.demo)
    return invalidParameter(
      name,
      `${name} is a position in ${position.demo ? 'the demo market, which no longer exists' : 'another market than the demo shown here'}; start again with ${name}=0`,
    )
  if (position.version > market.version && market.isUnavailable) return storeUnavailable()
  if (position.version > market.version)
    return invalidParameter(
      name,
      `${name} is a position that this market has not reached; start again with ${name}=0`,
    )
  if (position.moment > instantFromMs(msOf(now) + CLOCK_SKEW_MS))
    return invalidParameter(
      name,
      `${name} must not lie in the future; got ${position.moment}, and it is ${now}`,
    )
  return undefined
}
