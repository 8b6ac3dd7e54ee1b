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

/** The last item of the page before, by list. */
const PLACES = {
  ipos: Type.Object({ openDate: Type.Union([text, Type.Null()]), slug: text }),
  deals: Type.Object({
    tradeDate: text,
    value: whole,
    symbol: text,
    clientName: text,
    dealType: Type.Enum(DEAL_TYPES),
    recorded: text,
    id: whole,
  }),
}
/** Where a walk through changes continues: among the IPOs of its snapshot, or at a position, possibly within a step. */
const CHANGES_PLACE = Type.Union([
  Type.Object({ openDate: Type.Union([text, Type.Null()]), slug: text }, { additionalProperties: false }),
  Type.Object(
    { version: whole, moment: text, unit: Type.Union([text, Type.Null()]), told: whole },
    { additionalProperties: false },
  ),
])
export type ListName = keyof typeof PLACES | 'changes'

const cursorOf = <P extends TSchema>(walk: ListName, place: P) =>
  Type.Object(
    {
      walk: Type.Literal(walk),
      /** The filters as text of the first request, to be read again. */
      filter: Type.Record(Type.String(), Type.String()),
      limit: Type.Integer({ minimum: 1 }),
      /** The walk's market: facts committed later do not enter it. */
      demo: Type.Boolean(),
      version: Type.Integer({ minimum: 0 }),
      clock: Type.String(),
      after: place,
    },
    { additionalProperties: false },
  )

const ipos = cursorOf('ipos', PLACES.ipos)
const deals = cursorOf('deals', PLACES.deals)
const changes = cursorOf('changes', CHANGES_PLACE)
export interface Cursors {
  ipos: Static<typeof ipos>
  deals: Static<typeof deals>
  changes: Static<typeof changes>
}
const validators = {
  ipos: atFirstUse(() => Compile(ipos)),
  deals: atFirstUse(() => Compile(deals)),
  changes: atFirstUse(() => Compile(changes)),
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
  const [payload = '', check, ...more] = text.split('.')
  const value = check === checkOf(payload) && more.length === 0 ? parsed(payload) : undefined
  if (validators[walk]().Check(value) && parseInstant(value.clock) === value.clock) return value as Cursors[W]
  throw unknownCursor()
}

export const unknownCursor = (): Problem =>
  invalidParameter(
    'cursor',
    'cursor is not one that this endpoint issued; take it unchanged from the Link header, or leave it out to start again',
  )

function parsed(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
