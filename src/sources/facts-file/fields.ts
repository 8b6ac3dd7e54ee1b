import Type, { type TSchema } from 'typebox'
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
  type Field,
  HOLIDAY_SEGMENTS,
  RESERVED_CATEGORIES,
  type ValueKind,
} from '../../market/facts/fact.ts'
import { isRequiredTerm, TERM_KEYS, TERMS, type TermKey } from '../../market/facts/term-table.ts'
import { MAX_RUPEES, paiseFromRupees } from '../../market/money.ts'

const MAX_TEXT_LENGTH = 500
const MAX_TICKER_LENGTH = 100
const MAX_URL_LENGTH = 2_000
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG_LENGTH = 120

/** The description of a schema completes the sentence "KEY must be ..." when a value is refused. */
export const describe = (schema: TSchema): string => String(Reflect.get(schema, 'description') ?? '')

// A NUL or half a surrogate pair cannot be stored and returned unchanged; line breaks have no place in a name.
const isCleanText = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value) && value.trim() !== ''

const textUpTo = (maxLength: number) => {
  const description = `text of 1 to ${maxLength} characters, without control characters`
  return Type.Refine(Type.String({ maxLength, description }), isCleanText)
}
export const TEXT = textUpTo(MAX_TEXT_LENGTH)
/** The address of a document. */
export const ADDRESS = textUpTo(MAX_URL_LENGTH)
export const DAY = Type.Refine(Type.String({ description: 'a real day as YYYY-MM-DD' }), isRealDay)
export const INSTANT = Type.Refine(
  Type.String({ description: 'a date-time in UTC such as 2026-01-13T08:10:00.000Z' }),
  (value) => parseInstant(value) !== undefined,
)
const isRupees = (value: number) => paiseFromRupees(value) !== undefined
const whole = (minimum: 0 | 1) =>
  Type.Integer({
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `a whole number from ${minimum}`,
  })
export const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Enum([...values], { description: `one of ${values.join(', ')}` })
const someOf = (values: readonly string[]) =>
  Type.Array(Type.Enum([...values]), {
    minItems: 1,
    uniqueItems: true,
    description: `a list of ${values.join(', ')}, each at most once`,
  })
export const nullable = (inner: TSchema) =>
  Type.Union([inner, Type.Null()], { description: `${describe(inner)}, or null` })

/** The form of each kind of value in a file. */
const SCHEMAS: Readonly<Record<ValueKind, TSchema>> = {
  slug: Type.Refine(
    Type.String({
      maxLength: MAX_SLUG_LENGTH,
      description: `lower-case letters and digits joined by hyphens, at most ${MAX_SLUG_LENGTH} characters`,
    }),
    (value) => SLUG.test(value),
  ),
  text: TEXT,
  ticker: textUpTo(MAX_TICKER_LENGTH),
  board: oneOf(BOARDS),
  exchange: oneOf(EXCHANGES),
  exchanges: someOf(EXCHANGES),
  book: oneOf(BOOKS),
  category: oneOf(CATEGORIES),
  categories: someOf(RESERVED_CATEGORIES),
  segment: oneOf(HOLIDAY_SEGMENTS),
  dealKind: oneOf(DEAL_KINDS),
  dealType: oneOf(DEAL_TYPES),
  price: Type.Refine(
    Type.Number({
      exclusiveMinimum: 0,
      description: `rupees above 0 with at most 2 decimals, up to ${MAX_RUPEES}`,
    }),
    isRupees,
  ),
  amount: Type.Refine(
    Type.Number({ description: `rupees with at most 2 decimals, up to ${MAX_RUPEES} either way` }),
    isRupees,
  ),
  count: whole(1),
  countFromZero: whole(0),
  percent: Type.Number({ minimum: 0, maximum: 100, description: 'a percentage from 0 to 100' }),
  multiple: Type.Number({ minimum: 0, maximum: MAX_TIMES, description: 'a number of times from 0' }),
  crore: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_CRORE,
    description: 'a number of crore above 0',
  }),
  day: DAY,
  moment: INSTANT,
  flag: Type.Boolean({ description: 'true or false' }),
  // The name alone, or as answers have it. The page for allotments comes from our own list, never from a file.
  registrar: Type.Union(
    [
      TEXT,
      Type.Object(
        { name: TEXT, allotmentUrl: Type.Optional(Type.Unknown()) },
        { additionalProperties: false },
      ),
    ],
    { description: 'the name of the registrar, or {"name": NAME}' },
  ),
  names: Type.Array(TEXT, { minItems: 1, uniqueItems: true, description: 'a list of names' }),
  documents: Type.Array(
    Type.Object(
      { kind: Type.Enum([...DOCUMENT_KINDS]), url: Type.Refine(ADDRESS, isExchangeAddress) },
      { additionalProperties: false },
    ),
    {
      minItems: 1,
      description: `a list of {"kind", "url"}, with the kind one of ${DOCUMENT_KINDS.join(', ')} and an https address of an exchange`,
    },
  ),
}

const termField = (key: TermKey): Field => {
  const { kind } = TERMS[key]
  return { kind, part: 'content', ...(!isRequiredTerm(key) && { isNullable: true, absent: null }) }
}

/** The declaration of each kind of fact but retractions, in the order in which its values are written. */
export const DECLARED: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ipo: {
    slug: { kind: 'slug', part: 'identity' },
    ...Object.fromEntries(TERM_KEYS.map((key) => [key, termField(key)])),
    source: { kind: 'text', part: 'identity' },
  },
  ...FACTS,
}

/** The form of each value of each kind of fact. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, TSchema>>>> = mapValues(
  DECLARED,
  (fields) =>
    mapValues(fields, ({ kind, isNullable }) => (isNullable ? nullable(SCHEMAS[kind]) : SCHEMAS[kind])),
)

function mapValues<T, U>(values: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)]))
}

/** Whether a fact of this kind may leave the key out. Of an issue, the published schema also lets others be left out. */
export function isOptionalIn(kind: string, key: string): boolean {
  const field = DECLARED[kind]?.[key]
  return field ? field.absent !== undefined : kind === 'ipo'
}

/** Written in rupees, stored in paise. */
export const RUPEE_KEYS: ReadonlySet<string> = new Set(
  Object.values(DECLARED).flatMap((fields) =>
    Object.entries(fields).flatMap(([key, { kind }]) => (kind === 'price' || kind === 'amount' ? key : [])),
  ),
)
