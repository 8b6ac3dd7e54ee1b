import { createHash } from 'node:crypto'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { parseInstant } from '../market/calendar.ts'
import { DEAL_TYPES } from '../market/facts/fact.ts'
import { invalidParameter, type Problem } from './problems.ts'

// PostgreSQL does not accept NUL in text.
const text = Type.String({ pattern: '^[^\\u0000]*$' })
const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const instant = Type.Refine(Type.String(), (given) => parseInstant(given) === given)

const IPO_PLACE = { openDate: Type.Union([text, Type.Null()]), slug: text }
/** Where a walk through changes continues: among the IPOs of its snapshot, or at a position, possibly within a step. */
const CHANGES_PLACE = Type.Union([
  Type.Object(IPO_PLACE, { additionalProperties: false }),
  Type.Object(
    { version: whole, moment: instant, unit: Type.Union([text, Type.Null()]), told: whole },
    { additionalProperties: false },
  ),
])

/** `place`: the last item of the page before. */
const cursorOf = <W extends string, P extends TSchema>(walk: W, place: P) =>
  Type.Object(
    {
      walk: Type.Literal(walk),
      /** The filters as text of the first request, to be read again. */
      filter: Type.Record(Type.String(), Type.String()),
      limit: Type.Integer({ minimum: 1 }),
      /** The walk's market: facts committed later do not enter it. */
      demo: Type.Boolean(),
      version: Type.Integer({ minimum: 0 }),
      clock: instant,
      after: place,
    },
    { additionalProperties: false },
  )

const DEAL_PLACE = {
  tradeDate: text,
  value: whole,
  symbol: text,
  clientName: text,
  dealType: Type.Enum(DEAL_TYPES),
  recorded: text,
  id: whole,
}
const CURSORS = {
  ipos: cursorOf('ipos', Type.Object(IPO_PLACE)),
  deals: cursorOf('deals', Type.Object(DEAL_PLACE)),
  changes: cursorOf('changes', CHANGES_PLACE),
}
export type ListName = keyof typeof CURSORS
export type Cursors = { [W in ListName]: Static<(typeof CURSORS)[W]> }

const validators = {
  ipos: atFirstUse(() => Compile(CURSORS.ipos)),
  deals: atFirstUse(() => Compile(CURSORS.deals)),
  changes: atFirstUse(() => Compile(CURSORS.changes)),
}

// Detects a cursor that was cut off or edited; it protects no secret, so it needs no key.
const checkOf = (payload: string) =>
  createHash('sha256').update(`greymark ${payload}`).digest('base64url').slice(0, 8)

export function writeCursor(cursor: Cursors[ListName]): string {
  const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${payload}.${checkOf(payload)}`
}

/** Refuses whatever `writeCursor` did not write for this walk. */
export function readCursor<W extends ListName>(walk: W, text: string): Cursors[W] {
  const value = writtenValue(text)
  if (validators[walk]().Check(value)) return value as Cursors[W]
  throw unknownCursor()
}

export const unknownCursor = (): Problem =>
  invalidParameter(
    'cursor',
    'cursor is not one that this endpoint issued; take it unchanged from the Link header, or leave it out to start again',
  )

/** What a cursor holds; `undefined` when it was cut off or edited. */
function writtenValue(text: string): unknown {
  const [payload = '', check, ...more] = text.split('.')
  if (check !== checkOf(payload) || more.length > 0) return undefined
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
