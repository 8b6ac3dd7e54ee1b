import Type, { type TSchema, type TSchemaOptions } from 'typebox'

/** Every field says what it means and shows an example. */
export const said = (description: string, example: unknown): TSchemaOptions => ({
  description,
  examples: [example],
})

export const text = (description: string, example: string) => Type.String(said(description, example))
export const number = (description: string, example: number) => Type.Number(said(description, example))
export const whole = (description: string, example: number) => Type.Integer(said(description, example))
export const flag = (description: string, example: boolean) => Type.Boolean(said(description, example))
export const oneOf = <const V extends readonly string[]>(
  values: V,
  description: string,
  example: V[number],
) => Type.Enum(values, { type: 'string', ...said(description, example) })
export const day = (description: string, example: string) =>
  Type.String({ format: 'date', ...said(description, example) })
export const moment = (description: string, example: string) =>
  Type.String({ format: 'date-time', ...said(description, example) })

/** The description stands on the outside, where a reader of the document looks for it. */
export function orNull<T extends TSchema>(schema: T) {
  const { description, examples } = schema as { description?: string; examples?: unknown[] }
  return Type.Union([schema, Type.Null()], {
    ...(description !== undefined && { description: `${description} Null while unknown.` }),
    ...(examples && { examples }),
  })
}

export const closed = <P extends Record<string, TSchema>>(properties: P, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const disclaimer = text(
  'To be kept together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial.',
  'Aggregated public information; grey-market premium (GMP) is unofficial and unverifiable.',
)
