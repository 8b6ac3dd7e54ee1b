import Type, { type TObject, type TSchema } from 'typebox'
import { atFirstUse } from '../../at-first-use.ts'
import { dayField, nullable, orNull } from '../../reports/schemas/fields.ts'
import type { Parameters } from '../../request/parameters.ts'
import { type Call, COMMON, textArgument } from '../arguments.ts'
import type { ToolMarket } from '../market-client.ts'

/** A tool that assistants can call. None of them changes anything. */
export interface Tool<P extends Parameters = Parameters> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: P
  /** Arguments that every call needs. */
  readonly needed: readonly string[]
  /** Made when it is asked for, which no start waits for. */
  readonly output: () => TObject
  readonly run: (call: Call<P>, market: ToolMarket) => Promise<object>
}

type ToolText = Pick<Tool, 'name' | 'title' | 'description'> & Partial<Pick<Tool, 'needed'>>

export function tool<P extends Parameters>({
  input,
  output,
  needed = [],
  ...text
}: ToolText & {
  readonly input: P
  readonly output: Readonly<Record<string, TSchema>>
  readonly run: (call: Call<P & typeof COMMON>, market: ToolMarket) => Promise<object>
}): Tool {
  return {
    ...text,
    input: { ...input, ...COMMON },
    needed,
    output: atFirstUse(() => withoutRepetition(Type.Object({ today, ...output, next, disclaimer }))),
  } as Tool
}

export const slugArgument = textArgument('The slug of the IPO, such as acme-foods.')

const today = Type.String({ description: "Today's date in India." })

const disclaimer = Type.String({ description: 'Keep it together with the data.' })

const next = nullable(Type.String(), 'Give it as cursor to get what follows. Null when nothing does.', null)

export const count = Type.Integer({ description: 'Number of items in this answer.' })
export const total = nullable(
  Type.Integer(),
  'Number of all items that match. Null where they are not counted.',
  null,
)

/** Answers may get more fields. Examples and repeated texts would double the list of tools, which assistants keep in mind. */
function withoutRepetition(schema: TObject): TObject {
  const given = new Set<unknown>()
  const once = (key: string, value: unknown) => {
    const short = shortened(key, value)
    if (key !== 'description') return short
    const isRepeated = given.has(short)
    given.add(short)
    return isRepeated ? undefined : short
  }
  return JSON.parse(JSON.stringify(schema, once))
}

const LEFT_OUT: ReadonlySet<string> = new Set(['examples', 'additionalProperties', 'format'])

/** Leaves out what does not change which answers are valid, in forms that other schema dialects can express too. */
function shortened(key: string, value: unknown): unknown {
  if (LEFT_OUT.has(key)) return undefined
  if (key === 'description')
    return String(value).replace(
      /[.;] [Nn]ull (while unknown|with no listing|while nothing is scored)\.$/,
      '.',
    )
  if (key === 'patternProperties' && JSON.stringify(Object.values(value ?? {})) === '[{}]') return undefined
  const { anyOf, items, ...rest } = (value ?? {}) as Readonly<
    Record<'anyOf' | 'items' | 'description', unknown>
  >
  if (typeof rest.description !== 'string') return value
  // What is described as a whole needs no text for its parts.
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map(withoutDescription), ...rest }
  return items instanceof Object ? { items: withoutDescription(items), ...rest } : value
}

const withoutDescription = ({ description, ...schema }: { readonly description?: string }) => schema

/** Days that the JSON gives as date-times, as all tools give them. */
const PLAIN_DAYS: Readonly<Record<string, TSchema>> = {
  openDate: orNull(dayField('Opening day in India.', '2026-01-13')),
  closeDate: orNull(dayField('Closing day in India.', '2026-01-16')),
  tradeDate: dayField('Trade day in India.', '2026-01-21'),
}

type Fields = Readonly<Record<string, unknown>>

/** Fields of a report: their schemas, and their values of one report. */
export function picked(schema: TObject, names: readonly string[] = Object.keys(schema.properties)) {
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, PLAIN_DAYS[name] ?? (schema.properties[name] as TSchema)]),
    ),
    of: (report: object): Record<string, unknown> =>
      Object.fromEntries(names.map((name) => [name, withPlainDay(name, (report as Fields)[name])])),
  }
}

/** Fields that another tool describes. */
export const withoutDescriptions = (fields: Readonly<Record<string, TSchema>>): Record<string, TSchema> =>
  JSON.parse(JSON.stringify(fields, (key, value) => (key === 'description' ? undefined : value)))

/** The value of a field, where it is the instant of a day as that day. */
export const withPlainDay = (field: string, value: unknown): unknown =>
  Object.hasOwn(PLAIN_DAYS, field) && typeof value === 'string' ? value.slice(0, 10) : value

export const page = nullable(
  Type.String(),
  'Its page, to link to. Null when the address of the service is unknown.',
  null,
)

/** The address of the page of an IPO. */
export const pageOf = ({ publicUrl }: ToolMarket, slug: string): string | null =>
  publicUrl === '' ? null : `${publicUrl}/ipos/${slug}`
