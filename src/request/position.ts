import Type from 'typebox'
import { type Instant, instantFromMs, msOf, parseInstant } from '../market/calendar.ts'
import type { Position } from '../reports/changes/position.ts'
import { described } from '../reports/schemas/fields.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { Parameter } from './parameters.ts'
import { invalidParameter, type Problem, storeUnavailable } from './problems.ts'

/** A position as it was given: in the market of which it speaks, or before everything. */
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
      'A position: what X-Market-Version, or the position in an answer, said. 0 begins with nothing. Left out, it is one day before the end.',
      '0',
    ),
  }),
  read: (name, given) => {
    const position = readPosition(given)
    if (position !== undefined) return position
    throw invalidParameter(
      name,
      `${name} must be 0, or a position as X-Market-Version tells it, such as ${EXAMPLE}; got "${given.slice(0, 80)}"`,
    )
  },
}

/** Processes behind one address need not agree on the time to the second. */
const CLOCK_SKEW_MS = 60_000

/** Refuses a position that this market has not come to, or never will. */
export function refuseUnknownPosition(
  name: string,
  given: RequestedPosition,
  market: ServedMarket,
  now: Instant,
): void {
  const problem = unknownPositionFault(name, given, market, now)
  if (problem) throw problem
}

/** What is wrong with a position that this market has not come to, or never will; `undefined` for any other. */
export function unknownPositionFault(
  name: string,
  given: RequestedPosition,
  market: ServedMarket,
  now: Instant,
): Problem | undefined {
  if (given === 'nothing') return undefined
  if (given.demo !== market.demo)
    return invalidParameter(
      name,
      `${name} is a position in ${given.demo ? 'the demo market, which is gone' : 'another market than the demo that is shown'}; begin anew with ${name}=0`,
    )
  if (given.version > market.version && market.isUnavailable) return storeUnavailable()
  if (given.version > market.version)
    return invalidParameter(
      name,
      `${name} is a position that this market has not come to; begin anew with ${name}=0`,
    )
  if (given.moment > instantFromMs(msOf(now) + CLOCK_SKEW_MS))
    return invalidParameter(name, `${name} must not lie in the future; got ${given.moment}, and it is ${now}`)
  return undefined
}
