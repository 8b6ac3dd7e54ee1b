import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../publish/encoding.ts'
import { readRoute } from '../publish/read-route.ts'
import { wasReached } from '../reports/changes/changes-end.ts'
import { EVENT_PARAMETERS } from '../request/market-parameters.ts'
import { marketFor, type ServedMarkets } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { EVENTS_PATH } from '../request/paths.ts'
import { positionSince, readPosition } from '../request/position.ts'
import { type Problem, type ProblemCode, retryLater } from '../request/problems.ts'
import { ChangeFollower, type EventsStart } from './change-follower.ts'
import { EventConnection } from './event-connection.ts'
import { retryText } from './event-text.ts'
import { Slots } from './slots.ts'

interface EventsContext extends ServedMarkets {
  /** The largest number of connections at a time; 0 allows none. */
  readonly eventConnections: number
  readonly onEventConnections: (count: number) => void
  readonly onFailure: (error: unknown) => void
  /** Aborted when the service has been asked to stop, which ends the connections. */
  readonly stopping: AbortSignal
  /** The rate-limit key of a client; `null` for the operator's own requests. */
  readonly clientOf: (request: IncomingMessage) => string | null
}

/** Streams changes as server-sent events, at most so many in total and per client. */
export function eventRoutes(app: FastifyInstance, context: EventsContext): void {
  const follower = new ChangeFollower(context)
  const slots = connectionSlots(context)
  const open = new Set<EventConnection>()
  context.stopping.addEventListener('abort', () => {
    for (const connection of open) connection.end()
  })
  let timers: NodeJS.Timeout[] = []
  /** The market is followed only while there are connections. */
  const follow = () => {
    const check = () => void follower.check().catch(context.onFailure)
    timers = [setInterval(check, CHECK_EVERY_MS), setInterval(() => follower.beat(), BEAT_EVERY_MS)]
    for (const timer of timers) timer.unref()
  }

  readRoute(app, EVENTS_PATH, async (request, reply) => {
    // An EventSource stops asking at this status.
    if (context.eventConnections === 0) return reply.code(204).header('Cache-Control', 'no-store').send()
    const client = context.clientOf(request.raw)
    const start = await startOf(request, context)
    await follower.settledState()
    const isCompressed = acceptsGzip(request.headers['accept-encoding'])
    if (request.method === 'HEAD') {
      sendHeaders(reply, isCompressed)
      return reply.raw.end()
    }
    // A client that has disconnected meanwhile would never be seen to leave.
    if (reply.raw.destroyed) return reply.hijack()
    if (context.stopping.aborted)
      throw retryLater('UNAVAILABLE', 'this process is stopping; connect again', RESTART_SECONDS)
    // Nothing is awaited from here until its end is listened for: otherwise the slot could stay taken.
    const release = slots.take(client)
    sendHeaders(reply, isCompressed)
    const connection = new EventConnection(reply.raw, isCompressed)
    open.add(connection)
    if (open.size === 1) follow()
    reply.raw.once('close', () => {
      follower.leave(connection)
      release()
      open.delete(connection)
      if (open.size === 0) for (const timer of timers) clearInterval(timer)
    })
    try {
      await follower.join(connection, start)
    } catch (error) {
      context.onFailure(error)
      connection.end()
    }
    return reply
  })
}

/** Where a client starts. A browser that reconnects sends the id of its last event in a header, which overrides `since`. */
async function startOf({ query, headers }: FastifyRequest, context: EventsContext): Promise<EventsStart> {
  const { values } = readQuery(EVENT_PARAMETERS, query as Readonly<Record<string, unknown>>)
  const last = headers['last-event-id']
  const isResumed = typeof last === 'string' && last !== ''
  const given = isResumed ? (readPosition(last) ?? 'reset') : (values.since ?? 'end')
  if (typeof given === 'string') return given
  const { market, now } = await marketFor(context, { since: given })
  const { position, fault } = await positionSince(given, market, { clock: now, asOf: null })
  if (position === 'nothing') return position
  if (fault?.code === 'UNAVAILABLE') throw fault
  // `since` may be a position as of a past moment, when the store had fewer versions.
  const isOurs =
    fault === undefined && (!isResumed || (await wasReached(market.db, position, market.version)))
  return isOurs ? position : 'reset'
}

/** Sends the headers at once, so that the client knows that it is connected. */
function sendHeaders(reply: FastifyReply, isCompressed: boolean): void {
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that buffers answers would delay events.
    'x-accel-buffering': 'no',
    vary: 'Accept-Encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  }
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) reply.raw.setHeader(name, value)
  // The body ends with the connection, so events need no chunk framing.
  reply.raw.useChunkedEncodingByDefault = false
  reply.raw.flushHeaders()
}

const CHECK_EVERY_MS = 500
/** Proxies mostly cut connections that have been silent for 50 or 60 seconds. */
export const BEAT_EVERY_MS = 45_000
const MAX_PER_CLIENT = 10
/** After this time a slot may be free, or a failure over. */
const RETRY_SECONDS = 60
/** Another process, or this one restarted, answers by then. */
const RESTART_SECONDS = 5

const connectionSlots = ({ eventConnections, onEventConnections }: EventsContext): Slots =>
  new Slots({
    max: eventConnections,
    maxPerClient: MAX_PER_CLIENT,
    onTaken: onEventConnections,
    refusal: (limit) =>
      limit === 'all'
        ? retryLater('UNAVAILABLE', 'too many connections are open; connect again later', RETRY_SECONDS)
        : retryLater(
            'TOO_MANY_REQUESTS',
            `${MAX_PER_CLIENT} connections from one address are already open; close one`,
            RETRY_SECONDS,
          ),
  })

/** Problems that pass with time; all others are in the request itself and would occur again. */
const TEMPORARY: ReadonlySet<ProblemCode> = new Set(['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL'])

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
