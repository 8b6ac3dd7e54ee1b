import Type, { type Static, type TSchema } from 'typebox'
import { isRealDay, parseInstant } from '../../market/calendar.ts'
import { isExchangeAddress } from '../../market/exchanges.ts'
import { MAX_CRORE, MAX_TIMES } from '../../market/facts/bounds.ts'
import {
  BOARDS,
  BOOKS,
  CATEGORIES,
  DEAL_KINDS,
  DEAL_TYPES,
  DOCUMENT_KINDS,
  EXCHANGES,
  FACTS,
  type Field as FactField,
  fieldsOf,
  HOLIDAY_SEGMENTS,
  isPlainKind,
  RESERVED_CATEGORIES,
  type ValueKind,
} from '../../market/facts/fact.ts'
import { isRequiredTerm, isTermOf, TERM_KEYS, TERMS, type TermKey } from '../../market/facts/term-table.ts'
import { MAX_RUPEES, paiseFromRupees } from '../../market/money.ts'

const MAX_TEXT_LENGTH = 500
const MAX_TICKER_LENGTH = 100
const MAX_URL_LENGTH = 2_000
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG_LENGTH = 120

/** A schema whose `description` completes the sentence "KEY must be ..." when a value is refused. */
type Field = TSchema

export const describe = (schema: Field): string => String(Reflect.get(schema, 'description') ?? '')

const checked = <T extends TSchema>(schema: T, isRight: (value: Static<T>) => boolean) =>
  Type.Refine(schema, isRight)

// A NUL or half a surrogate pair cannot be stored and returned unchanged; line breaks have no place in a name.
const isCleanText = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value) && value.trim() !== ''

const textUpTo = (maxLength: number) => {
  const description = `text of 1 to ${maxLength} characters, without control characters`
  return checked(Type.String({ maxLength, description }), isCleanText)
}
const text = textUpTo(MAX_TEXT_LENGTH)
const ticker = textUpTo(MAX_TICKER_LENGTH)
const address = textUpTo(MAX_URL_LENGTH)
const day = checked(Type.String({ description: 'a real day as YYYY-MM-DD' }), isRealDay)
const instant = checked(
  Type.String({ description: 'a date-time in UTC such as 2026-01-13T08:10:00.000Z' }),
  (value) => parseInstant(value) !== undefined,
)
const slug = checked(
  Type.String({
    maxLength: MAX_SLUG_LENGTH,
    description: `lower-case letters and digits joined by hyphens, at most ${MAX_SLUG_LENGTH} characters`,
  }),
  (value) => SLUG.test(value),
)
const isRupees = (value: number) => paiseFromRupees(value) !== undefined
const rupees = checked(
  Type.Number({ description: `rupees with at most 2 decimals, up to ${MAX_RUPEES} either way` }),
  isRupees,
)
const price = checked(
  Type.Number({
    exclusiveMinimum: 0,
    description: `rupees above 0 with at most 2 decimals, up to ${MAX_RUPEES}`,
  }),
  isRupees,
)
const whole = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'a whole number from 1' }
const count = Type.Integer(whole)
const countFromZero = Type.Integer({ ...whole, minimum: 0, description: 'a whole number from 0' })
const percent = Type.Number({ minimum: 0, maximum: 100, description: 'a percentage from 0 to 100' })
const oneOf = (values: readonly string[]) =>
  Type.Enum([...values], { description: `one of ${values.join(', ')}` })
const aboveZero = { exclusiveMinimum: 0, maximum: MAX_CRORE, description: 'a number of crore above 0' }
const crore = Type.Number(aboveZero)
const fromZero = { minimum: 0, maximum: MAX_TIMES, description: 'a number of times from 0' }
const multiple = Type.Number(fromZero)
const exchanges = Type.Array(Type.Enum([...EXCHANGES]), {
  minItems: 1,
  uniqueItems: true,
  description: `a list of ${EXCHANGES.join(', ')}, each at most once`,
})

/** The name alone, or as answers have it. The page for allotments comes from our own list, never from a file. */
const registrar = Type.Union(
  [
    text,
    Type.Object({ name: text, allotmentUrl: Type.Optional(Type.Unknown()) }, { additionalProperties: false }),
  ],
  { description: 'the name of the registrar, or {"name": NAME}' },
)
const names = Type.Array(text, { minItems: 1, uniqueItems: true, description: 'a list of names' })
const documents = Type.Array(
  Type.Object(
    { kind: Type.Enum([...DOCUMENT_KINDS]), url: checked(address, isExchangeAddress) },
    { additionalProperties: false },
  ),
  {
    minItems: 1,
    description: `a list of {"kind", "url"}, with the kind one of ${DOCUMENT_KINDS.join(', ')} and an https address of an exchange`,
  },
)
const categories = Type.Array(Type.Enum([...RESERVED_CATEGORIES]), {
  minItems: 1,
  uniqueItems: true,
  description: `a list of ${RESERVED_CATEGORIES.join(', ')}, each at most once`,
})

const orNull = (inner: Field) =>
  Type.Union([inner, Type.Null()], { description: `${describe(inner)}, or null` })

const SCHEMAS: Readonly<Record<ValueKind, Field>> = {
  ...{ slug, text, ticker, exchanges, categories, price, amount: rupees, count, countFromZero, percent },
  ...{ multiple, crore, day, moment: instant, registrar, names, documents },
  board: oneOf(BOARDS),
  exchange: oneOf(EXCHANGES),
  book: oneOf(BOOKS),
  category: oneOf(CATEGORIES),
  segment: oneOf(HOLIDAY_SEGMENTS),
  dealKind: oneOf(DEAL_KINDS),
  dealType: oneOf(DEAL_TYPES),
  flag: Type.Boolean({ description: 'true or false' }),
}
const termField = (key: TermKey): Field => {
  const field = SCHEMAS[TERMS[key].kind]
  return isRequiredTerm(key) ? field : orNull(field)
}

/** The keys of each kind of fact, in the order in which they are written. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ipo: {
    slug,
    ...Object.fromEntries(TERM_KEYS.map((key) => [key, termField(key)])),
    source: text,
  },
  ...mapValues(FACTS, (fields) =>
    mapValues<FactField, Field>(fields, ({ kind, isNullable }) =>
      isNullable ? orNull(SCHEMAS[kind]) : SCHEMAS[kind],
    ),
  ),
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]))
}

/** The declaration of a key of a kind; `undefined` for the terms of an issue. */
export const factField = (kind: string, key: string): FactField | undefined =>
  isPlainKind(kind) ? Object.fromEntries(fieldsOf(kind))[key] : undefined

const REQUIRED_TERMS: ReadonlySet<string> = new Set(['slug', 'source', ...TERM_KEYS.filter(isRequiredTerm)])
/** Whether a fact of this kind may leave the key out. */
export const isOptionalIn = (kind: string, key: string): boolean =>
  kind === 'ipo' ? !REQUIRED_TERMS.has(key) : factField(kind, key)?.absent !== undefined

/** Written in rupees, stored in paise. */
export const RUPEE_KEYS: ReadonlySet<string> = new Set([
  ...TERM_KEYS.filter((key) => isTermOf('price', key)),
  ...Object.values(FACTS).flatMap((fields) =>
    Object.entries<FactField>(fields).flatMap(([key, { kind }]) =>
      kind === 'price' || kind === 'amount' ? key : [],
    ),
  ),
])

export const TEXT = text
/** The address of a document. */
export const ADDRESS = address
export const INSTANT = instant
