import Type, { type TProperties } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../../at-first-use.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import { paiseFromRupees } from '../../market/money.ts'
import { isTooDeep, MAX_DEPTH, shortJson } from '../formats/json.ts'
import { factFromLine, type LineValues, momentOf } from './fact-from-line.ts'
import { describe, FIELDS, factField, INSTANT, isOptionalIn, TEXT } from './fields.ts'

/** An object of a line: its keys, those that it must have, and what is wrong with a value. */
export type Shape = {
  readonly keys: TProperties
  readonly required: readonly string[]
  check(value: unknown): Fault[]
}
type Fault = { readonly keyword: string; readonly instancePath: string; readonly params: object }

const KINDS = [...Object.keys(FIELDS), 'retraction']

export function shape(keys: TProperties, isOptional: (key: string) => boolean): Shape {
  const properties = Object.fromEntries(
    Object.entries(keys).map(([key, schema]) => [key, isOptional(key) ? Type.Optional(schema) : schema]),
  )
  // Compiled at its first use: compiling all of them takes a tenth of a command's start.
  const validator = atFirstUse(() => Compile(Type.Object(properties, { additionalProperties: false })))
  return {
    keys,
    required: Object.keys(keys).filter((key) => !isOptional(key)),
    check: (value) => (validator().Check(value) ? [] : (validator().Errors(value) as Fault[])),
  }
}

const mayBeMissing = (kind: string, key: string) => key === 'recordedAt' || isOptionalIn(kind, key)

const shapes = (isOptional: (kind: string, key: string) => boolean): Record<string, Shape> =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([kind, fields]) => [
      kind,
      shape({ fact: Type.Literal(kind), ...fields, recordedAt: INSTANT }, (key) => isOptional(kind, key)),
    ]),
  )

const FACT_SHAPES: Record<string, Shape> = {
  ...shapes(mayBeMissing),
  retraction: shape(
    {
      fact: Type.Literal('retraction'),
      of: Type.Object({}, { description: 'an object that names a fact' }),
      reason: TEXT,
      source: TEXT,
      recordedAt: INSTANT,
    },
    (key) => key === 'recordedAt',
  ),
}
/** A fact is named by its required keys, a deal by those that identify it. */
const NAME_SHAPES = shapes(
  (kind, key) => mayBeMissing(kind, key) || (kind === 'deal' && factField(kind, key)?.part !== 'identity'),
)

/** Shorter lines cannot nest deeply enough to exhaust the stack. */
const LONG_LINE = 2_000

/** Parses one line of a facts file. Checks its form only: the content is the operator's responsibility. */
export function readLine(text: string, line: number): Statement | Refusal {
  const parsed = parseLine(text)
  return 'reason' in parsed ? { line, reason: parsed.reason } : factOf(parsed.value, line)
}

/** The JSON value of a line, or why there is none. */
export function parseLine(text: string): { readonly value: unknown } | { readonly reason: string } {
  if (text.length > LONG_LINE && isTooDeep(text))
    return { reason: `nests more than ${MAX_DEPTH} lists and objects in each other` }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { reason: `not JSON: ${error instanceof Error ? error.message : error}` }
  }
}

/** The fact of a line's value. */
export function factOf(value: unknown, line: number): Statement | Refusal {
  const reason = faultOf(value, FACT_SHAPES, KINDS)
  if (reason !== undefined) return { line, reason }
  const values = value as LineValues & { recordedAt?: string }
  const fault =
    values.fact === 'retraction' ? faultOf(values.of, NAME_SHAPES, Object.keys(FIELDS)) : valueFault(values)
  if (fault !== undefined) return { line, reason: values.fact === 'retraction' ? `of: ${fault}` : fault }
  const { recordedAt } = values
  return {
    fact: factFromLine(values),
    recordedAt: recordedAt === undefined ? null : momentOf(recordedAt),
    line,
  }
}

function faultOf(
  value: unknown,
  byKind: Record<string, Shape>,
  kinds: readonly string[],
): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a JSON object'
  const kind = (value as LineValues).fact
  const found = typeof kind === 'string' && kinds.includes(kind) ? byKind[kind] : undefined
  if (!found) return `"fact" must be one of ${kinds.join(', ')}; got ${shortJson(kind)}`
  return shapeFault(found, value as LineValues)
}

/** What is wrong with an object, in words. */
export function shapeFault(shape: Shape, value: LineValues): string | undefined {
  const faults = shape.check(value)
  return faults.length === 0 ? undefined : sentences(shape, value, faults).join('; ')
}

function sentences({ keys, required }: Shape, value: LineValues, faults: readonly Fault[]): string[] {
  const missing = required.filter((key) => value[key] === undefined)
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(keys, key))
  const wrong = new Set(faults.map(({ instancePath }) => instancePath.split('/')[1] ?? ''))
  return [
    ...missing.map((key) => `"${key}" is missing`),
    ...(unknown.length > 0 ? [unknownKeys(unknown, Object.keys(keys))] : []),
    ...Object.entries(keys)
      .filter(([key]) => wrong.has(key) && value[key] !== undefined)
      .map(([key, schema]) => `"${key}" must be ${describe(schema)}; got ${shortJson(value[key])}`),
  ]
}

const SHOWN_KEYS = 5
function unknownKeys(unknown: readonly string[], known: readonly string[]): string {
  const shownKeys = unknown.slice(0, SHOWN_KEYS).map(shortJson).join(', ')
  const more = unknown.length > SHOWN_KEYS ? ` and ${unknown.length - SHOWN_KEYS} more` : ''
  return `unknown key${unknown.length > 1 ? 's' : ''} ${shownKeys}${more}; known are ${known.join(', ')}`
}

function valueFault(values: LineValues): string | undefined {
  if (values.fact === 'subscription' && values.timesSub === null)
    return typeof values.sharesBid === 'number' || typeof values.applications === 'number'
      ? undefined
      : '"timesSub" may be null only beside "sharesBid" or "applications"'
  if (values.fact !== 'deal') return undefined
  const deal = { quantity: Number(values.quantity), price: paiseFromRupees(Number(values.price)) ?? 0 }
  return Number.isSafeInteger(dealValue(deal))
    ? undefined
    : '"quantity" times "price" is beyond any real deal'
}
