import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gate } from '../api/gate.ts'
import type { Config } from '../config.ts'
import { eventRoutes } from '../feeds/change-events.ts'
import { downloadRoutes } from '../feeds/downloads/download-routes.ts'
import type { FilesOfDay } from '../feeds/downloads/files-of-day.ts'
import { machineMs } from '../machine-clock.ts'
import { msOf } from '../market/calendar.ts'
import { processClient } from '../mcp/market-client.ts'
import { FAILED_HERE, mcpRoute } from '../mcp/mcp-route.ts'
import { HEALTH_PATHS, healthRoutes } from '../operate/health.ts'
import { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import { AnswerCache, type WantedAnswer } from '../publish/answer-cache.ts'
import { fixedRoutes } from '../publish/fixed-route.ts'
import { roundedUp } from '../publish/modification.ts'
import { readRoute, routedRequest } from '../publish/read-route.ts'
import { Sender } from '../publish/sender.ts'
import { type AnswerRoute, type AskedAnswer, findAnswer, type Redirection } from '../request/answer-route.ts'
import { clientAddressBehind } from '../request/client-address.ts'
import { Problem, storeUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { FAVICON } from '../web/mark/icons.tsx'
import { type AnswerContext, answerRoutes, openApiOf, siteWatch } from './answer-routes.ts'
import { fixedFiles } from './fixed-files.ts'
import { createHttpServer, httpServer } from './http-server.ts'

export interface AppContext extends AnswerContext {
  readonly config: AnswerContext['config'] &
    Pick<Config, 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE' | 'DOWNLOADS_AT_ONCE' | 'EVENT_CONNECTIONS'>
  /** The version in cache keys of answers; `null` while the store cannot be read. */
  readonly key: () => string | null
  readonly operation: ServiceMonitor
  /** The files that are built once a day. */
  readonly files: FilesOfDay
  /** Milliseconds that only grow, for measuring durations. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

export interface App {
  readonly server: FastifyInstance
  readonly cache: AnswerCache
  /** Makes an answer before it is requested. */
  readonly makeAhead: (wanted: WantedAnswer) => Promise<void>
}

/** Builds the HTTP server with every address of the service. */
export function buildApp(context: AppContext): App {
  const { config, market, operation, now, key, stopwatch, log } = context
  const clock = () => msOf(now())
  const addressOf = clientAddressBehind(config.TRUST_PROXY)
  const gate = new Gate({
    market,
    now: clock,
    addressOf,
    isBehindProxy: config.TRUST_PROXY.length > 0,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    unlimited: HEALTH_PATHS,
  })
  const requests = new RequestWatch(operation.metrics, log, addressOf)
  const cache = new AnswerCache({ isOutage, onOutcome: (outcome) => operation.metrics.answered(outcome) })
  const sender = new Sender({
    cache,
    gate,
    stopping: operation.stopping,
    now: clock,
    machineMs,
    createServer: createHttpServer,
    version: key,
  })
  const watch = siteWatch(context)
  const server = httpServer({ market, now, watch, operation, gate, requests, sender, stopwatch, log })
  const document = openApiOf(config)
  const routes = answerRoutes(context, document, watch)

  for (const route of routes) addAnswerRoute(server, route, { cache, sender, clock })
  const fixed = fixedRoutes(server, sender, roundedUp(clock()))
  addStreamingRoutes(server, context, { gate, sender, fixed })
  addMcpRoute(server, context, cache)
  healthRoutes(server, { market, operation, cache, now: clock })
  for (const { maxAgeSeconds, ...file } of fixedFiles(config.PUBLIC_URL, document)) fixed(file, maxAgeSeconds)
  readRoute(server, '/favicon.ico', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').redirect(FAVICON.path, 301),
  )

  const byPath = new Map(routes.map((route) => [route.path, route]))
  return {
    server,
    cache,
    async makeAhead({ request, encodings }) {
      const asked = await byPath.get(request.route)?.ask(request)
      if (!asked || 'redirectTo' in asked) return
      const { answer } = await findAnswer(cache, asked, clock())
      for (const encoding of encodings) await answer.bytes(encoding)
    },
  }
}

/** An address whose answer is found by its key, or made. */
function addAnswerRoute(
  app: FastifyInstance,
  { path, ask }: AnswerRoute<AskedAnswer | Redirection>,
  { cache, sender, clock }: { cache: AnswerCache; sender: Sender; clock: () => number },
): void {
  readRoute(app, path, async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = await ask(routedRequest(request))
    if ('redirectTo' in asked)
      return reply.header('Cache-Control', 'no-store').redirect(asked.redirectTo, 302)
    const found = await findAnswer(cache, asked, clock())
    return sender.send(request, reply, { ...asked, ...found })
  })
}

/** Tools for assistants, which read the same cached answers as the JSON endpoints. */
function addMcpRoute(app: FastifyInstance, context: AppContext, cache: AnswerCache): void {
  const { config, market, now, log } = context
  const { PUBLIC_URL: publicUrl } = config
  const onFailure = (error: unknown) => {
    log.error({ err: error }, 'a tool failed')
    return isStoreUnavailable(error) ? storeUnavailable().message : FAILED_HERE
  }
  const client = processClient(async (endpoint, request) => {
    const asked = await endpoint.ask(request, { ...context, publicUrl })
    const { answer } = await findAnswer(cache, asked, msOf(now()))
    return { body: String(await answer.bytes('identity')), headers: answer.meta.headers }
  }, onFailure)
  mcpRoute(app, { client, publicUrl, now, isDemo: () => market().demo, onFailure })
}

/** Downloads and event streams: responses that are written piece by piece. */
function addStreamingRoutes(
  app: FastifyInstance,
  context: AppContext,
  { gate, sender, fixed }: { gate: Gate; sender: Sender; fixed: ReturnType<typeof fixedRoutes> },
): void {
  const { config, market, catchUp, reach, operation, files, now, log } = context
  const served = { market, catchUp, reach, now, stopping: operation.stopping }
  downloadRoutes(app, {
    ...served,
    sender,
    fixed,
    files,
    atOnce: config.DOWNLOADS_AT_ONCE,
    clientOf: (request) => gate.clientKey(request),
    onDownloads: (count) => {
      operation.metrics.downloads.active = count
    },
  })
  eventRoutes(app, {
    ...served,
    eventConnections: config.EVENT_CONNECTIONS,
    clientOf: (request) => gate.clientOf(request),
    onEventConnections: (count) => {
      operation.metrics.eventConnections = count
    },
    onFailure: (error) => log.warn({ err: error }, 'changes could not be sent'),
  })
}

/** True for an error that lies with the store and not with the request, so that an earlier answer may be served. */
const isOutage = (error: unknown): boolean =>
  isStoreUnavailable(error) || (error instanceof Problem && error.code === 'UNAVAILABLE')
