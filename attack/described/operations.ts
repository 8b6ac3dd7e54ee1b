import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** The part of JSON Schema that parameters use. */
export interface ParameterSchema {
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
