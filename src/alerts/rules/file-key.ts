import Type, { type TSchema } from 'typebox'
import { closedObject } from '../../reports/schemas/fields.ts'
import { type FilePlace, shownName } from './file-place.ts'

/** The value of a key in the file of rules: its schema, and how it is read. Both are made together, so that they agree. */
export interface FileKey<T> {
  readonly schema: TSchema
  /** The value; `undefined` after a problem was noted at the place. */
  readonly read: (value: unknown, place: FilePlace) => T | undefined
  /** What an absent key means; without it, the key must be there. */
  readonly absent?: { readonly value: T }
}

type FileKeys = Readonly<Record<string, FileKey<unknown>>>
export type ReadKey<K> = K extends FileKey<infer T> ? T : never
export type ReadKeys<K extends FileKeys> = { readonly [N in keyof K]: ReadKey<K[N]> }

export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const optionalKey = <T>(key: FileKey<T>, value: T): FileKey<T> => ({ ...key, absent: { value } })

/** `null` is a value of its own: it switches off what would apply otherwise. */
export const nullableKey = <T>(key: FileKey<T>, description: string): FileKey<T | null> => ({
  schema: Type.Union([key.schema, Type.Null()], { description }),
  read: (value, place) => (value === null ? null : key.read(value, place)),
})

/** Reads a value further. The function returns `undefined` after it has noted a problem. */
export const mappedKey = <T, U>(
  { schema, read }: FileKey<T>,
  map: (value: T, place: FilePlace) => U | undefined,
): FileKey<U> => ({
  schema,
  read: (value, place) => {
    const result = read(value, place)
    return result === undefined ? undefined : map(result, place)
  },
})

/** `expected` completes the sentence "KEY must be ...". */
export interface TextRule {
  readonly expected: string
  readonly isRight: (text: string) => boolean
  /** For editors, where one expression describes the rule. */
  readonly pattern?: RegExp
}

export const textSchema = (
  { pattern }: TextRule,
  description: string,
  examples: readonly string[],
): TSchema =>
  Type.String({ ...(pattern && { pattern: pattern.source }), description, examples: [...examples] })

export const textKey = (
  rule: TextRule,
  description: string,
  examples: readonly string[],
): FileKey<string> => ({
  schema: textSchema(rule, description, examples),
  read: (value, place) =>
    typeof value === 'string' && rule.isRight(value) ? value : place.mustBe(rule.expected, value),
})

export const flagKey = (description: string): FileKey<boolean> => ({
  schema: Type.Boolean({ description }),
  read: (value, place) => (typeof value === 'boolean' ? value : place.mustBe('true or false', value)),
})

interface NumberBounds {
  readonly min: number
  readonly max: number
  readonly isWhole?: boolean
}

export function numberKey({ min, max, isWhole = false }: NumberBounds, description: string): FileKey<number> {
  const options = { minimum: min, maximum: max, description }
  const kind = isWhole ? 'a whole number' : 'a number'
  return {
    schema: isWhole ? Type.Integer(options) : Type.Number(options),
    read: (value, place) => {
      if (isNumberText(value)) return place.mustBe(`${kind} without quotation marks`, value)
      if (typeof value !== 'number' || (isWhole && !Number.isInteger(value))) return place.mustBe(kind, value)
      return value >= min && value <= max ? value : place.mustBe(`${kind} from ${min} to ${max}`, value)
    },
  }
}

const isNumberText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

export const choiceKey = <const V extends string[]>(
  values: readonly [...V],
  description: string,
): FileKey<V[number]> => ({
  schema: Type.Enum(values, { type: 'string', description }),
  read: (value, place) => {
    const found = values.find((each) => each === value)
    if (found !== undefined) return found
    const hint = typeof value === 'string' ? place.findings.suggestion(value, values) : ''
    return place.problem(`must be one of ${values.join(', ')}; got ${shownGot(value)}${hint}`)
  },
})

const shownGot = (value: unknown): string => (typeof value === 'string' ? shownName(value) : 'no text')

/** One value or a list of different values. */
export const oneOrMoreKey = (
  key: FileKey<string>,
  most: number,
  description: string,
): FileKey<readonly string[]> => {
  const list = listKey(key, most, description)
  return {
    schema: Type.Union([key.schema, list.schema], { description }),
    read: (value, place) => {
      if (Array.isArray(value)) return list.read(value, place)
      const one = key.read(value, place)
      return one === undefined ? undefined : [one]
    },
  }
}

/** A list of different values, at least one. */
export const listKey = (
  key: FileKey<string>,
  most: number,
  description: string,
): FileKey<readonly string[]> => ({
  schema: Type.Array(key.schema, { description, minItems: 1, maxItems: most, uniqueItems: true }),
  read: (value, place) => {
    if (!Array.isArray(value))
      return place.mustBe(
        typeof value === 'string' ? `a list such as [${shownName(value)}]` : 'a list',
        value,
      )
    if (value.length === 0) return place.problem('must not be empty')
    if (value.length > most) return place.problem(`must have at most ${most} entries; has ${value.length}`)
    const items = value.map((item, i) => key.read(item, place.item(i)))
    const read = items.filter((item) => item !== undefined)
    const seen = new Set<string>()
    for (const item of read)
      if (seen.has(item)) return place.problem(`has ${shownName(item)} twice`)
      else seen.add(item)
    return read.length === items.length ? read : undefined
  },
})

/** An object with these keys and no others. */
export function objectKey<const K extends FileKeys>(
  keys: K,
  description: string,
  options: Readonly<Record<string, unknown>> = {},
): FileKey<ReadKeys<K>> {
  const properties = Object.entries(keys).map(([name, { schema, absent }]) => [
    name,
    absent ? Type.Optional(withDefault(schema, absent.value)) : schema,
  ])
  return {
    schema: closedObject(Object.fromEntries(properties), { description, ...options }),
    read: (value, place) => {
      if (!isJsonObject(value)) return place.mustBe('an object', value)
      const meant = noteUnknownKeys(value, Object.keys(keys), place)
      const entries = Object.entries(keys).map(([name, key]) => [
        name,
        // A key that was mistyped is not also missing.
        !Object.hasOwn(value, name) && meant.has(name) ? undefined : readMember(value, name, key, place),
      ])
      return entries.some(([, member]) => member === undefined)
        ? undefined
        : (Object.fromEntries(entries) as ReadKeys<K>)
    },
  }
}

/** A default that a reader of the schema can use; `null` and lists only stand for "not there". */
const withDefault = (schema: TSchema, value: unknown): TSchema =>
  typeof value === 'string' || typeof value === 'number' ? { ...schema, default: value } : schema

function readMember(
  value: Readonly<Record<string, unknown>>,
  name: string,
  key: FileKey<unknown>,
  place: FilePlace,
): unknown {
  if (Object.hasOwn(value, name)) return key.read(value[name], place.key(name))
  if (key.absent) return key.absent.value
  const { description = '' } = key.schema as { description?: string }
  return place.problem(`needs "${name}": ${description}`)
}

/** Returns the known keys that the unknown ones most likely mean. */
export function noteUnknownKeys(
  value: object,
  known: readonly string[],
  place: FilePlace,
): ReadonlySet<string> {
  const meant = new Set<string>()
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue
    const nearest = place.findings.nearest(name, known)
    if (nearest !== undefined) meant.add(nearest)
    const hint = nearest === undefined ? `; known: ${known.join(', ')}` : `; did you mean "${nearest}"?`
    place.problem(`has the unknown key ${shownName(name)}${hint}`)
  }
  return meant
}
