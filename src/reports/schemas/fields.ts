import Type, { type Static, type TObject, type TSchema, type TSchemaOptions } from 'typebox'

/** Every field has a description and an example. */
export const described = (description: string, example: unknown): TSchemaOptions => ({
  description,
  examples: [example],
})

export const textField = (description: string, example: string) =>
  Type.String(described(description, example))
export const numberField = (description: string, example: number) =>
  Type.Number(described(description, example))
export const wholeField = (description: string, example: number) =>
  Type.Integer(described(description, example))
export const flagField = (description: string, example: boolean) =>
  Type.Boolean(described(description, example))
export const oneOfField = <const V extends string[]>(
  values: readonly [...V],
  description: string,
  example: V[number],
) => Type.Enum(values, { type: 'string', ...described(description, example) })
export const dayField = (description: string, example: string) =>
  Type.String({ format: 'date', ...described(description, example) })
export const momentField = (description: string, example: string) =>
  Type.String({ format: 'date-time', ...described(description, example) })

/** How descriptions say that an answer gives a day as a date-time. Downloads have the plain day. */
export const DAY_AS_MOMENT = ', as that day at 00:00 UTC.'
export const dayAsMomentField = (description: string, day: string) =>
  momentField(`${description}${DAY_AS_MOMENT}`, `${day}T00:00:00.000Z`)

/** Copies the description to the union, where readers of the document look for it. */
export function orNull<T extends TSchema>(schema: T) {
  const { description, examples } = schema as { description?: string; examples?: unknown[] }
  return Type.Union([schema, Type.Null()], {
    ...(description !== undefined && { description: `${description} Null while unknown.` }),
    ...(examples && { examples }),
  })
}

/** Null has a meaning of its own, which its description states. */
export const nullable = <T extends TSchema>(schema: T, description: string, example: unknown) =>
  Type.Union([schema, Type.Null()], described(description, example))

/** A list without an example: it is made of those of its items. */
export const listOf = <T extends TSchema>(items: T, description: string) => Type.Array(items, { description })

export const closedObject = <P extends Record<string, TSchema>>(
  properties: P,
  options: TSchemaOptions = {},
) => Type.Object(properties, { additionalProperties: false, ...options })

/** An example of an object, made of those of its fields. */
export const exampleOf = ({ properties }: TObject): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      (field as { examples?: unknown[] }).examples?.[0],
    ]),
  )

export const disclaimer = textField(
  'Keep it together with the data. Begins with a statement that this is aggregated public information and that GMP is unofficial.',
  'Aggregated public information; grey-market premium (GMP) is unofficial and unverifiable.',
)

const ok = Type.Literal(true, described('True in every successful answer.', true))

const NAME = Symbol('name')

/** An object that the OpenAPI document defines once, under this name. JSON leaves the symbol out. */
export const namedObject = <P extends Record<string, TSchema>>(
  name: string,
  description: string,
  properties: P,
) => closedObject(properties, { [NAME]: name, description })

/** The name of a schema in the OpenAPI document, if it has one. */
export const componentName = (schema: object): string | undefined =>
  (schema as { readonly [NAME]?: string })[NAME]

/** The body of a successful answer: its own fields between those that all answers have. */
export const answerBody = <P extends Record<string, TSchema>>(name: string, properties: P) =>
  closedObject({ ok, ...properties, disclaimer }, { [NAME]: name })

/** The fields of a body that its endpoint fills; the rest is the same in all. */
export type FieldsOf<Body extends TSchema> = Omit<Static<Body>, 'ok' | 'disclaimer'>
