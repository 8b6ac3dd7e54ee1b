import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { liveExamples, refusedExample } from './api/examples.ts'
import { Gate, isApiPath, METHODS, pathOf } from './api/gate.ts'
import { openApiDocument } from './api/openapi.ts'
import { marketRoutes } from './api/routes.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS, sendProblem } from './api/send.ts'
import { BASE } from './asking/addresses.ts'
import type { Asked } from './asking/asked.ts'
import { Problem, problemBody, storeAway } from './asking/problems.ts'
import type { Config } from './config.ts'
import { type Instant, msOf } from './market/calendar.ts'
import { Answer } from './publish/answer.ts'
import { AnswerCache } from './publish/answer-cache.ts'
import { MAX_AGE_SECONDS } from './publish/lifetime.ts'
import { readRoute, sendAnswer } from './publish/send.ts'
import { disclaimerFor } from './reports/disclaimer.ts'
import { type ServedMarket, versionName } from './reports/served-market.ts'
import type { SourceChoice } from './reports/sources.ts'
import { isStoreUnavailable } from './store/db.ts'
import { withoutFinalSlash } from './web/address.ts'
import { type Asset, FAVICON, SCRIPT, STYLES } from './web/assets.ts'
import { robotsText } from './web/crawlers/robots.ts'
import { crawlerRoutes } from './web/crawlers/routes.ts'
import type { OpenApi } from './web/developers/openapi-reading.ts'
import { sendFailure } from './web/failures/failures.ts'
import { webRoutes } from './web/routes.ts'
import { SiteWatch } from './web/site.ts'

export interface AppContext {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE'>
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<ServedMarket>
  readonly sources: SourceChoice
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
}

/** An asset's address changes with its content. */
const KEEP_FOR_EVER_SECONDS = 365 * 86_400
const KEEP_A_DAY_SECONDS = 86_400

/** The whole HTTP surface. */
export function buildApp({ config, market, catchUp, sources, now, log }: AppContext): FastifyInstance {
  const isBehindProxy = config.TRUST_PROXY.length > 0
  const gate = new Gate({ market, now, isBehindProxy, requestsPerMinute: config.REQUESTS_PER_MINUTE })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isBehindProxy ? [...config.TRUST_PROXY] : false,
    routerOptions: { maxParamLength: 1000 },
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    // A request without Host is refused by the gate, in the error shape, and not by Node with an empty 400.
    http: { requireHostHeader: false },
    frameworkErrors: (_error, request, reply) => {
      const problem = gate.enter(request, reply as FastifyReply)
      return problem ? fail(problem, reply as FastifyReply) : sendNotFound(reply as FastifyReply)
    },
    return503OnClosing: false,
    // The other side may never close its half; a socket that sent no HTTP is not worth keeping.
    clientErrorHandler: (error, socket) =>
      socket.end(malformedRequest(error.code, disclaimerFor(market())), () => socket.destroy()),
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', async (request, reply) => {
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
  app.addHook('onSend', async (request, reply) => gate.leave(request, reply))

  const cache = new AnswerCache({ isOutage })
  const publicUrl = config.PUBLIC_URL
  const watch = new SiteWatch(sources, publicUrl)
  const document = openApiDocument(publicUrl) as OpenApi
  const live = async (asked: Asked) => ({
    answers: await liveExamples(asked, { publicUrl, sources }),
    refusal: refusedExample(asked),
  })
  marketRoutes(app, { market, catchUp, sources, now, cache, publicUrl })
  webRoutes(app, { document, live, sources, publicUrl, market, catchUp, now, cache, watch })
  crawlerRoutes(app, { market, now, cache, publicUrl })
  readRoute(app, '/health', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .send({ ok: true, demo: market().demo, marketVersion: versionName(market()) }),
  )
  const openApi = JSON.stringify(document, null, 2)
  fixed({ path: '/openapi.json', contentType: 'application/json; charset=utf-8', body: openApi })
  for (const asset of [STYLES, SCRIPT]) fixed(asset, KEEP_FOR_EVER_SECONDS)
  fixed(FAVICON, KEEP_A_DAY_SECONDS)
  fixed({ path: '/robots.txt', contentType: 'text/plain; charset=utf-8', body: robotsText(publicUrl) })

  app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) return fail(error, reply)
    request.log.error({ err: error, url: request.url }, 'a request failed')
    if (isStoreUnavailable(error)) return fail(storeAway(), reply)
    return fail(new Problem('INTERNAL', 'something went wrong on our side; it has been logged'), reply)
  })
  return app

  /** Programs get the error shape, people a page. */
  function fail(problem: Problem, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const path = pathOf(reply.request)
    if (isApiPath(path)) return sendProblem(reply, problem, disclaimerFor(market()))
    return sendFailure(reply, problem, path, { market, now, watch })
  }

  /** A path that is the same until the next release. */
  function fixed({ path, contentType, body }: Asset, maxAgeSeconds = MAX_AGE_SECONDS): void {
    const made = { body, contentType, headers: {}, modifiedAt: msOf(now()), changesAt: null, maxAgeSeconds }
    const answer = new Answer(made)
    readRoute(app, path, (request, reply) => sendAnswer(request, reply, answer, msOf(now())))
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

/** What is no HTTP at all gets the error shape too. */
const MALFORMED: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'the request headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'the request did not arrive in time' },
}
const NO_HTTP = { status: '400 Bad Request', message: 'the request is not valid HTTP' }

function malformedRequest(code: string | undefined, disclaimer: string): string {
  const { status, message } = MALFORMED[code ?? ''] ?? NO_HTTP
  const problem = new Problem('INVALID_PARAMETER', message)
  const body = JSON.stringify(problemBody(problem, disclaimer))
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...Object.entries(CORS_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
