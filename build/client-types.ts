import { writeFileSync } from 'node:fs'
import { ENDPOINTS } from '../src/api/endpoints.ts'
import { openApiDocument } from '../src/api/openapi.ts'
import type { Parameters } from '../src/request/parameters.ts'

/** The parts of JSON Schema that the schemas of this project use. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

const { components } = openApiDocument({ publicUrl: '', contact: '' }) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
const SCHEMAS = components.schemas
const HEAD = `// Written from the schemas of the API by build/client-types.ts; do not edit.

/** One value or several, of which any may match. */
export type OneOrMore<T> = T | readonly T[]
`

/** One interface for each component and for the parameters of each endpoint. */
function clientTypes(): string {
  const bodies = Object.entries(SCHEMAS).map(([name, schema]) => interfaceOf(name, schema))
  const parameters = Object.entries(parameterSets()).map(([name, set]) => parametersOf(name, set))
  return [HEAD, ...parameters, ...bodies].join('\n')
}

/** Endpoints with the same parameters share one interface. */
function parameterSets(): Record<string, Parameters> {
  const sets: Record<string, Parameters> = {}
  for (const { path, parameters } of ENDPOINTS) {
    const last = path.split('/').at(-1) ?? ''
    const isMoment = Object.keys(parameters).join() === 'asOf'
    sets[`${isMoment ? 'Moment' : `${last[0]?.toUpperCase()}${last.slice(1)}`}Parameters`] = parameters
  }
  return sets
}

function parametersOf(name: string, parameters: Parameters): string {
  const fields = Object.entries(parameters).map(([key, { schema }]) => {
    const standard = (schema as Schema).default
    const text = [(schema as Schema).description, standard !== undefined && `The default is ${standard}.`]
    return `${comment(text.filter(Boolean).join(' '))}${key}?: ${parameterType(schema as Schema)} | undefined\n`
  })
  return `export interface ${name} {\n${fields.join('')}}\n`
}

/** A moment may be a Date, and a list one value. */
function parameterType(schema: Schema): string {
  if (schema.anyOf) {
    const types = schema.anyOf.flatMap((each) => parameterType(each).split(' | '))
    return [...new Set(types)].join(' | ')
  }
  if (schema.items) return `OneOrMore<${typeOf(schema.items)}>`
  return schema.format === 'date-time' ? 'string | Date' : typeOf(schema)
}

const interfaceOf = (name: string, schema: Schema): string =>
  `${comment(schema.description)}export interface ${name} ${objectType(schema)}\n`

function objectType({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(
    ([key, schema]) =>
      `${comment(descriptionOf(schema))}${key}${required.includes(key) ? '' : '?'}: ${typeOf(schema)}\n`,
  )
  return `{\n${fields.join('')}}`
}

const referredName = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ?? SCHEMAS[referredName(schema) ?? '']?.description

function typeOf(schema: Schema): string {
  const name = referredName(schema)
  if (name !== undefined) return name
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `(${typeOf(schema.items)})[]`
  if (schema.properties) return objectType(schema)
  const [pattern] = Object.values(schema.patternProperties ?? {})
  if (pattern) return `Record<string, ${typeOf(pattern)}>`
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

const comment = (text: string | undefined): string => (text ? `/** ${text} */\n` : '')

writeFileSync('src/client/types.ts', clientTypes())
