import type { TSchema } from 'typebox'
import { PROBLEM_STATUS, type ProblemCode } from '../../request/problems.ts'
import { ProblemBody } from '../problem-schema.ts'
import { schemaRef } from './schemas.ts'

export const HEADERS = {
  ETag: header(
    'Strong: every process gives the same ETag for the same data in the same encoding.',
    '"x3Jk9-gzip"',
  ),
  LastModified: header(
    'When the answer last changed, or the service started if that was later.',
    'Tue, 13 Jan 2026 08:10:00 GMT',
  ),
  CacheControl: header(
    'How long the answer is valid. Never beyond a moment at which the clock changes it.',
    'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
  ),
  NoStore: header('Errors and the state of the service are never cached.', 'no-store'),
  CacheStatus: header(
    'Only while the store cannot be reached: this is the last answer, from memory.',
    'greymark; hit; detail=store-unavailable',
  ),
  Link: header(
    'Address of the next page, if there is one.',
    '</api/public/market/deals?cursor=eyJ3>; rel="next"',
  ),
  ServiceLinks: header(
    'Addresses of the OpenAPI document and of the reference.',
    '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
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
  ContentDisposition: header(
    'A file name with the day and the version of the market.',
    'attachment; filename="greymark-ipos-2026-01-14-42.csv"',
  ),
  DescribedBy: header(
    'Addresses of the description of the file and of the terms of use.',
    '</downloads/ipos.csv-metadata.json>; rel="describedby"; type="application/csvm+json", </docs#terms>; rel="terms-of-service"',
  ),
  AcceptRanges: header('Parts of the file can be requested with Range.', 'bytes'),
  ContentLength: header('Size of the body in bytes.', '1234567'),
  ContentRange: header('Which bytes of the file these are, and its size.', 'bytes 0-1023/1234567'),
  ReprDigest: header('SHA-256 of the whole file.', 'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:'),
}

function header(description: string, example: string) {
  return { description, schema: { type: 'string' }, example }
}

const headerRef = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })

/** References to headers, by their names in an answer. */
export const headerRefs = (names: Readonly<Record<string, keyof typeof HEADERS>>) =>
  Object.fromEntries(Object.entries(names).map(([name, key]) => [name, headerRef(key)]))

export const CACHE_HEADERS = headerRefs({
  ETag: 'ETag',
  'Last-Modified': 'LastModified',
  'Cache-Control': 'CacheControl',
  'Cache-Status': 'CacheStatus',
  'X-Market-Version': 'MarketVersion',
  'RateLimit-Policy': 'RateLimitPolicy',
})
const PAGE_HEADERS = headerRefs({ Link: 'Link', 'X-Total-Count': 'TotalCount', 'X-Limit': 'Limit' })
export const IGNORED_HEADER = headerRefs({ 'X-Ignored-Parameters': 'IgnoredParameters' })

export const jsonContent = (body: TSchema) => ({ 'application/json': { schema: schemaRef(body) } })

export const success = (body: TSchema, isList: boolean) => ({
  description: 'The answer.',
  headers: { ...CACHE_HEADERS, ...(isList && PAGE_HEADERS), ...IGNORED_HEADER },
  content: jsonContent(body),
})

export const NOT_MODIFIED = {
  description:
    'The client has this answer already: If-None-Match names its ETag, or If-Modified-Since alone its Last-Modified.',
  headers: CACHE_HEADERS,
}

const PROBLEM_HEADERS = headerRefs({
  'Cache-Control': 'NoStore',
  'X-Market-Version': 'MarketVersion',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
})

export function problem(description: string, headers: Record<string, object> = {}) {
  return {
    description,
    headers: { ...PROBLEM_HEADERS, ...headers },
    content: jsonContent(ProblemBody),
  }
}

export const WRONG_PARAMETER = problem('A parameter is wrong; the message says what would be right.')

export const UNKNOWN_SLUG = problem('No IPO has this slug, or had at that moment.')

export const unavailable = (description: string) =>
  problem(description, headerRefs({ 'Retry-After': 'RetryAfter' }))

const COMMON = {
  METHOD_NOT_ALLOWED: problem('Only GET, HEAD and OPTIONS are allowed.', headerRefs({ Allow: 'Allow' })),
  TOO_MANY_REQUESTS: problem('Too many requests in a minute.', headerRefs({ 'Retry-After': 'RetryAfter' })),
  INTERNAL: problem('An error on our side. No details are given.'),
  UNAVAILABLE: unavailable('The data cannot be reached right now, or too many requests wait.'),
} satisfies Partial<Record<ProblemCode, object>>
export const COMMON_PROBLEMS = Object.fromEntries(
  Object.entries(COMMON).map(([code, response]) => [PROBLEM_STATUS[code as ProblemCode], response]),
)

/** The responses that many operations share. */
export const RESPONSES = {
  NotModified: NOT_MODIFIED,
  WrongParameter: WRONG_PARAMETER,
  UnknownSlug: UNKNOWN_SLUG,
  MethodNotAllowed: COMMON.METHOD_NOT_ALLOWED,
  TooManyRequests: COMMON.TOO_MANY_REQUESTS,
  Internal: COMMON.INTERNAL,
  Unavailable: COMMON.UNAVAILABLE,
}
const RESPONSE_NAMES = new Map<unknown, string>(
  Object.entries(RESPONSES).map(([name, response]) => [response, name]),
)

/** The responses of an operation, in which shared ones are references. */
export const responsesOf = (responses: Readonly<Record<number, object>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = RESPONSE_NAMES.get(response)
      return [status, name === undefined ? response : { $ref: `#/components/responses/${name}` }]
    }),
  )
