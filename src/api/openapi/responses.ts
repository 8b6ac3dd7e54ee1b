import type { TSchema } from 'typebox'
import { ProblemBody } from '../schemas.ts'

/** Headers by their name in the document: the name in an answer, the meaning, an example. */
const HEADER_TABLE = {
  ETag: [
    'ETag',
    'Strong: every process gives the same ETag for the same data in the same encoding.',
    '"x3Jk9-gzip"',
  ],
  LastModified: [
    'Last-Modified',
    'When the answer last changed, or the service started if that was later.',
    'Tue, 13 Jan 2026 08:10:00 GMT',
  ],
  CacheControl: [
    'Cache-Control',
    'How long the answer is valid. Never beyond a moment at which the clock changes it.',
    'public, max-age=60, stale-while-revalidate=60, stale-if-error=86400',
  ],
  NoStore: ['Cache-Control', 'Errors and the state of the service are never cached.', 'no-store'],
  CacheStatus: [
    'Cache-Status',
    'Only while the store cannot be reached: this is the last answer, from memory.',
    'greymark; hit; detail=store-unavailable',
  ],
  Link: [
    'Link',
    'Address of the next page, if there is one.',
    '</api/public/market/deals?cursor=eyJ3>; rel="next"',
  ],
  ServiceLinks: [
    'Link',
    'Addresses of the OpenAPI document and of the reference.',
    '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
  ],
  TotalCount: ['X-Total-Count', 'Number of items before the limit, where it is counted.', '1234'],
  Limit: [
    'X-Limit',
    'The most items that one answer has; only where the limit of the request is above it.',
    '200',
  ],
  IgnoredParameters: ['X-Ignored-Parameters', 'Parameters that were not understood, percent-encoded.', 'foo'],
  MarketVersion: [
    'X-Market-Version',
    'The position of the answer: the version of the market, and when the answer last changed. Opaque; the changes endpoint takes it as since.',
    '42@2026-01-13T08:10:00.000Z',
  ],
  RetryAfter: ['Retry-After', 'Seconds to wait before the next request.', '30'],
  RateLimitPolicy: [
    'RateLimit-Policy',
    'Requests allowed per client and window in seconds.',
    '"flood";q=120;w=60',
  ],
  RateLimit: ['RateLimit', 'Requests left, and seconds until the count restarts.', '"flood";r=0;t=30'],
  Allow: ['Allow', 'The methods that are allowed.', 'GET, HEAD, OPTIONS'],
  ContentDisposition: [
    'Content-Disposition',
    'A file name with the day and the version of the market.',
    'attachment; filename="greymark-ipos-2026-01-14-42.csv"',
  ],
  DescribedBy: [
    'Link',
    'Addresses of the description of the file and of the terms of use.',
    '</downloads/ipos.csv-metadata.json>; rel="describedby"; type="application/csvm+json", </docs#terms>; rel="terms-of-service"',
  ],
  AcceptRanges: ['Accept-Ranges', 'Parts of the file can be requested with Range.', 'bytes'],
  ContentLength: ['Content-Length', 'Size of the body in bytes.', '1234567'],
  ContentRange: ['Content-Range', 'Which bytes of the file these are, and its size.', 'bytes 0-1023/1234567'],
  ReprDigest: [
    'Repr-Digest',
    'SHA-256 of the whole file.',
    'sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:',
  ],
} as const

export type HeaderName = keyof typeof HEADER_TABLE

export const HEADERS = Object.fromEntries(
  Object.entries(HEADER_TABLE).map(([name, [, description, example]]) => [
    name,
    { description, schema: { type: 'string' }, example },
  ]),
)

export const CACHE_HEADERS: readonly HeaderName[] = [
  'ETag',
  'LastModified',
  'CacheControl',
  'CacheStatus',
  'MarketVersion',
  'RateLimitPolicy',
]
export const UNCACHED: readonly HeaderName[] = ['NoStore', 'RateLimitPolicy']

/** Bodies by content type. */
type Content = Readonly<Record<string, { readonly schema: object }>>

export const jsonContent = (body: TSchema): Content => ({ 'application/json': { schema: body } })
export const TEXT = { schema: { type: 'string' } }
export const BINARY = { schema: { type: 'string', format: 'binary' } }
/** JSON with a schema of its own, which this document does not repeat. */
export const OTHER_JSON = { schema: { type: 'object' } }

export const response = (description: string, headers: readonly HeaderName[], content?: Content) => ({
  description,
  headers: Object.fromEntries(
    headers.map((name) => [HEADER_TABLE[name][0], { $ref: `#/components/headers/${name}` }]),
  ),
  ...(content && { content }),
})

export const success = (description: string, content: Content, ...headers: readonly HeaderName[]) =>
  response(description, [...CACHE_HEADERS, ...headers, 'IgnoredParameters'], content)

export const notModified = (headers: readonly HeaderName[]) =>
  response(
    'The client has this answer already: If-None-Match names its ETag, or If-Modified-Since alone its Last-Modified.',
    headers,
  )

const problem = (description: string, ...headers: readonly HeaderName[]) =>
  response(
    description,
    ['NoStore', 'MarketVersion', 'RateLimitPolicy', 'RateLimit', ...headers],
    jsonContent(ProblemBody),
  )

export const unavailable = (description: string) => problem(description, 'RetryAfter')

/** An error of a path outside the API, which is a page for people. */
const errorPage = (description: string, ...headers: readonly HeaderName[]) =>
  response(description, [...UNCACHED, ...headers], { 'text/html': TEXT })

/** The errors of every path, by status. */
const errorsAs = (error: typeof problem) => ({
  405: error('Only GET, HEAD and OPTIONS are allowed.', 'Allow'),
  429: error('Too many requests in a minute.', 'RetryAfter'),
  500: error('An error on our side. No details are given.'),
})
const problems = errorsAs(problem)
export const ERROR_PAGES = errorsAs(errorPage)

/** The responses that many operations share. */
export const RESPONSES = {
  NotModified: notModified(CACHE_HEADERS),
  WrongParameter: problem('A parameter is wrong; the message says what would be right.'),
  UnknownSlug: problem('No IPO has this slug, or had at that moment.'),
  MethodNotAllowed: problems[405],
  TooManyRequests: problems[429],
  Internal: problems[500],
  Unavailable: unavailable('The data cannot be reached right now, or too many requests wait.'),
}

export const sharedResponse = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` })

export const PROBLEMS = {
  405: sharedResponse('MethodNotAllowed'),
  429: sharedResponse('TooManyRequests'),
  500: sharedResponse('Internal'),
  503: sharedResponse('Unavailable'),
}

/** Responses by status. */
export type Responses = Readonly<Record<number, object>>

/** The responses of an operation whose answer is cached, and those of its own. */
export const cacheable = (answer: object, others: Responses = {}): Responses => ({
  200: answer,
  304: sharedResponse('NotModified'),
  ...PROBLEMS,
  ...others,
})
