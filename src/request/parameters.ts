import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { atFirstUse } from '../at-first-use.ts'
import { type Day, isRealDay } from '../market/calendar.ts'
import { MOMENT_FORMS, type NamedMoment, parseNamedMoment } from '../market/named-moment.ts'
import { asciiUpper } from '../market/text-order.ts'
import { described } from '../reports/schemas/fields.ts'
import type { Sorting } from '../reports/sorted-page.ts'
import { invalidParameter } from './problems.ts'

/** A query parameter: the schema that documents it and checks its value, and how a value is read from text. */
export interface Parameter<T> {
  readonly schema: TSchema
  /** Returns the value, or throws a problem that says what is expected. */
  readonly read: (name: string, text: string) => T
  /** True for a list: a repeated parameter is read as if its values were separated by commas. */
  readonly isList?: boolean
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]?: ReturnType<P[K]['read']> }

interface Query<P extends Parameters> {
  readonly values: ValuesOf<P>
  /** Parameters that this endpoint does not know. */
  readonly ignored: readonly string[]
}

/** Reads the parameters that the endpoint knows. A repeated one is refused as ambiguous, unless it takes a list. */
export function readQuery<P extends Parameters>(
  parameters: P,
  query: Readonly<Record<string, unknown>>,
): Query<P> {
  const values: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const [name, given] of Object.entries(query)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (name === '') continue
    if (parameter) values[name] = parameter.read(name, textOf(name, given, parameter))
    else ignored.push(name)
  }
  return { values: values as ValuesOf<P>, ignored }
}

/** The text of a parameter: a repeated list in the form with commas, so that both forms have one meaning and one cache key. */
function textOf(name: string, given: unknown, { isList = false }: Parameter<unknown>): string {
  if (typeof given === 'string') return given
  if (isList && Array.isArray(given)) return given.join(',')
  throw invalidParameter(name, `${name} takes one value and is given more than once; give it once`)
}

/** A text for a message, cut short. */
export const quoted = (text: string) =>
  text === '' ? 'nothing' : `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`

/** `convert` returns `undefined` for invalid text, and anything else to be checked by the schema. */
function parameter<S extends TSchema>(
  schema: S,
  convert: (text: string) => unknown,
  expected: string,
  allowed?: readonly string[],
): Parameter<Static<S>> {
  // Compiled on first use: commands that answer no request need none.
  const validator = atFirstUse(() => Compile(schema as TSchema))
  return {
    schema,
    read: (name, text) => {
      const value = convert(text)
      if (validator().Check(value)) return value as Static<S>
      throw invalidParameter(name, `${name} must be ${expected}; got ${quoted(text)}`, allowed)
    },
  }
}

const mapped = <A, B>({ schema, read }: Parameter<A>, convert: (value: A) => B): Parameter<B> => ({
  schema,
  read: (name, text) => convert(read(name, text)),
})

/** Converts plain digits to a number, capped at the maximum. */
const wholeUpTo = (maximum: number) => (text: string) =>
  /^\d+$/.test(text) ? Math.min(Number(text), maximum) : undefined

/** Finds the value of a set that a text names in any letter case; any other text is returned unchanged. */
function spelledAs(allowed: readonly string[]): (text: string) => string {
  const values = new Map(allowed.map((value) => [asciiUpper(value), value]))
  return (text) => values.get(asciiUpper(text)) ?? text
}

/** How many items an answer has by default and at most. */
export interface Limit extends Parameter<number> {
  readonly standard: number
  readonly maximum: number
}

/** As requested, also above the maximum: `pageQuery` serves the maximum then, and the answer has the header `X-Limit`. */
export const limit = (standard: number, maximum: number): Limit => ({
  standard,
  maximum,
  ...parameter(
    Type.Integer({
      minimum: 1,
      default: standard,
      ...described(
        `The most items in one answer. Above ${maximum}, ${maximum} are served and X-Limit is ${maximum}.`,
        20,
      ),
    }),
    wholeUpTo(Number.MAX_SAFE_INTEGER),
    `a whole number from 1 to ${maximum} in plain digits`,
  ),
})

/** One or several values of a set, in any letter case, separated by commas or repeated; read in the order of the set. */
export function oneOrMore<const V extends string>(
  allowed: readonly V[],
  description: string,
): Parameter<readonly V[]> {
  const spelled = spelledAs(allowed)
  const placeOf = (value: string) => (allowed as readonly string[]).indexOf(value)
  const list = parameter(
    Type.Array(Type.Enum<V[]>([...allowed], { type: 'string' }), {
      minItems: 1,
      ...described(`${description} Any letter case; several by repeating it or separated by commas.`, [
        allowed[0],
      ]),
    }),
    (text) =>
      [...new Set(text.split(',').map((part) => spelled(part.trim())))].sort(
        (a, b) => placeOf(a) - placeOf(b),
      ),
    `one of ${allowed.join(', ')}, or several of them, repeated or separated by commas`,
    allowed,
  )
  return { ...list, isList: true }
}

/** One value of a set, in any letter case. */
export function oneValue<const V extends string>(
  allowed: readonly V[],
  description: string,
  standard: V,
): Parameter<V> {
  const spelled = spelledAs(allowed)
  return parameter(
    Type.Enum<V[]>([...allowed], {
      type: 'string',
      default: standard,
      ...described(`${description} Any letter case.`, standard),
    }),
    (text) => spelled(text.trim()),
    `one of ${allowed.join(', ')}`,
    allowed,
  )
}

/** A column to sort by, in any letter case; a minus before it reverses the order. */
export function sortBy<const K extends string>(
  keys: readonly K[],
  description: string,
): Parameter<Sorting<K>> {
  const allowed = keys.flatMap((key) => [key, `-${key}`])
  const text = `${description} A minus before it reverses the order. Any letter case.`
  const column = parameter(
    Type.Enum(allowed, { type: 'string', ...described(text, `-${keys[0]}`) }),
    spelledAs(allowed),
    `one of ${keys.join(', ')}, with a minus before it to reverse the order`,
    allowed,
  )
  return mapped(column, (value) => {
    const descending = value.startsWith('-')
    return { key: (descending ? value.slice(1) : value) as K, descending }
  })
}

/** No table is longer; higher numbers share one cached page. */
const LAST_PAGE = 1_000_000

/** A page of a table, counted from 1. */
export const pageNumber: Parameter<number> = parameter(
  Type.Integer({
    minimum: 1,
    default: 1,
    ...described('Which page of the table. Beyond the last one, the last is shown.', 2),
  }),
  wholeUpTo(LAST_PAGE),
  'a whole number from 1 on in plain digits',
)

/** The longest text that can be searched for. */
export const MAX_TEXT_LENGTH = 100
/** The longest name that can be asked for as a whole: as long as names in a facts file. */
export const MAX_NAME_LENGTH = 500

/** A character that is neither a space nor a control character, and no control character around it. */
const SOME_TEXT =
  '^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$'

/** The schema is for the description: its length is that of the text with the spaces around it, which are removed. */
function textUpTo(maxLength: number, description: string, example: string): Parameter<string> {
  const options = { minLength: 1, maxLength, ...described(description, example) }
  const convert = (text: string) => {
    const trimmed = text.trim()
    // JSON Schema counts code points, TypeBox what looks like one character.
    const isTooLong = trimmed.length > maxLength && [...trimmed].length > maxLength
    return isTooLong || /\p{Cc}/u.test(trimmed) ? undefined : trimmed
  }
  const expected = `text of 1 to ${maxLength} characters without control characters`
  const { read } = parameter(Type.String(options), convert, expected)
  return { schema: Type.String({ ...options, pattern: SOME_TEXT }), read }
}

export const textParameter = (description: string, example: string): Parameter<string> =>
  textUpTo(MAX_TEXT_LENGTH, description, example)

/** A whole name. No stored name begins or ends with a space. */
export const wholeName = (description: string, example: string): Parameter<string> =>
  textUpTo(MAX_NAME_LENGTH, description, example)

/** A ticker in any letter case, read as upper case, so that one query has one cache key. */
export const ticker = (description: string, example: string): Parameter<string> =>
  mapped(textParameter(description, example), asciiUpper)

/** The format of a date knows a year 0, which our calendar has not. */
const NOT_YEAR_0 = '^(?!0000)'

export const dayParameter = (description: string, example: Day): Parameter<Day> =>
  parameter(
    Type.String({ format: 'date', pattern: NOT_YEAR_0, ...described(description, example) }),
    (text) => (isRealDay(text) ? text : undefined),
    `a real day as YYYY-MM-DD, such as ${example}`,
  )

const MONTH = `${NOT_YEAR_0}\\d{4}-(0[1-9]|1[0-2])$`

export const monthParameter = (description: string, example: string): Parameter<string> =>
  parameter(
    Type.String({ pattern: MONTH, ...described(description, example) }),
    (text) => (isRealDay(`${text}-01`) ? text : undefined),
    `a month as YYYY-MM, such as ${example}`,
  )

/** `queryAt` resolves it, since the meaning of the current day depends on the time of the request. */
export const asOf: Parameter<NamedMoment> = {
  schema: Type.Union(
    [Type.String({ format: 'date-time' }), Type.String({ format: 'date' })],
    described(
      'The answer as it was known at this past moment, by the clock of that moment: a date-time with Z or an offset, or a day, which means its last moment in India. The current day means now.',
      '2026-01-14T12:00:00Z',
    ),
  ),
  read: (name, text) => {
    const moment = parseNamedMoment(text)
    if (moment) return moment
    throw invalidParameter(name, `${name} must be ${MOMENT_FORMS}; got ${quoted(text)}`)
  },
}

/** Any text: `cursor.ts` reads it, and refuses what it did not write. */
export const cursor: Parameter<string> = {
  schema: Type.String({
    minLength: 1,
    ...described(
      'Selects the next page. Take it from the Link header; it carries the filters and pins the moment of the first page.',
      'eyJlbmRwb2ludCI6ImRlYWxzIn0',
    ),
  }),
  read: (_name, text) => text,
}
