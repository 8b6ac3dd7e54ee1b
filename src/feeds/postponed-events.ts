import type { FastifyReply, FastifyRequest } from 'fastify'
import { EVENTS_PATH } from '../request/paths.ts'
import type { Problem, ProblemCode } from '../request/problems.ts'
import { retryText } from './event-text.ts'

/** What passes with time. The rest is wrong with the request itself, and would be wrong again. */
const TEMPORARY: ReadonlySet<ProblemCode> = new Set(['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL'])
const RETRY_SECONDS = 60

/**
 * Browsers give up an EventSource for good at any status but 200. So a reader of events that cannot be served now gets an
 * empty stream instead of the problem, and comes back later.
 */
export const isPostponed = ({ method }: FastifyRequest, path: string, { code }: Problem): boolean =>
  path === EVENTS_PATH && (method === 'GET' || method === 'HEAD') && TEMPORARY.has(code)

/** A stream that ends at once: when to come back, and the reason as a comment for people. */
export function sendPostponed(
  reply: FastifyReply,
  { headers, message }: Problem,
  counts: { eventsPostponed: number },
): FastifyReply {
  counts.eventsPostponed++
  const seconds = Number(headers['Retry-After'] ?? RETRY_SECONDS)
  return reply
    .code(200)
    .headers({ ...headers, 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' })
    .type('text/event-stream; charset=utf-8')
    .send(`${retryText(seconds * 1000)}: ${message}\n\n`)
}
