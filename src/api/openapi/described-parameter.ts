import type { TSchema } from 'typebox'
import type { Parameter, Parameters } from '../../request/parameters.ts'

interface Described {
  readonly description: string
  readonly examples: readonly unknown[]
}

/** Examples by parameter, for an operation that would find nothing with the common ones. */
export type OwnExamples = Readonly<Record<string, unknown>>

/** The query parameters of an operation. OpenAPI puts description and example beside the schema. */
export const queryParameters = (parameters: Parameters, examples: OwnExamples = {}) =>
  Object.entries(parameters).map(([name, parameter]) => queryParameter(name, parameter, examples))

function queryParameter(name: string, parameter: Parameter<unknown>, examples: OwnExamples) {
  const { description, examples: common, ...schema } = parameter.schema as TSchema & Described
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema,
    ...('items' in schema && { style: 'form', explode: true }),
    example: examples[name] ?? common[0],
  }
}

export const SLUG_PARAMETER = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The slug of an IPO, from the list.',
  schema: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 120 },
  example: 'acme-foods',
}
