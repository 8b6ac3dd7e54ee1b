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
import { ChangeFollower, type EventsStart } from './change-follower.ts'
import { EventConnection } from './event-connection.ts'
import { EventConnections, type EventConnectionsContext } from './event-connections.ts'

export interface EventsContext extends ServedMarkets, EventConnectionsContext {
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
