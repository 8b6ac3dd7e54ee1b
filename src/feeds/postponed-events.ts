import type { FastifyReply, FastifyRequest } from 'fastify'
import { EVENTS_PATH } from '../request/paths.ts'
import type { Problem, ProblemCode } from '../request/problems.ts'
import { retryText } from './event-text.ts'

/** Problems that pass with time; all others are in the request itself and would occur again. */
const TEMPORARY: ReadonlySet<ProblemCode> = new Set(['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL'])
const RETRY_SECONDS = 60

/**
 * True when a request for events gets an empty stream instead of the problem, and reconnects later. Browsers abandon an
 * EventSource permanently on any status but 200.
 */
export const isPostponed = ({ method }: FastifyRequest, path: string, { code }: Problem): boolean =>
  path === EVENTS_PATH && (method === 'GET' || method === 'HEAD') && TEMPORARY.has(code)

/** Sends a stream that ends at once, with the delay before reconnecting and the reason as a comment. */
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
