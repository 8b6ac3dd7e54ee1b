import type { Parameters } from '../request/parameters.ts'
import { OPERATIONS, type Operation, TAGS } from './openapi/operations.ts'
import { type NamedSchemas, orderedSchemas, published } from './openapi/published-schemas.ts'
import { HEADERS, RESPONSES, sharedResponse } from './openapi/responses.ts'

/** Semantic versioning: a removal raises the major number and is announced by `Deprecation` and `Sunset` headers. */
const API_VERSION = '1.1.0'

const TERMS = `Free, no key, read-only. Attribute the service with a link back; poll no more than once a minute (answers are
cached, and say so); keep the disclaimer together with the data. Grey-market premium (GMP) is unofficial and unverifiable:
read and honour gmpDisputed. Public information, not advice: the operator is not a registered securities adviser. Fields may
be added to any answer: ignore those that you do not know.`

/**
 * The OpenAPI document, built from the schemas and parameters that the endpoints use. `contact`: a web address or e-mail of
 * the operator. Both may be empty.
 */
export function openApiDocument({ publicUrl, contact }: { publicUrl: string; contact: string }): object {
  const schemas: NamedSchemas = new Map()
  const pathItems = OPERATIONS.map((operation) => [operation.path, { get: operationObject(operation) }])
  const paths = published(Object.fromEntries(pathItems), schemas)
  const responses = published(RESPONSES, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greymark',
      version: API_VERSION,
      summary: 'Market data for Indian IPOs and exchange deals',
      description: TERMS.replaceAll('\n', ' '),
      // A relative address is no URI, which linters demand here.
      ...(publicUrl !== '' && { termsOfService: `${publicUrl}/docs#terms` }),
      ...contactOf(contact),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: orderedSchemas(schemas), responses, headers: HEADERS },
  }
}

/** OpenAPI has separate fields for a web address and an e-mail; other texts are neither. */
function contactOf(contact: string): object {
  const name = 'The operator of this service'
  if (/^https?:\/\//i.test(contact)) return { contact: { name, url: contact } }
  const email = contact.replace(/^mailto:/i, '')
  return email.includes('@') ? { contact: { name, email } } : {}
}

function operationObject(operation: Operation) {
  const { path, operationId, summary, description, tag, responses } = operation
  const { parameters, examples, headerParameters = [] } = operation
  const hasSlug = path.includes('{slug}')
  const allParameters = [
    ...(hasSlug ? [SLUG_PARAMETER] : []),
    ...queryParameters(parameters ?? {}, examples ?? {}),
    ...headerParameters,
  ]
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(allParameters.length > 0 && { parameters: allParameters }),
    responses: {
      ...(parameters && { 400: sharedResponse('WrongParameter') }),
      ...((hasSlug || (parameters && 'slug' in parameters)) && { 404: sharedResponse('UnknownSlug') }),
      ...responses,
    },
  }
}

const SLUG_PARAMETER = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The slug of an IPO, from the list.',
  schema: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 120 },
  example: 'acme-foods',
}

interface DescribedSchema {
  readonly description: string
  readonly examples: readonly unknown[]
}

/** OpenAPI puts description and example beside the schema. */
const queryParameters = (parameters: Parameters, examples: Readonly<Record<string, unknown>>) =>
  Object.entries(parameters).map(([name, parameter]) => {
    const { description, examples: common, ...schema } = parameter.schema as DescribedSchema
    return {
      name,
      in: 'query',
      required: false,
      description,
      schema,
      ...('items' in schema && { style: 'form', explode: true }),
      example: examples[name] ?? common[0],
    }
  })
