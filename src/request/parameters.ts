import Type, { type TSchema } from 'typebox'
import { type Day, type Instant, isRealDay, parseInstant } from '../market/calendar.ts'
import { asciiUpper } from '../market/text-order.ts'
import type { Sorting } from '../reports/sorted-page.ts'
import { invalidParameter } from './problems.ts'

/** A query parameter: its schema for the document, and the reading that checks by that schema. */
export interface Parameter<T> {
  readonly schema: TSchema
  readonly description: string
  readonly example: string
  /** Gives the value, or throws a problem that says what would be right. */
  readonly read: (name: string, text: string) => T
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>
export type ValuesOf<P extends Parameters> = { readonly [K in keyof P]?: ReturnType<P[K]['read']> }

export interface Query<P extends Parameters> {
  readonly values: ValuesOf<P>
  /** Parameters that this endpoint does not know. */
  readonly ignored: readonly string[]
}

/** Reads what the endpoint knows; a parameter given twice has no one meaning and is refused. */
export function readQuery<P extends Parameters>(
  parameters: P,
  query: Readonly<Record<string, unknown>>,
): Query<P> {
  const values: Record<string, unknown> = {}
  const ignored: string[] = []
  for (const [name, given] of Object.entries(query)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (name === '') continue
    if (!parameter) ignored.push(name)
    else if (typeof given !== 'string')
      throw invalidParameter(name, `${name} is given more than once; give it once`)
    else values[name] = parameter.read(name, given)
  }
  return { values: values as ValuesOf<P>, ignored }
}

const quoted = (text: string) =>
  text === '' ? 'nothing' : `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`

const WHOLE_NUMBER = /^0*[1-9]\d*$/

/** Above the maximum, the maximum is served. */
export function limit(standard: number, maximum: number): Parameter<number> {
  return {
    schema: Type.Integer({ minimum: 1, default: standard }),
    description: `The most items in one answer. Above ${maximum}, ${maximum} are served.`,
    example: '20',
    read: (name, text) => {
      if (WHOLE_NUMBER.test(text)) return Math.min(Number(text), maximum)
      throw invalidParameter(
        name,
        `${name} must be a whole number from 1 to ${maximum} in plain digits; got ${quoted(text)}`,
      )
    },
  }
}

/** One or several values of a set, in any letter case, separated by commas. */
export function oneOrMore<const V extends string>(
  allowed: readonly V[],
  description: string,
): Parameter<readonly V[]> {
  return {
    schema: Type.Array(Type.Enum([...allowed], { type: 'string' }), { minItems: 1 }),
    description: `${description} Any letter case; several separated by commas.`,
    example: allowed[0] ?? '',
    read: (name, text) => {
      const asked = text.split(',').map((part) => asciiUpper(part.trim()))
      const unknown = asked.find((value) => !(allowed as readonly string[]).includes(value))
      if (unknown === undefined) return allowed.filter((value) => asked.includes(value))
      const message = `${name} must be one of ${allowed.join(', ')}, or several of them separated by commas; got ${quoted(text)}`
      throw invalidParameter(name, message, allowed)
    },
  }
}

/** One value of a set, in any letter case. */
export function oneValue<const V extends string>(
  allowed: readonly V[],
  description: string,
  standard: V,
): Parameter<V> {
  return {
    schema: Type.Enum([...allowed], { type: 'string', default: standard }),
    description: `${description} Any letter case.`,
    example: standard,
    read: (name, given) => {
      const value = allowed.find((each) => asciiUpper(each) === asciiUpper(given.trim()))
      if (value !== undefined) return value
      const message = `${name} must be one of ${allowed.join(', ')}; got ${quoted(given)}`
      throw invalidParameter(name, message, allowed)
    },
  }
}

/** A column to sort by, in any letter case; a minus before it turns the order around. */
export function sortBy<const K extends string>(
  keys: readonly K[],
  description: string,
): Parameter<Sorting<K>> {
  const allowed = keys.flatMap((key) => [key, `-${key}`])
  return {
    schema: Type.Enum(allowed, { type: 'string' }),
    description: `${description} A minus before it turns the order around. Any letter case.`,
    example: `-${keys[0] ?? ''}`,
    read: (name, given) => {
      const descending = given.startsWith('-')
      const asked = asciiUpper(descending ? given.slice(1) : given)
      const key = keys.find((each) => asciiUpper(each) === asked)
      if (key !== undefined) return { key, descending }
      const message = `${name} must be one of ${keys.join(', ')}, with a minus before it for the other way round; got ${quoted(given)}`
      throw invalidParameter(name, message, allowed)
    },
  }
}

/** Beyond this no list goes, and addresses need not differ. */
const LAST_PAGE = 1_000_000

/** A page of a table, counted from 1. */
export const pageNumber: Parameter<number> = {
  schema: Type.Integer({ minimum: 1, default: 1 }),
  description: 'Which page of the table. Beyond the last one, the last is shown.',
  example: '2',
  read: (name, given) => {
    if (WHOLE_NUMBER.test(given)) return Math.min(Number(given), LAST_PAGE)
    throw invalidParameter(
      name,
      `${name} must be a whole number from 1 on in plain digits; got ${quoted(given)}`,
    )
  },
}

/** The longest text that is looked for. */
export const MAX_TEXT_LENGTH = 100

export function text(description: string, example: string): Parameter<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH }),
    description,
    example,
    read: (name, given) => {
      const trimmed = given.trim()
      if (trimmed !== '' && trimmed.length <= MAX_TEXT_LENGTH && !/\p{Cc}/u.test(trimmed)) return trimmed
      throw invalidParameter(
        name,
        `${name} must be text of 1 to ${MAX_TEXT_LENGTH} characters without control characters; got ${quoted(given)}`,
      )
    },
  }
}

/** A ticker in any letter case, read as upper case, so that one question has one spelling. */
export function ticker(description: string, example: string): Parameter<string> {
  const plain = text(description, example)
  return { ...plain, read: (name, given) => asciiUpper(plain.read(name, given)) }
}

export function day(description: string, example: Day): Parameter<Day> {
  return {
    schema: Type.String({ format: 'date' }),
    description,
    example,
    read: (name, given) => {
      if (isRealDay(given)) return given
      throw invalidParameter(
        name,
        `${name} must be a real day as YYYY-MM-DD, such as ${example}; got ${quoted(given)}`,
      )
    },
  }
}

export const asOf: Parameter<Instant> = {
  schema: Type.String({ format: 'date-time' }),
  description: 'The answer as it was known at this past moment (UTC), by the clock of that moment.',
  example: '2026-01-14T12:00:00.000Z',
  read: (name, given) => {
    const moment = parseInstant(given)
    if (moment !== undefined) return moment
    throw invalidParameter(
      name,
      `${name} must be a date-time in UTC such as 2026-01-14T12:00:00.000Z; got ${quoted(given)}`,
    )
  },
}

/** Taken apart in `cursor.ts`. */
export const cursor: Parameter<string> = {
  schema: Type.String({ minLength: 1 }),
  description:
    'Leads to the next page. Take it from the Link header; it carries the filters and pins the moment of the first page.',
  example: 'eyJlbmRwb2ludCI6ImRlYWxzIn0',
  read: (_name, given) => given,
}
