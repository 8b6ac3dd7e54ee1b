/** The part of JSON Schema that our documents use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { name: string; description: string; schema: Schema; example: unknown }[]
  readonly responses: Readonly<Record<number, { content?: Readonly<Record<string, { schema: Schema }>> }>>
}

/** The part of an OpenAPI document that the reference page shows. */
export interface OpenApi {
  readonly info: { readonly version: string; readonly summary: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get: ApiOperation }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export type PathOperation = ApiOperation & { readonly path: string }

/** The tag of the JSON endpoints. */
export const MARKET = 'market'

const operationsOf = ({ paths }: OpenApi): PathOperation[] =>
  Object.entries(paths).map(([path, { get }]) => ({ path, ...get }))

/** The JSON endpoints of the market. */
export const marketOperations = (document: OpenApi): PathOperation[] =>
  operationsOf(document).filter(({ tags }) => tags.includes(MARKET))

/** All operations by tag: the market, feeds, downloads and the service itself. */
export const operationsByTag = (document: OpenApi) =>
  document.tags.map(({ name, description }) => ({
    tag: name,
    about: description,
    operations: operationsOf(document).filter(({ tags }) => tags.includes(name)),
  }))

/** The content type of a successful answer. */
export const contentTypeOf = ({ responses }: ApiOperation): string =>
  Object.keys(responses[200]?.content ?? {})[0] ?? ''

/** The schema of a successful answer of JSON. */
export const answerSchemaOf = ({ responses }: ApiOperation): Schema =>
  responses[200]?.content?.['application/json']?.schema ?? {}

/** Follows a reference; properties beside the reference take precedence. */
function resolved({ components }: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : { ...components.schemas[name], ...schema }
}

const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
const mayBeNull = (schema: Schema): boolean => schema.anyOf?.some(({ type }) => type === 'null') ?? false

/** Of items that may have several forms, the one with the most fields: it has those of the others. */
function widest(document: OpenApi, item: Schema): Schema {
  const forms = (item.anyOf ?? [item]).map((form) => resolved(document, form))
  const size = ({ properties = {} }: Schema) => Object.keys(properties).length
  return forms.reduce((a, b) => (size(b) > size(a) ? b : a))
}

/** The type in words: `number or null`, `one of NSE, BSE`. */
export function typeOf(document: OpenApi, schema: Schema): string {
  const whole = resolved(document, schema)
  const inner = mayBeNull(whole) ? resolved(document, withoutNull(whole)) : whole
  return mayBeNull(schema) ? `${plainType(document, inner)} or null` : plainType(document, inner)
}

function plainType(document: OpenApi, schema: Schema): string {
  const formats = schema.anyOf?.map(({ format }) => format) ?? []
  if (formats.length > 1 && formats.every((format) => format !== undefined)) return formats.join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return String(schema.const)
  if (schema.items?.enum) return `one or more of ${schema.items.enum.join(', ')}`
  if (schema.items) return `list of ${itemName(document, schema.items)}`
  return schema.format ?? schema.type ?? schema.anyOf?.[0]?.type ?? 'value'
}

/** All fields, nested ones included, as dotted paths in the published order. */
export function fieldsOf(document: OpenApi, schema: Schema, prefix = ''): { name: string; schema: Schema }[] {
  const { properties = {} } = resolved(document, schema)
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key
    const inner = resolved(document, withoutNull(resolved(document, field)))
    const item = inner.items && widest(document, inner.items)
    const children = item?.properties
      ? fieldsOf(document, item, `${name}[].`)
      : fieldsOf(document, inner, `${name}.`)
    return [{ name, schema: resolved(document, field) }, ...children]
  })
}

/** An answer built from the examples of the fields. */
export function sampleOf(document: OpenApi, schema: Schema): unknown {
  const whole = resolved(document, schema)
  const [example] = whole.examples ?? []
  if (example !== undefined) return example
  const inner = resolved(document, withoutNull(whole))
  if (inner.items) return [sampleOf(document, inner.items)]
  if (!inner.properties) return null
  return Object.fromEntries(
    Object.entries(inner.properties).map(([key, field]) => [key, sampleOf(document, field)]),
  )
}

/** The name of the items of a list: a component name or a plain type. Fields of components follow in the table. */
const itemName = (document: OpenApi, item: Schema): string =>
  widest(document, item).properties ? 'objects' : typeOf(document, item)
