import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { asOf, type Parameter, type Parameters, quoted, type ValuesOf } from '../request/parameters.ts'
import { invalidParameter } from '../request/problems.ts'
import { UNKNOWN_CURSOR } from './market-client.ts'

/** A query parameter as an argument: with a description for assistants, and without what only addresses have. */
export function argument<T>({ schema, read }: Parameter<T>, description: string): Parameter<T> {
  const { type = 'string', enum: values, items } = schema as Record<string, unknown>
  return { schema: Type.Unsafe({ type, enum: values, items, description }), read }
}

/** An argument that may be any text. */
export const textArgument = (description: string): Parameter<string> =>
  argument({ schema: Type.String(), read: (_name, text) => text }, description)

/** A whole number, of which more than the maximum means the maximum. */
export const wholeArgument = (minimum: number, maximum: number, description: string): Parameter<number> => ({
  schema: Type.Integer({ minimum, maximum, description }),
  read: (name, text) => {
    if (/^\d+$/.test(text) && Number(text) >= minimum) return Math.min(Number(text), maximum)
    const range = `a whole number from ${minimum} to ${maximum}`
    throw invalidParameter(name, `${name} must be ${range}; got ${quoted(text)}`)
  },
})

export const limitArgument = (standard: number, maximum: number, items: string): Parameter<number> =>
  wholeArgument(
    1,
    maximum,
    `The most ${items} in the answer, fewer where 8 KB do not hold them. Default ${standard}.`,
  )

/** Arguments that every tool takes. */
export const COMMON = {
  cursor: textArgument(
    '`next` of the previous answer. It carries all arguments and the moment; only limit and history may change.',
  ),
  asOf: argument(
    asOf,
    'What was known at this past moment: a date-time such as 2026-01-14T12:00:00Z, or a day, meaning its end in India.',
  ),
}

/** What may be changed on the way through a list. */
const MAY_CHANGE: ReadonlySet<string> = new Set(['limit', 'history'])

type Texts = Readonly<Record<string, string>>

/** The place where an answer ended, and all that was asked. */
const Place = Type.Object(
  {
    tool: Type.String(),
    given: Type.Record(Type.String(), Type.String()),
    /** The moment of all pages. */
    asOf: Type.Optional(Type.String()),
    /** How many entries of each list were shown before. */
    shown: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
    /** The cursor of the list of the service. */
    after: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
type Place = Type.Static<typeof Place>
const validator = atFirstUse(() => Compile(Place))

/** One call of a tool: its arguments, among them those of its cursor, and where it continues. */
export interface Call<P extends Parameters = Parameters> {
  readonly values: ValuesOf<P>
  readonly asOf: string | undefined
  readonly shown: Readonly<Record<string, number>>
  readonly after: string | undefined
  /** The cursor with which the next call continues. */
  readonly nextAt: (place: Omit<Place, 'tool' | 'given'>) => string
}

/** Reads the arguments of a call, or throws a problem that says what would be right. */
export function callOf<P extends Parameters>(
  tool: string,
  parameters: P,
  needed: readonly string[],
  arguments_: unknown,
): Call<P> {
  const { cursor, ...texts } = textsOf(parameters, arguments_)
  const place = cursor === undefined ? undefined : placeIn(cursor, tool, parameters)
  const given = { ...place?.given, ...texts }
  const missing = needed.find((name) => given[name] === undefined)
  if (missing !== undefined) throw invalidParameter(missing, `${missing} is missing`)
  const values = valuesOf(parameters, given)
  if (place) refuseOthers(values, valuesOf(parameters, place.given))
  return {
    values: values as ValuesOf<P>,
    asOf: place?.asOf ?? given.asOf,
    shown: place?.shown ?? {},
    after: place?.after,
    nextAt: (next) => Buffer.from(JSON.stringify({ tool, given, ...next })).toString('base64url'),
  }
}

const valuesOf = (parameters: Parameters, given: Texts): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, parameters[name]?.read(name, text)]))

function refuseOthers(values: Record<string, unknown>, carried: Record<string, unknown>): void {
  const other = Object.keys(values).find(
    (name) => !MAY_CHANGE.has(name) && JSON.stringify(values[name]) !== JSON.stringify(carried[name]),
  )
  if (other !== undefined)
    throw invalidParameter(
      other,
      `${other} cannot be changed in the middle of a list: cursor carries all arguments of the first call; leave out ${other}, or leave out cursor to start again`,
    )
}

function placeIn(cursor: string, tool: string, parameters: Parameters): Place {
  const place = writtenPlace(cursor)
  const names = Object.keys(place?.given ?? {})
  if (place?.tool === tool && names.every((name) => Object.hasOwn(parameters, name))) return place
  throw invalidParameter('cursor', UNKNOWN_CURSOR)
}

function writtenPlace(cursor: string): Place | undefined {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return validator().Check(place) ? place : undefined
  } catch {
    return undefined
  }
}

/** Longer texts match nothing, and would fill messages. Cursors are made of several. */
const MAX_TEXT_LENGTH = 2000
const MAX_CURSOR_LENGTH = 10_000
const MAX_VALUES = 20

/** Each argument as text, a list with commas. Assistants send null and empty texts for arguments that they leave out. */
function textsOf(parameters: Parameters, given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalidParameter('arguments', 'arguments must be an object')
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(parameters, name))
      throw invalidParameter(
        name,
        `there is no argument ${quoted(name)}; this tool takes ${Object.keys(parameters).join(', ')}`,
      )
    const text = textOf(name, value ?? '')
    if (text !== '') texts[name] = text
  }
  return texts
}

function textOf(name: string, value: unknown): string {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.length > MAX_VALUES) throw invalidParameter(name, `${name} has more than ${MAX_VALUES} values`)
  if (!values.every((each) => ['string', 'number', 'boolean'].includes(typeof each)))
    throw invalidParameter(name, `${name} must be a text, a number or a list of texts`)
  const text = values.join(',')
  const most = name === 'cursor' ? MAX_CURSOR_LENGTH : MAX_TEXT_LENGTH
  if (text.length > most) throw invalidParameter(name, `${name} is longer than ${most} characters`)
  return text
}
