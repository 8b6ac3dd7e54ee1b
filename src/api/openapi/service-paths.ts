import { LiveBody, ReadyBody } from '../service-schemas.ts'
import {
  CACHE_HEADERS,
  headerRefs,
  IGNORED_HEADER,
  jsonContent,
  NOT_MODIFIED,
  responsesOf,
} from './responses.ts'

export const SERVICE_TAG = { name: 'service', description: 'Health of the service, and this description.' }

const HEALTH_HEADERS = headerRefs({ 'Cache-Control': 'NoStore', 'RateLimit-Policy': 'RateLimitPolicy' })

/** The errors of paths outside the API, which are pages for people. */
const errorPage = (description: string, headers: object = {}) => ({
  description,
  headers: {
    ...headerRefs({ 'Cache-Control': 'NoStore', 'RateLimit-Policy': 'RateLimitPolicy' }),
    ...headers,
  },
  content: { 'text/html': { schema: { type: 'string' } } },
})
const NOT_ALLOWED = errorPage('Only GET, HEAD and OPTIONS are allowed.', headerRefs({ Allow: 'Allow' }))
const FAILED = errorPage('An error on our side. No details are given.')
const TOO_MANY = errorPage('Too many requests in a minute.', headerRefs({ 'Retry-After': 'RetryAfter' }))

/** Health, without a rate limit, and the OpenAPI document itself. */
export const servicePaths = (): Record<string, object> => ({
  '/health': { get: live('getHealth', 'Health', 'The older name of /health/live.') },
  '/health/live': {
    get: live('getLive', 'Liveness', 'Whether the process runs, and which version of the market it serves.'),
  },
  '/health/ready': {
    get: {
      operationId: 'getReady',
      summary: 'Readiness',
      description:
        'Whether requests should be sent to this process, and which checks fail. A failing check alone is no reason to stop sending requests: look at canServe.',
      tags: [SERVICE_TAG.name],
      responses: responsesOf({
        200: { description: 'The process runs.', headers: HEALTH_HEADERS, content: jsonContent(ReadyBody) },
        405: NOT_ALLOWED,
        500: FAILED,
        503: {
          description: 'The process is stopping.',
          headers: { ...HEALTH_HEADERS, ...headerRefs({ 'Retry-After': 'RetryAfter' }) },
          content: jsonContent(ReadyBody),
        },
      }),
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'getOpenApi',
      summary: 'This description',
      description: 'OpenAPI 3.1, built from the schemas that the service itself uses.',
      tags: [SERVICE_TAG.name],
      responses: responsesOf({
        200: {
          description: 'The description.',
          headers: { ...CACHE_HEADERS, ...IGNORED_HEADER },
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        304: NOT_MODIFIED,
        405: NOT_ALLOWED,
        429: TOO_MANY,
        500: FAILED,
      }),
    },
  },
})

const live = (operationId: string, summary: string, description: string) => ({
  operationId,
  summary,
  description,
  tags: [SERVICE_TAG.name],
  responses: responsesOf({
    200: { description: 'The process runs.', headers: HEALTH_HEADERS, content: jsonContent(LiveBody) },
    405: NOT_ALLOWED,
    500: FAILED,
  }),
})
