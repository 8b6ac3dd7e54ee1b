import Type, { type TObject, type TSchema } from 'typebox'
import { atFirstUse } from '../../at-first-use.ts'
import { dayField, disclaimer, nullable, orNull } from '../../reports/schemas/fields.ts'
import type { ToolArguments } from '../arguments.ts'
import type { MarketReader } from '../market-reader.ts'

/** A tool that assistants can call. None of them changes anything. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** Made when it is asked for, which no start waits for. */
  readonly output: () => TObject
  readonly run: (given: ToolArguments, reader: MarketReader) => Promise<object>
}

export const inputOf = (properties: Record<string, TSchema>): TObject =>
  Type.Object(properties, { additionalProperties: false })

/** Answers may get more fields. Examples and repeated texts would double the list of tools, which assistants keep in mind. */
export const outputOf = (properties: Record<string, TSchema>): (() => TObject) =>
  atFirstUse(() => JSON.parse(JSON.stringify(Type.Object({ ...properties, disclaimer }), shortened)))

const LEFT_OUT: ReadonlySet<string> = new Set(['examples', 'additionalProperties'])

/** Leaves out what does not change which answers are valid, in forms that other schema dialects can express too. */
function shortened(key: string, value: unknown): unknown {
  if (LEFT_OUT.has(key)) return undefined
  if (key === 'patternProperties' && JSON.stringify(Object.values(value ?? {})) === '[{}]') return undefined
  const { anyOf, ...rest } = (value ?? {}) as { anyOf?: { description?: string }[]; description?: string }
  if (anyOf === undefined || rest.description === undefined) return value
  return { anyOf: anyOf.map(({ description, ...some }) => some), ...rest }
}

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

export const asOfInput = optionalText(
  'The answer as it was known at this past moment: a date-time such as 2026-01-14T12:00:00Z, or a day such as 2026-01-14, meaning its end in India.',
)
export const cursorInput = optionalText(
  'The next page: `next` of the previous answer. It carries the filters and the limit; give no others.',
)
export const textInput = optionalText

export const limitInput = (standard: number, maximum: number, items: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum,
      description: `The most ${items} in the answer. Default ${standard}, or fewer so that the answer stays below 8 KB; above ${maximum}, ${maximum} are served.`,
    }),
  )

export const valuesInput = (values: readonly string[], description: string) =>
  Type.Optional(Type.Array(Type.Enum([...values], { type: 'string' }), { description }))

export const slugInput = Type.String({ description: 'The slug of the IPO, such as acme-foods.' })

/** The days of an IPO and the address of its page, as all tools give them. */
export const ipoFields = {
  openDate: orNull(dayField('Opening day in India.', '2026-01-13')),
  closeDate: orNull(dayField('Closing day in India.', '2026-01-16')),
  page: nullable(
    Type.String(),
    'Its page, to link to. Null when the address of the service is unknown.',
    null,
  ),
}

/** A day in India of an instant at 00:00 UTC. */
export const dayOfInstant = (instant: string): string => instant.slice(0, 10)

/** The value of a field, where it is the instant of a day as that day. */
export const withPlainDay = (field: string, value: unknown): unknown =>
  (field === 'openDate' || field === 'closeDate') && typeof value === 'string' ? dayOfInstant(value) : value

interface IpoOfEndpoint {
  readonly slug: string
  readonly openDate: string | null
  readonly closeDate: string | null
}

/** The values of `ipoFields`. */
export const ipoValues = ({ publicUrl }: MarketReader, { slug, openDate, closeDate }: IpoOfEndpoint) => ({
  openDate: openDate && dayOfInstant(openDate),
  closeDate: closeDate && dayOfInstant(closeDate),
  page: publicUrl === '' ? null : `${publicUrl}/ipos/${slug}`,
})
