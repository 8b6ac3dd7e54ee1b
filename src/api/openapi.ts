import type { TSchema } from 'typebox'
import { invariant } from '../invariant.ts'
import type { Parameter } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { PROBLEM_STATUS, type ProblemCode } from '../request/problems.ts'
import { COMPONENTS, IndexBody } from './components.ts'
import type { Endpoint } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ProblemBody } from './problem-schema.ts'

/** Semantic versioning: a removal raises the major number and is announced by `Deprecation` and `Sunset` headers. */
const API_VERSION = '1.0.0'

const TERMS = `Free, no key, read-only. Attribute the service with a link back; poll no more than once a minute (answers are
cached, and say so); keep the disclaimer together with the data. Grey-market premium (GMP) is unofficial and unverifiable:
read and honour gmpDisputed. Public information, not advice: the operator is not a registered securities adviser.`

const NAMES = new Map<unknown, string>(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]))

const ref = (schema: TSchema) => ({
  $ref: `#/components/schemas/${invariant(NAMES.get(schema), 'the name of a schema')}`,
})

/** The OpenAPI document, built from the schemas and parameters that the endpoints use. */
export function openApiDocument(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Greymark',
      version: API_VERSION,
      summary: 'Market data for Indian IPOs and exchange deals',
      description: TERMS.replaceAll('\n', ' '),
      termsOfService: `${publicUrl}/docs#terms`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [],
    tags: [{ name: 'market', description: 'IPOs, deals and the scoreboard.' }],
    paths: Object.fromEntries([
      ...ENDPOINTS.map((endpoint) => [endpoint.path, pathItem(endpoint)]),
      indexPath(),
    ]),
    components: { schemas: componentSchemas(), headers: HEADERS },
  }
}

function pathItem({ path, operationId, summary, description, parameters, body }: Endpoint) {
  const hasSlug = path.includes('{slug}')
  return {
    get: {
      operationId,
      summary,
      description,
      tags: ['market'],
      parameters: [...(hasSlug ? [SLUG_PARAMETER] : []), ...Object.entries(parameters).map(parameterObject)],
      responses: {
        200: success(body, 'cursor' in parameters),
        304: NOT_MODIFIED,
        400: problem('A parameter is wrong; the message says what would be right.'),
        ...(hasSlug && { 404: problem('No IPO has this slug, or had at that moment.') }),
        ...COMMON_PROBLEMS,
      },
    },
  }
}

const indexPath = () => [
  BASE,
  {
    get: {
      operationId: 'getIndex',
      summary: 'Index',
      description: 'The endpoints of this service.',
      tags: ['market'],
      responses: { 200: success(IndexBody, false), 304: NOT_MODIFIED, ...COMMON_PROBLEMS },
    },
  },
]

const SLUG_PARAMETER = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The slug of an IPO, from the list.',
  schema: { type: 'string' },
  example: 'acme-foods',
}

interface Described {
  readonly description: string
  readonly examples: readonly unknown[]
}

/** OpenAPI puts description and example beside the schema. */
function parameterObject([name, parameter]: [string, Parameter<unknown>]) {
  const { description, examples, ...schema } = parameter.schema as TSchema & Described
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema,
    ...('items' in schema && { style: 'form', explode: true }),
    example: examples[0],
  }
}

const HEADERS = {
  ETag: header(
    'Strong: every process gives the same ETag for the same data in the same encoding.',
    '"x3Jk9-gzip"',
  ),
  LastModified: header('When the answer last changed.', 'Tue, 13 Jan 2026 08:10:00 GMT'),
  CacheControl: header(
    'How long the answer is valid. Never beyond a moment at which the clock changes it.',
    'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
  ),
  CacheStatus: header(
    'Only while the store cannot be reached: this is the last answer, from memory.',
    'greymark; hit; detail=store-unavailable',
  ),
  Link: header(
    'Address of the next page, if there is one.',
    '</api/public/market/deals?cursor=eyJ3>; rel="next"',
  ),
  TotalCount: header('Number of items before the limit, where it is counted.', '1234'),
  Limit: header(
    'The most items that one answer has; only where the limit of the request is above it.',
    '200',
  ),
  IgnoredParameters: header('Parameters that were not understood, percent-encoded.', 'foo'),
  MarketVersion: header(
    'The position of the answer: the version of the market, and when the answer last changed. Opaque; the changes endpoint takes it as since.',
    '42@2026-01-13T08:10:00.000Z',
  ),
  RetryAfter: header('Seconds to wait before the next request.', '30'),
  RateLimitPolicy: header('Requests allowed per client and window in seconds.', '"flood";q=120;w=60'),
  RateLimit: header('Requests left, and seconds until the count restarts.', '"flood";r=0;t=30'),
  Allow: header('The methods that are allowed.', 'GET, HEAD, OPTIONS'),
}

function header(description: string, example: string) {
  return { description, schema: { type: 'string' }, example }
}

const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

const CACHE_HEADERS = {
  ETag: headerRef('ETag'),
  'Last-Modified': headerRef('LastModified'),
  'Cache-Control': headerRef('CacheControl'),
  'Cache-Status': headerRef('CacheStatus'),
  'X-Market-Version': headerRef('MarketVersion'),
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
}

const success = (body: TSchema, isList: boolean) => ({
  description: 'The answer.',
  headers: {
    ...CACHE_HEADERS,
    ...(isList && {
      Link: headerRef('Link'),
      'X-Total-Count': headerRef('TotalCount'),
      'X-Limit': headerRef('Limit'),
    }),
    'X-Ignored-Parameters': headerRef('IgnoredParameters'),
  },
  content: { 'application/json': { schema: ref(body) } },
})

const NOT_MODIFIED = {
  description: 'The client has this answer already: If-None-Match names its ETag.',
  headers: CACHE_HEADERS,
}

function problem(description: string, headers: Record<string, object> = {}) {
  return {
    description,
    headers: {
      'RateLimit-Policy': headerRef('RateLimitPolicy'),
      RateLimit: headerRef('RateLimit'),
      ...headers,
    },
    content: { 'application/json': { schema: ref(ProblemBody) } },
  }
}

const COMMON: Partial<Record<ProblemCode, ReturnType<typeof problem>>> = {
  METHOD_NOT_ALLOWED: problem('Only GET, HEAD and OPTIONS are allowed.', { Allow: headerRef('Allow') }),
  TOO_MANY_REQUESTS: problem('Too many requests in a minute.', { 'Retry-After': headerRef('RetryAfter') }),
  INTERNAL: problem('An error on our side. No details are given.'),
  UNAVAILABLE: problem('The data cannot be reached right now.', { 'Retry-After': headerRef('RetryAfter') }),
}
const COMMON_PROBLEMS = Object.fromEntries(
  Object.entries(COMMON).map(([code, response]) => [PROBLEM_STATUS[code as ProblemCode], response]),
)

/** Writes each named schema once; other schemas refer to it. */
function componentSchemas(): Record<string, unknown> {
  const referring = (value: unknown, isTop: boolean): unknown => {
    if (!isTop && NAMES.has(value)) return ref(value as TSchema)
    if (Array.isArray(value)) return value.map((part) => referring(part, false))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, referring(part, false)]))
  }
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, referring(schema, true)]),
  )
}
