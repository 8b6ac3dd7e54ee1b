import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../publish/encoding.ts'
import { readRoute } from '../publish/read-route.ts'
import { wasReached } from '../reports/changes/changes-end.ts'
import { marketReaching } from '../request/changes-query.ts'
import { EVENT_PARAMETERS } from '../request/feed-parameters.ts'
import type { ServedMarkets } from '../request/market-at-moment.ts'
import { readQuery } from '../request/parameters.ts'
import { EVENTS_PATH } from '../request/paths.ts'
import { readPosition, unknownPositionFault } from '../request/position.ts'
import { Problem } from '../request/problems.ts'
import { ChangeFollower, type EventsStart } from './change-follower.ts'
import { EventConnection } from './event-connection.ts'

export interface EventsContext extends ServedMarkets {
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
/** Another process, or this one anew, answers by then. */
const RESTART_SECONDS = 5

/** Changes as they come, as server-sent events. */
export function eventRoutes(app: FastifyInstance, context: EventsContext): void {
  const follower = new ChangeFollower(context)
  const open = new Map<EventConnection, string | null>()
  let timers: NodeJS.Timeout[] = []
  context.onStopping(() => {
    for (const connection of open.keys()) connection.end()
  })

  readRoute(app, EVENTS_PATH, async (request, reply) => {
    // The status at which an EventSource stops asking.
    if (context.eventConnections === 0) return reply.code(204).header('Cache-Control', 'no-store').send()
    const client = context.clientOf(request.raw)
    const start = await startOf(request)
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
      await follower.join(connection, start)
    } catch (error) {
      context.onFailure(error)
      connection.end()
    }
    return reply
  })

  /** A browser that comes back names the id of its last event in a header, which goes before `since`. */
  async function startOf({ query, headers }: FastifyRequest): Promise<EventsStart> {
    const { values } = readQuery(EVENT_PARAMETERS, query as Readonly<Record<string, unknown>>)
    const last = headers['last-event-id']
    const isResumed = typeof last === 'string' && last !== ''
    const given = isResumed ? (readPosition(last) ?? 'reset') : (values.since ?? 'end')
    if (typeof given === 'string') return given
    const market = await marketReaching(context, given)
    const problem = unknownPositionFault('since', given, market, context.now())
    if (problem?.code === 'UNAVAILABLE') throw problem
    // A position as of a past moment may be given as `since`, at which the store was with fewer versions.
    const isOurs =
      problem === undefined && (!isResumed || (await wasReached(market.db, given, market.version)))
    return isOurs ? given : 'reset'
  }

  function refuseTooMany(client: string | null): void {
    const { eventConnections } = context
    const retry = { 'Retry-After': String(RETRY_SECONDS) }
    if (context.isStopping())
      throw new Problem(
        'UNAVAILABLE',
        'this process is ending; connect again',
        {},
        { 'Retry-After': String(RESTART_SECONDS) },
      )
    if (open.size >= eventConnections)
      throw new Problem('UNAVAILABLE', 'too many connections are open; connect again later', {}, retry)
    if (client !== null && [...open.values()].filter((other) => other === client).length >= MOST_PER_CLIENT)
      throw new Problem(
        'TOO_MANY_REQUESTS',
        `${MOST_PER_CLIENT} connections from one address are open already; close one`,
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
