import Type, { type TProperties } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../../at-first-use.ts'
import { type Instant, parseInstant } from '../../market/calendar.ts'
import { dealValue } from '../../market/deals/deal.ts'
import type { Fact, FactName, IpoFact, RetractionFact, ValueKind } from '../../market/facts/fact.ts'
import type { Refusal, Statement } from '../../market/facts/statement.ts'
import { paiseFromRupees } from '../../market/money.ts'
import { isObject, isTooDeep, type JsonObject, MAX_DEPTH, shortJson } from '../formats/json.ts'
import { DECLARED, describe, FIELDS, INSTANT, isOptionalIn, TEXT } from './fields.ts'

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
  const reason = faultOf(value, FACT_CHECKS)
  if (reason !== undefined) return { line, reason }
  const values = value as JsonObject & { readonly recordedAt?: string }
  const { recordedAt } = values
  return {
    fact: factFrom(values),
    recordedAt: recordedAt === undefined ? null : momentOf(recordedAt),
    line,
  }
}

// The form of a line.

/** What is wrong with an object, in words; `undefined` when nothing is. */
export type ObjectCheck = (value: JsonObject) => string | undefined

/** Checks that an object has these keys and no others, each with a value of its schema. */
export function checkOf(keys: TProperties, isOptional: (key: string) => boolean): ObjectCheck {
  const properties = Object.fromEntries(
    Object.entries(keys).map(([key, schema]) => [key, isOptional(key) ? Type.Optional(schema) : schema]),
  )
  // Compiled at its first use: compiling all of them takes a tenth of a command's start.
  const validator = atFirstUse(() => Compile(Type.Object(properties, { additionalProperties: false })))
  const required = Object.keys(keys).filter((key) => !isOptional(key))
  return (value) => {
    if (validator().Check(value)) return undefined
    const wrong = new Set(
      validator()
        .Errors(value)
        .map(({ instancePath }) => instancePath.split('/')[1]),
    )
    const missing = required.filter((key) => value[key] === undefined)
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(keys, key))
    return [
      ...missing.map((key) => `"${key}" is missing`),
      ...(unknown.length > 0 ? [unknownKeys(unknown, Object.keys(keys))] : []),
      ...Object.entries(keys)
        .filter(([key]) => wrong.has(key) && value[key] !== undefined)
        .map(([key, schema]) => `"${key}" must be ${describe(schema)}; got ${shortJson(value[key])}`),
    ].join('; ')
  }
}

const SHOWN_KEYS = 5
function unknownKeys(unknown: readonly string[], known: readonly string[]): string {
  const shownKeys = unknown.slice(0, SHOWN_KEYS).map(shortJson).join(', ')
  const more = unknown.length > SHOWN_KEYS ? ` and ${unknown.length - SHOWN_KEYS} more` : ''
  return `unknown key${unknown.length > 1 ? 's' : ''} ${shownKeys}${more}; known are ${known.join(', ')}`
}

/** The checks by kind of fact, in the order in which messages name the kinds. */
type Checks = Readonly<Record<string, ObjectCheck>>

const checks = (isOptional: (kind: string, key: string) => boolean): Checks =>
  Object.fromEntries(
    Object.entries(FIELDS).map(([kind, fields]) => [
      kind,
      checkOf(
        { fact: Type.Literal(kind), ...fields, recordedAt: INSTANT },
        (key) => key === 'recordedAt' || isOptional(kind, key),
      ),
    ]),
  )

/** A fact is named by its required keys, a deal by those that identify it. */
const NAME_CHECKS = checks(
  (kind, key) => isOptionalIn(kind, key) || (kind === 'deal' && DECLARED.deal?.[key]?.part !== 'identity'),
)
const PLAIN_CHECKS = checks(isOptionalIn)
const RETRACTION = checkOf(
  {
    fact: Type.Literal('retraction'),
    of: Type.Object({}, { description: 'an object that names a fact' }),
    reason: TEXT,
    source: TEXT,
    recordedAt: INSTANT,
  },
  (key) => key === 'recordedAt',
)
const FACT_CHECKS: Checks = {
  ...PLAIN_CHECKS,
  subscription: (value) => PLAIN_CHECKS.subscription?.(value) ?? subscriptionFault(value),
  deal: (value) => PLAIN_CHECKS.deal?.(value) ?? dealFault(value),
  retraction: (value) => RETRACTION(value) ?? nameFault(value),
}

function faultOf(value: unknown, byKind: Checks): string | undefined {
  if (!isObject(value)) return 'must be a JSON object'
  const { fact: kind } = value
  const check = typeof kind === 'string' && Object.hasOwn(byKind, kind) ? byKind[kind] : undefined
  if (check) return check(value)
  return `"fact" must be one of ${Object.keys(byKind).join(', ')}; got ${shortJson(kind)}`
}

function nameFault({ of }: JsonObject): string | undefined {
  const fault = faultOf(of, NAME_CHECKS)
  return fault && `of: ${fault}`
}

const subscriptionFault = ({ timesSub, sharesBid, applications }: JsonObject): string | undefined =>
  timesSub === null && typeof sharesBid !== 'number' && typeof applications !== 'number'
    ? '"timesSub" may be null only beside "sharesBid" or "applications"'
    : undefined

function dealFault({ quantity, price }: JsonObject): string | undefined {
  const deal = { quantity: Number(quantity), price: paiseFromRupees(Number(price)) ?? 0 }
  return Number.isSafeInteger(dealValue(deal))
    ? undefined
    : '"quantity" times "price" is beyond any real deal'
}

// From a line whose form has been checked to a fact.

interface Reading {
  readonly key: string
  /** Converts a value from the file's form to that of a fact. */
  readonly convert: (value: unknown) => unknown
  /** What a key means that was left out; `undefined` for a required key. */
  readonly absent: string | null | undefined
}

const momentOf = (text: string): Instant => parseInstant(text) ?? text

const inPaise = (value: unknown) => (typeof value === 'number' ? paiseFromRupees(value) : value)
const asMoment = (value: unknown) => (typeof value === 'string' ? momentOf(value) : value)
const asPrinted = (value: unknown) => value
const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** How values are converted that are not only trimmed. */
const CONVERSIONS: Readonly<Partial<Record<ValueKind, Reading['convert']>>> = {
  price: inPaise,
  amount: inPaise,
  moment: asMoment,
  registrar: (value) => trimmed(isObject(value) ? value.name : value),
  names: (value) => (Array.isArray(value) ? value.map(trimmed) : value),
}

// Computed once for each kind, since a file has millions of lines.
const READINGS: Readonly<Record<string, readonly Reading[]>> = Object.fromEntries(
  Object.entries(DECLARED).map(([fact, fields]) => [
    fact,
    Object.entries(fields).map(([key, { kind, absent }]) => ({
      key,
      convert: key === 'printed' ? asPrinted : (CONVERSIONS[kind] ?? trimmed),
      absent,
    })),
  ]),
)

/** The values of a line by key, in the order of the facts file. Keys that have no value are left out. */
function valuesIn(line: JsonObject, absentOf: (reading: Reading) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = { fact: line.fact }
  for (const reading of READINGS[String(line.fact)] ?? []) {
    const given = line[reading.key]
    const value = given === undefined ? absentOf(reading) : reading.convert(given)
    if (value !== undefined) values[reading.key] = value
  }
  return values
}

function factFrom(line: JsonObject): Fact {
  if (line.fact === 'retraction') {
    const { fact, of, reason, source } = line
    return { fact, of: nameFrom(of as JsonObject), reason, source } as RetractionFact
  }
  if (line.fact !== 'ipo') return valuesIn(line, ({ absent = null }) => absent) as unknown as Fact
  // A term that was left out is not reported; a null retracts it.
  const { fact, slug, source, ...said } = valuesIn(line, () => undefined)
  return { fact, slug, said, source } as unknown as IpoFact
}

/** `printed` and `url` are where a fact was read, not its content, so they are not part of its name. */
function nameFrom({ printed: _, url: __, recordedAt, ...line }: JsonObject): FactName {
  const named = valuesIn(line, ({ absent }) => absent ?? undefined)
  if (recordedAt !== undefined) named.recordedAt = momentOf(String(recordedAt))
  return named as FactName
}
