import Type, { type TProperties } from 'typebox'
import { parseInstant } from '../../market/calendar.ts'
import type { Refusal } from '../../market/facts/statement.ts'
import { DAY, nullable, oneOf } from '../../sources/facts-file/fields.ts'
import { checkOf, factOf, type ObjectCheck, parseLine } from '../../sources/facts-file/read-line.ts'
import { written } from '../../sources/facts-file/write-line.ts'
import { isObject } from '../../sources/formats/json.ts'
import {
  BEGINNING,
  type PieceEntry,
  type PieceLine,
  parsePosition,
  positionText,
} from '../../store/pieces/piece.ts'
import { type StoredColumn, TABLES } from '../../store/tables.ts'

type Values = Record<string, unknown>

// A NUL or half a surrogate pair cannot be stored and returned unchanged.
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\u0000')
const text = Type.Refine(Type.String({ description: 'text without NUL' }), isStorable)
const moment = Type.Refine(
  Type.String({ description: 'a moment in UTC such as 2026-01-13T08:10:00.000Z' }),
  (value) => parseInstant(value) === value,
)
const position = Type.Refine(
  Type.String({ description: 'a position such as 0 or 120@2026-01-13T08:10:00.000Z' }),
  (value) => parsePosition(value) !== undefined,
)
/** Numbers of rows and facts are added to those of the store, which must have room for them. */
const MOST = 1_000_000_000
const whole = (minimum: number) =>
  Type.Integer({ minimum, maximum: MOST, description: `a whole number from ${minimum} to ${MOST}` })
const json = (what: string, isRight: (value: unknown) => boolean) =>
  Type.Refine(Type.String({ description: `${what}, as JSON in a text` }), (value) => {
    const parsed = parseLine(value)
    return isStorable(value) && 'value' in parsed && isRight(parsed.value)
  })
const isList = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Columns are written as in the rest of a facts file: `rows_read` as `rowsRead`. */
const keyOf = (column: string) => column.replaceAll(/_./g, (part) => part.slice(1).toUpperCase())
const columnOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const renamed = (values: object, rename: (name: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]))

/** How the values of a column are checked. */
const KINDS = {
  id: whole(1),
  count: whole(0),
  text,
  moment,
  day: DAY,
  'JSON object': json('an object', isObject),
  'JSON list': json('a list of slugs', isList),
}

/** What a piece has of a row: the columns of its table but those that are numbers of the store alone. */
function columnsOf(table: keyof typeof TABLES, internal: readonly string[]): TProperties {
  const columns = Object.entries<StoredColumn>(TABLES[table]).filter(([name]) => !internal.includes(name))
  return Object.fromEntries(
    columns.map(([name, { kind, isNullable }]) => {
      const schema = typeof kind === 'string' ? Reflect.get(KINDS, kind) : oneOf(kind)
      return [keyOf(name), isNullable ? nullable(schema) : schema]
    }),
  )
}

const ROUND = columnsOf('rounds', ['id', 'version', 'last_fact'])
const { source, work, started, committed } = ROUND
const ROUND_NAME = { source, work, started, committed, occurrence: whole(1) } as TProperties

/** The keys of each line that is no fact, in the order in which they are written. */
const KEYS = {
  begin: { from: position, to: position },
  removed: { identity: text },
  round: { ...ROUND_NAME, ...ROUND },
  issue: { slug: text },
  fetch: columnsOf('fetches', ['round', 'batch']),
  refusal: {
    ...columnsOf('refusals', ['round', 'fetch']),
    firstIn: nullable(
      Type.Object(ROUND_NAME, { additionalProperties: false, description: 'what identifies a round' }),
    ),
  },
  key: { source: text, key: text, slug: text, learned: moment },
  end: { position },
} as const satisfies Record<Exclude<PieceEntry['piece'], 'fact'>, TProperties>

const CHECKS: Readonly<Record<string, ObjectCheck>> = Object.fromEntries(
  Object.entries(KEYS).map(([piece, keys]) => [
    piece,
    checkOf({ piece: Type.Literal(piece), ...keys }, () => false),
  ]),
)

/** Checks what a line of a piece has of a fact beside the fact. */
const faultOfFact = checkOf(
  { recordedAt: moment, number: whole(1), fetch: whole(1), occurrence: whole(1) },
  (key) => key === 'fetch' || key === 'occurrence',
)

/** Writes one entry of a piece as a line. */
export function writePieceLine(entry: PieceEntry): string {
  const { piece } = entry
  if (piece === 'fact') {
    const { fact, ...more } = entry.fact
    return JSON.stringify({ fact: fact.fact, ...written(fact), ...more })
  }
  const values: Values =
    piece === 'begin'
      ? { from: positionText(entry.from), to: positionText(entry.to) }
      : piece === 'end'
        ? { position: positionText(entry.position) }
        : piece === 'round'
          ? renamed(entry.round, keyOf)
          : piece === 'fetch'
            ? renamed(entry.fetch, keyOf)
            : piece === 'refusal'
              ? { ...renamed(entry.refusal, keyOf), firstIn: entry.firstIn }
              : { ...entry }
  const ordered = Object.keys(KEYS[piece]).map((key) => [key, values[key]])
  return JSON.stringify({ piece, ...Object.fromEntries(ordered) })
}

/** True for the first line of a piece. */
export function isFirstLine(line: string): boolean {
  const parsed = parseLine(line)
  return 'value' in parsed && isObject(parsed.value) && (parsed.value as Values).piece === 'begin'
}

/** Parses one line of a piece. */
export function readPieceLine(textOfLine: string, line: number): PieceLine | Refusal {
  const parsed = parseLine(textOfLine)
  if ('reason' in parsed) return { line, reason: parsed.reason }
  if (!isObject(parsed.value)) return { line, reason: 'must be a JSON object' }
  const values = parsed.value as Values
  return Object.hasOwn(values, 'fact') ? factLine(values, line) : otherLine(values, line)
}

function factLine(values: Values, line: number): PieceLine | Refusal {
  const { number, fetch, occurrence, ...fact } = values
  const { recordedAt } = fact
  const more = {
    recordedAt,
    number,
    ...(fetch !== undefined && { fetch }),
    ...(occurrence !== undefined && { occurrence }),
  }
  const reason = faultOfFact(more)
  if (reason !== undefined) return { line, reason }
  const statement = factOf(fact, line)
  if ('reason' in statement) return statement
  return { line, piece: 'fact', fact: { ...more, fact: statement.fact } } as PieceLine
}

function otherLine(values: Values, line: number): PieceLine | Refusal {
  const { piece } = values
  const check = typeof piece === 'string' && Object.hasOwn(CHECKS, piece) ? CHECKS[piece] : undefined
  if (!check)
    return { line, reason: `must be a fact, or have "piece" with one of ${Object.keys(KEYS).join(', ')}` }
  const reason = check(values)
  if (reason !== undefined) return { line, reason }
  return { line, ...entryOf(piece as keyof typeof KEYS, values) } as PieceLine
}

const positionOf = (value: unknown) => parsePosition(String(value)) ?? BEGINNING

function entryOf(piece: keyof typeof KEYS, { piece: _, firstIn, ...values }: Values): Values {
  if (piece === 'begin') return { piece, from: positionOf(values.from), to: positionOf(values.to) }
  if (piece === 'end') return { piece, position: positionOf(values.position) }
  if (piece === 'refusal') return { piece, refusal: renamed(values, columnOf), firstIn }
  if (piece === 'round' || piece === 'fetch') return { piece, [piece]: renamed(values, columnOf) }
  return { piece, ...values }
}
