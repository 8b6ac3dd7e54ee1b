import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { liveExamples, refusedExample } from '../api/examples.ts'
import { Gate, isApiPath, METHODS, pathOf } from '../api/gate.ts'
import { malformedAnswer, malformedBy } from '../api/malformed-request.ts'
import { openApiDocument } from '../api/openapi.ts'
import { marketRoutes } from '../api/routes.ts'
import { PREFLIGHT_HEADERS, sendProblem } from '../api/send.ts'
import type { Config } from '../config.ts'
import { eventRoutes } from '../feeds/change-events.ts'
import { downloadRoutes } from '../feeds/download-routes.ts'
import { isPostponed, sendPostponed } from '../feeds/postponed-events.ts'
import { feedRoutes } from '../feeds/routes.ts'
import { inMilliseconds } from '../machine-clock.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import { HEALTH_PATHS, healthRoutes } from '../operate/health.ts'
import { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import { Answer } from '../publish/answer.ts'
import { AnswerCache } from '../publish/answer-cache.ts'
import { MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { readRoute } from '../publish/read-route.ts'
import { Sender } from '../publish/sender.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { clientAddressBehind } from '../request/client-address.ts'
import type { MarketQuery } from '../request/market-query.ts'
import { BASE } from '../request/paths.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { withoutFinalSlash } from '../web/address.ts'
import { type Asset, FAVICON, SCRIPT, STYLES } from '../web/assets.ts'
import { robotsText } from '../web/crawlers/robots.ts'
import { crawlerRoutes } from '../web/crawlers/routes.ts'
import type { OpenApi } from '../web/developers/openapi-reading.ts'
import { sendFailure } from '../web/failures/failures.ts'
import { webRoutes } from '../web/routes.ts'
import { SiteWatch } from '../web/site.ts'

export interface AppContext {
  readonly config: Pick<
    Config,
    'PUBLIC_URL' | 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE' | 'DOWNLOADS_AT_ONCE' | 'EVENT_CONNECTIONS'
  >
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly sources: SourceChoice
  readonly operation: ServiceMonitor
  /** Where files that are made for downloads are kept. */
  readonly folder: () => Promise<string>
  readonly now: () => Instant
  /** Milliseconds that only ever grow, for measuring how long something took. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

/** An asset's address changes with its content. */
const KEEP_FOR_EVER_SECONDS = 365 * 86_400
const KEEP_A_DAY_SECONDS = 86_400
/** Whoever takes longer to send a request is cut off. */
const REQUEST_MS = 30_000
/** Longer than the minute in which pollers come back. */
const KEEP_ALIVE_MS = 72_000

/** The whole HTTP surface. */
export function buildApp(context: AppContext): FastifyInstance {
  const { config, market, catchUp, sources, operation, folder, now, stopwatch, log } = context
  const isBehindProxy = config.TRUST_PROXY.length > 0
  const requestsPerMinute = config.REQUESTS_PER_MINUTE
  const addressOf = clientAddressBehind(config.TRUST_PROXY)
  const clock = inMilliseconds(now)
  const isEnding = () => operation.isStopping
  const gate = new Gate({
    market,
    now: clock,
    addressOf,
    isBehindProxy,
    requestsPerMinute,
    unlimited: HEALTH_PATHS,
  })
  const requests = new RequestWatch(operation.metrics, log, addressOf)
  const sender = new Sender({
    now: clock,
    source: market,
    admits: (request, at, isNotModified) => gate.admits(request, at, isNotModified),
    onSending: (reply) => gate.leave(reply),
    onNotModified: (request) => gate.refundNotModified(request),
    isEnding,
  })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 1000 },
    exposeHeadRoutes: false,
    serverFactory: (handler) => serverOf(handler as RequestListener),
    frameworkErrors: (_error, request, reply) => {
      requests.begin(request, reply as FastifyReply)
      leaveConnection(reply as FastifyReply)
      const problem = gate.enter(request, reply as FastifyReply)
      return problem ? fail(problem, reply as FastifyReply) : sendNotFound(reply as FastifyReply)
    },
    return503OnClosing: false,
    // The other side may never close its half; a socket that sent no HTTP is not worth keeping.
    clientErrorHandler: (error, socket) => {
      const malformed = malformedBy(error.code)
      if (isAnswered(error.code, socket))
        requests.malformed(malformed.status, error.code, socket.remoteAddress)
      socket.end(malformedAnswer(malformed, disclaimerFor(market())), () => socket.destroy())
    },
  })
  // Bodies are not read, so that no 100 is sent: Node would write it into the answer to a pipelined request.
  for (const expectation of ['checkExpectation', 'checkContinue'])
    app.server.on(expectation, (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', async (request, reply) => {
    requests.begin(request, reply)
    const problem = gate.enter(request, reply)
    if (problem) throw problem
    if (request.method === 'OPTIONS') {
      return reply
        .code(204)
        .headers({ ...PREFLIGHT_HEADERS, Allow: METHODS })
        .send()
    }
    const page = isApiPath(pathOf(request)) ? undefined : withoutFinalSlash(request.url)
    return page === undefined ? undefined : reply.redirect(page, 308)
  })
  app.addHook('onSend', async (_request, reply) => {
    gate.leave(reply)
    leaveConnection(reply)
  })

  const cache = new AnswerCache({ isOutage, onAsked: (outcome) => operation.metrics.answered(outcome) })
  const publicUrl = config.PUBLIC_URL
  const watch = new SiteWatch(sources, publicUrl)
  const document = openApiDocument(publicUrl) as OpenApi
  const live = async (asked: MarketQuery) => ({
    answers: await liveExamples(asked, { publicUrl, sources }),
    refusal: refusedExample(asked),
  })
  marketRoutes(app, { market, catchUp, sources, now, cache, sender, publicUrl })
  webRoutes(app, { document, live, sources, publicUrl, market, catchUp, now, cache, sender, watch })
  feedRoutes(app, { market, catchUp, now, cache, sender, publicUrl })
  const atOnce = config.DOWNLOADS_AT_ONCE
  downloadRoutes(app, {
    market,
    catchUp,
    now,
    sender,
    isEnding,
    fixed,
    folder,
    atOnce,
    clientOf: (request) => gate.clientKey(request),
    onDownloads: (count) => {
      operation.metrics.downloadsActive = count
    },
  })
  eventRoutes(app, {
    market,
    catchUp,
    now,
    eventConnections: config.EVENT_CONNECTIONS,
    clientOf: (request) => gate.clientOf(request),
    onEventConnections: (count) => {
      operation.metrics.eventConnections = count
    },
    onFailure: (error) => log.warn({ err: error }, 'changes could not be sent'),
    isStopping: () => operation.isStopping,
    onStopping: (stop) => operation.onStopping(stop),
  })
  crawlerRoutes(app, { market, now, cache, sender, publicUrl })
  healthRoutes(app, { market, operation, cache, now: clock })
  const openApi = JSON.stringify(document, null, 2)
  fixed({ path: '/openapi.json', contentType: 'application/json; charset=utf-8', body: openApi })
  for (const asset of [STYLES, SCRIPT]) fixed(asset, KEEP_FOR_EVER_SECONDS)
  fixed(FAVICON, KEEP_A_DAY_SECONDS)
  fixed({ path: '/robots.txt', contentType: 'text/plain; charset=utf-8', body: robotsText(publicUrl) })

  app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TemporarilyUnavailable) requests.busy(request)
    if (error instanceof Problem) return fail(error, reply)
    requests.failed(request, reply, error)
    if (isStoreUnavailable(error)) return fail(storeUnavailable(), reply)
    return fail(new Problem('INTERNAL', 'something went wrong on our side; it has been logged'), reply)
  })
  return app

  /** What was asked and answered before is answered again before the framework sees it. */
  function serverOf(handle: RequestListener): Server {
    const answer: RequestListener = (request, response) => {
      const begun = stopwatch()
      const route = sender.sendAgain(request, response)
      if (route === undefined) return handle(request, response)
      operation.metrics.answered('hit')
      requests.sentAtOnce(request, response, route, () => stopwatch() - begun)
    }
    // A request without Host is refused by the gate, in the error shape, and not by Node with an empty 400.
    return createServer(
      { requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
      answer,
    )
  }

  /** Near the end, clients with a kept connection are told to take another, which leads elsewhere. */
  function leaveConnection(reply: FastifyReply): void {
    if (operation.isStopping) reply.header('Connection', 'close')
  }

  /** Programs get the error shape, people a page. */
  function fail(problem: Problem, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const path = pathOf(reply.request)
    if (isPostponed(reply.request, path, problem)) return sendPostponed(reply, problem, operation.metrics)
    if (isApiPath(path)) return sendProblem(reply, problem, disclaimerFor(market()))
    return sendFailure(reply, problem, path, { market, now, watch })
  }

  /** A path that is the same until the next release. */
  function fixed({ path, contentType, body }: Asset, maxAgeSeconds = MAX_AGE_SECONDS): void {
    const made = { body, contentType, headers: {}, modifiedAt: msOf(now()), changesAt: null, maxAgeSeconds }
    const answer = new Answer(made)
    const repeatable = { source: null, until: Number.POSITIVE_INFINITY }
    readRoute(app, path, (request, reply) => sender.send(request, reply, { answer, repeatable }))
  }

  function sendNotFound(reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const message = isApiPath(pathOf(reply.request))
      ? `there is nothing at this path; ${BASE} lists what there is`
      : 'there is no page at this address'
    return fail(new Problem('NOT_FOUND', message), reply)
  }
}

/** What keeps an answer from being made although nothing is wrong with the question. */
const isOutage = (error: unknown): boolean =>
  isStoreUnavailable(error) || (error instanceof Problem && error.code === 'UNAVAILABLE')

/** A client that went away, or never asked anything, gets no answer. */
const isAnswered = (code: string | undefined, socket: Socket): boolean =>
  socket.writable && socket.bytesRead > 0 && code !== 'ECONNRESET'
