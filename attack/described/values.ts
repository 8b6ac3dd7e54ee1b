import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { chance, pick, type Random, shuffled, wholeBetween } from '../../src/demo/seeded.ts'

/** The part of JSON Schema that parameters use. */
interface ParameterSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: ParameterSchema
  readonly anyOf?: readonly ParameterSchema[]
  readonly maxLength?: number
  readonly pattern?: string
}

export interface DescribedParameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly schema: ParameterSchema
  readonly example: unknown
  readonly allows: ValidateFunction
}

export interface DescribedOperation {
  readonly path: string
  readonly parameters: readonly DescribedParameter[]
}

interface Document {
  readonly paths: Readonly<
    Record<string, { get: { parameters?: readonly Omit<DescribedParameter, 'allows'>[] } }>
  >
}

/** Reads the operations of a served OpenAPI document. */
export function operationsOf({ paths }: Document): DescribedOperation[] {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  return Object.entries(paths).map(([path, { get }]) => ({
    path,
    parameters: (get.parameters ?? []).map((parameter) => ({
      ...parameter,
      allows: ajv.compile(parameter.schema),
    })),
  }))
}

/** Values that only a running service can give. */
export interface KnownValues {
  readonly slugs: readonly string[]
  /** Positions that the service has reached. */
  readonly positions: readonly string[]
  /** Now, in milliseconds. */
  readonly now: number
}

const DAY_MS = 86_400_000
const LETTERS = [...'abcXYZ09 .,&%+#?/\\\'"<>_-=;:|*(){}[]~`^$@!éß₹क山🚀', '\u0301', '\u200b']

/** A value that the schema of a parameter allows, as the texts to send. */
export function allowedValue(random: Random, parameter: DescribedParameter, known: KnownValues): string[] {
  const { name, schema, allows, example } = parameter
  // What these mean depends on the market, which a schema cannot say: a position that was reached, a real slug.
  if (name === 'Last-Event-ID') return [pick(random, ['0', ...known.positions])]
  if (name === 'since')
    return [pick(random, ['0', ...known.positions, drawnDay(random, known), drawnMoment(random, known)])]
  if (name === 'slug' && chance(random, 0.7)) return [pick(random, known.slugs)]
  if (parameter.in === 'header') return [pick(random, [String(example), 'bytes=-5', 'bytes=0-0', 'x'])]
  for (let tries = 0; tries < 50; tries++) {
    const value = drawn(random, schema, known)
    if (allows(value)) return Array.isArray(value) ? value.map(String) : [String(value)]
  }
  throw new Error(`no allowed value was found for ${name}`)
}

function drawn(random: Random, schema: ParameterSchema, known: KnownValues): unknown {
  if (schema.anyOf) return drawn(random, pick(random, schema.anyOf), known)
  if (schema.items) {
    const values = shuffled(random, schema.items.enum ?? [])
    const some = values.slice(0, wholeBetween(random, 1, values.length))
    return chance(random, 0.1) ? [...some, some[0]] : some
  }
  if (schema.enum) return pick(random, schema.enum)
  if (schema.type === 'integer')
    return pick(random, [1, 2, 5, 200, 300, 1001, wholeBetween(random, 1, 10_000), Number.MAX_SAFE_INTEGER])
  if (schema.format === 'date') return drawnDay(random, known)
  if (schema.format === 'date-time') return drawnMoment(random, known)
  // A month, YYYY-MM, has no format of its own.
  if (schema.pattern?.includes('\\d{4}-')) return drawnDay(random, known).slice(0, 7)
  return drawnText(random, schema)
}

/** Mostly near today; never after it, because a moment in the future is refused, as the description says. */
const pastMs = (random: Random, { now }: KnownValues): number =>
  chance(random, 0.8) ? now - random() * 500 * DAY_MS : random() * now

function drawnDay(random: Random, known: KnownValues): string {
  return chance(random, 0.1)
    ? pick(random, ['0001-01-01', '1900-02-28', '2024-02-29'])
    : new Date(pastMs(random, known) - DAY_MS).toISOString().slice(0, 10)
}

/** RFC 3339 in its forms: with or without a fraction, in UTC or with an offset, in either letter case. */
function drawnMoment(random: Random, known: KnownValues): string {
  const text = new Date(pastMs(random, known) - DAY_MS).toISOString()
  const fraction = pick(random, ['', '.5', '.25', '.123', '.123456', '.123456789'])
  return `${text.slice(0, 19)}${fraction}${pick(random, ['Z', 'Z', 'z', '+05:30', '-08:00', '+00:00', '-00:00'])}`
}

function drawnText(random: Random, { maxLength = 100, pattern = '' }: ParameterSchema): string {
  const length = chance(random, 0.05) ? maxLength : wholeBetween(random, 1, Math.min(12, maxLength))
  const letters = pattern.includes('a-z0-9') ? [...'abc019-'] : LETTERS
  return Array.from({ length }, () => pick(random, letters)).join('')
}

const BAD_TEXTS = ['', '   ', 'a\u0000b', 'a\nb', '\u009fa'] as const

/** Texts that are no value of a schema. */
function badTexts({ items, enum: values, type, format, anyOf, maxLength = 100 }: ParameterSchema): string[] {
  if (items || values) return ['', 'nonsense', ',', 'OPEN;', '\u0000']
  if (type === 'integer') return ['', '0', '-1', '1.5', '1e3', 'ten', ' 5', '٣']
  if (format === 'date') return ['', '2026-02-30', '0000-01-01', '2026-1-1', 'today', '20260101']
  if (format === 'date-time' || anyOf)
    return ['', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', 'yesterday', '2026-01-01 00:00']
  return [...BAD_TEXTS, 'x'.repeat(maxLength + 1), '🚀'.repeat(maxLength + 1)]
}

/** A value that the description of a parameter does not allow. */
export function refusedValue(random: Random, { name, schema, allows }: DescribedParameter): string {
  if (name === 'cursor' || name === 'since') return 'no-such-place'
  return pick(
    random,
    badTexts(schema).filter((text) => !allows(text)),
  )
}
