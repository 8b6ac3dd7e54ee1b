import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EVENTS_PATH } from '../asking/addresses.ts'
import { marketReaching } from '../asking/asked-changes.ts'
import type { MarketsAtHand } from '../asking/asked-moment.ts'
import { EVENT_PARAMETERS } from '../asking/feed-parameters.ts'
import { readQuery } from '../asking/parameters.ts'
import { type GivenPosition, refuseForeign, since } from '../asking/position.ts'
import { Problem } from '../asking/problems.ts'
import type { Instant } from '../market/calendar.ts'
import { acceptsGzip } from '../publish/encoding.ts'
import { readRoute } from '../publish/read-route.ts'
import { ChangeFollower } from './change-follower.ts'
import { EventConnection } from './event-connection.ts'

export interface EventsContext extends MarketsAtHand {
  readonly now: () => Instant
  /** The most connections at a time; 0 allows none. */
  readonly eventConnections: number
  /** For whom a request counts; `null` for the operator's own. */
  readonly clientOf: (request: IncomingMessage) => string | null
  readonly onEventConnections: (count: number) => void
  readonly onFailure: (error: unknown) => void
  readonly isStopping: () => boolean
  /** Calls back when the service has been asked to end. */
  readonly onStopping: (stop: () => void) => void
}

const LOOK_EVERY_MS = 500
/** What stands on the way mostly cuts off what has been silent for 50 or 60 seconds. */
export const BEAT_EVERY_MS = 45_000
const MOST_PER_CLIENT = 10
const RETRY_SECONDS = 60

/** Changes as they come, as server-sent events. */
export function eventRoutes(app: FastifyInstance, context: EventsContext): void {
  const follower = new ChangeFollower(context)
  const open = new Map<EventConnection, string | null>()
  let timers: NodeJS.Timeout[] = []
  context.onStopping(() => {
    for (const connection of open.keys()) connection.end()
  })

  readRoute(app, EVENTS_PATH, async (request, reply) => {
    const client = context.clientOf(request.raw)
    const begin = await asked(request)
    await follower.ready()
    // From here to the entering nothing is waited for: else many who come at once would all find room.
    if (request.method !== 'HEAD') refuseTooMany(client)
    const isCompressed = acceptsGzip(request.headers['accept-encoding'])
    begun(reply, isCompressed)
    if (request.method === 'HEAD') return reply.raw.end()
    // Who went away meanwhile would never be seen to leave.
    if (reply.raw.destroyed) return reply
    const connection = new EventConnection(reply.raw, isCompressed)
    enter(connection, client)
    reply.raw.once('close', () => leave(connection))
    try {
      await follower.join(connection, begin)
    } catch (error) {
      context.onFailure(error)
      connection.end()
    }
    return reply
  })

  /** Where a reader wants to go on: a browser that comes back says so in a header. */
  async function asked({ query, headers }: FastifyRequest): Promise<GivenPosition | undefined> {
    const { values } = readQuery(EVENT_PARAMETERS, query as Readonly<Record<string, unknown>>)
    const last = headers['last-event-id']
    const begin = typeof last === 'string' && last !== '' ? since.read('Last-Event-ID', last) : values.since
    if (begin === undefined) return undefined
    refuseForeign('since', begin, await marketReaching(context, begin), context.now())
    return begin
  }

  function refuseTooMany(client: string | null): void {
    const { eventConnections } = context
    const retry = { 'Retry-After': String(RETRY_SECONDS) }
    if (eventConnections === 0)
      throw new Problem('UNAVAILABLE', 'there are no events here; poll the changes instead', {}, retry)
    if (context.isStopping() || open.size >= eventConnections)
      throw new Problem('UNAVAILABLE', 'too many are connected just now; try again soon', {}, retry)
    if (client !== null && [...open.values()].filter((other) => other === client).length >= MOST_PER_CLIENT)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MOST_PER_CLIENT} connections of one client are open already; close one`,
        {},
        retry,
      )
  }

  function enter(connection: EventConnection, client: string | null): void {
    open.set(connection, client)
    context.onEventConnections(open.size)
    if (open.size > 1) return
    const look = () => void follower.look().catch(context.onFailure)
    timers = [setInterval(look, LOOK_EVERY_MS), setInterval(() => follower.beat(), BEAT_EVERY_MS)]
    for (const timer of timers) timer.unref()
  }

  function leave(connection: EventConnection): void {
    follower.leave(connection)
    open.delete(connection)
    context.onEventConnections(open.size)
    if (open.size === 0) for (const timer of timers) clearInterval(timer)
  }
}

/** The headers, at once: a reader knows then that it is connected. */
function begun(reply: FastifyReply, isCompressed: boolean): void {
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that collects answers before it passes them on would hold events back.
    'x-accel-buffering': 'no',
    vary: 'Accept-Encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  }
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) reply.raw.setHeader(name, value)
  // It ends with the connection, so that no event needs a frame around it.
  reply.raw.useChunkedEncodingByDefault = false
  reply.raw.flushHeaders()
}
