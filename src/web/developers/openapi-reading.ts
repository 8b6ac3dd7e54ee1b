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

/** The tag of the JSON endpoints of the market. Others are of feeds, downloads and the service itself. */
export const MARKET = 'market'

export const operationsOf = ({ paths }: OpenApi, tag: string): PathOperation[] =>
  Object.entries(paths)
    .map(([path, { get }]) => ({ path, ...get }))
    .filter(({ tags }) => tags.includes(tag))

/** A copy in which each reference is replaced by its schema. What stands beside the reference takes precedence. */
export function withoutReferences(document: OpenApi): OpenApi {
  const { schemas } = document.components
  const resolved = (_key: string, part: Schema | null) => {
    const name = part?.$ref?.split('/').at(-1)
    return name === undefined ? part : { ...schemas[name], ...part, $ref: undefined }
  }
  return JSON.parse(JSON.stringify(document, resolved))
}

/** The forms that a value may have, without null. */
const formsOf = (schema: Schema): readonly Schema[] =>
  schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema]

/** Of items that may have several forms, the one with the most fields: it has those of the others. */
function widest(item: Schema): Schema {
  const size = ({ properties = {} }: Schema) => Object.keys(properties).length
  return formsOf(item).reduce((a, b) => (size(b) > size(a) ? b : a))
}

/** The type in words: `number or null`, `one of NSE, BSE`. */
export function typeOf(schema: Schema): string {
  const forms = formsOf(schema)
  const isNullable = schema.anyOf && forms.length < schema.anyOf.length
  const formats = forms.map(({ format }) => format)
  if (isNullable) return `${plainType(forms[0] ?? {})} or null`
  return formats.length > 1 && formats.every(Boolean) ? formats.join(' or ') : plainType(forms[0] ?? {})
}

function plainType({ type, format, items, ...values }: Schema): string {
  if (values.enum) return `one of ${values.enum.join(', ')}`
  if (values.const !== undefined) return String(values.const)
  if (items?.enum) return `one or more of ${items.enum.join(', ')}`
  if (items) return `list of ${widest(items).properties ? 'objects' : typeOf(items)}`
  return format ?? type ?? 'value'
}

/** All fields, nested ones included, as dotted paths in the published order. */
export const fieldsOf = ({ properties = {} }: Schema, prefix = ''): { name: string; schema: Schema }[] =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key
    const [form = schema] = formsOf(schema)
    const inItems = form.items ? fieldsOf(widest(form.items), `${name}[].`) : []
    return [{ name, schema }, ...fieldsOf(form, `${name}.`), ...inItems]
  })

/** An answer built from the examples of the fields. */
export function sampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  const [form = schema] = formsOf(schema)
  if (form.items) return [sampleOf(form.items)]
  if (!form.properties) return null
  return Object.fromEntries(Object.entries(form.properties).map(([key, field]) => [key, sampleOf(field)]))
}
