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

export interface EventsContext extends ServedMarkets {
  /** The largest number of connections at a time; 0 allows none. */
  readonly eventConnections: number
  readonly onEventConnections: (count: number) => void
  readonly onFailure: (error: unknown) => void
  /** Aborted when the service has been asked to stop, which ends the connections. */
  readonly stopping: AbortSignal
  /** The rate-limit key of a client; `null` for the operator's own requests. */
  readonly clientOf: (request: IncomingMessage) => string | null
}

/** Streams changes as server-sent events. */
export function eventRoutes(app: FastifyInstance, context: EventsContext): void {
  const follower = new ChangeFollower(context)
  const connections = new EventConnections(follower, context)

  readRoute(app, EVENTS_PATH, async (request, reply) => {
    // An EventSource stops asking at this status.
    if (context.eventConnections === 0) return reply.code(204).header('Cache-Control', 'no-store').send()
    const client = context.clientOf(request.raw)
    const start = await startOf(request, context)
    await follower.ready()
    const isCompressed = acceptsGzip(request.headers['accept-encoding'])
    if (request.method === 'HEAD') {
      sendHeaders(reply, isCompressed)
      return reply.raw.end()
    }
    // A client that has disconnected meanwhile would never be seen to leave.
    if (reply.raw.destroyed) return reply.hijack()
    // Nothing is awaited from here until the connection is entered: otherwise the slot could stay taken.
    const release = connections.reserve(client)
    sendHeaders(reply, isCompressed)
    const connection = new EventConnection(reply.raw, isCompressed)
    connections.enter(connection, release)
    reply.raw.once('close', () => connections.leave(connection))
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
  const { position, fault } = await positionSince(given, market, now)
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

/** The open event connections, limited in total and per client. The market is followed only while there are some. */
class EventConnections {
  readonly #follower: ChangeFollower
  readonly #context: EventsContext
  readonly #slots: Slots
  /** Each with the function that frees its slot. */
  readonly #open = new Map<EventConnection, () => void>()
  #timers: NodeJS.Timeout[] = []

  constructor(follower: ChangeFollower, context: EventsContext) {
    this.#follower = follower
    this.#context = context
    this.#slots = new Slots({
      max: context.eventConnections,
      maxPerClient: MAX_PER_CLIENT,
      onTaken: context.onEventConnections,
      refusal: (limit) =>
        limit === 'all'
          ? retryLater('UNAVAILABLE', 'too many connections are open; connect again later', RETRY_SECONDS)
          : retryLater(
              'TOO_MANY_REQUESTS',
              `${MAX_PER_CLIENT} connections from one address are already open; close one`,
              RETRY_SECONDS,
            ),
    })
    context.stopping.addEventListener('abort', () => {
      for (const connection of this.#open.keys()) connection.end()
    })
  }

  /** Reserves a connection for the client with this rate-limit key, and returns the function that gives it up. */
  reserve(client: string | null): () => void {
    if (this.#context.stopping.aborted)
      throw retryLater('UNAVAILABLE', 'this process is stopping; connect again', RESTART_SECONDS)
    return this.#slots.take(client)
  }

  enter(connection: EventConnection, release: () => void): void {
    this.#open.set(connection, release)
    if (this.#open.size > 1) return
    const check = () => void this.#follower.check().catch(this.#context.onFailure)
    this.#timers = [
      setInterval(check, CHECK_EVERY_MS),
      setInterval(() => this.#follower.beat(), BEAT_EVERY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  leave(connection: EventConnection): void {
    this.#follower.leave(connection)
    this.#open.get(connection)?.()
    this.#open.delete(connection)
    if (this.#open.size === 0) for (const timer of this.#timers) clearInterval(timer)
  }
}

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
