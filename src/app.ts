import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ENDPOINTS } from './api/endpoints.ts'
import { Gate, isApiPath, METHODS, pathOf } from './api/gate.ts'
import { openApiDocument } from './api/openapi.ts'
import { marketRoutes } from './api/routes.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS, sendProblem } from './api/send.ts'
import { BASE } from './asking/addresses.ts'
import { Problem, problemBody } from './asking/problems.ts'
import type { Config } from './config.ts'
import { type Instant, msOf } from './market/calendar.ts'
import { Answer } from './publish/answer.ts'
import { AnswerCache } from './publish/answer-cache.ts'
import { MAX_AGE_SECONDS } from './publish/lifetime.ts'
import { readRoute, sendAnswer } from './publish/send.ts'
import { DEMO_NOTICE, disclaimerFor } from './reports/disclaimer.ts'
import { type ServedMarket, versionName } from './reports/served-market.ts'
import type { SourceChoice } from './reports/sources.ts'
import { isStoreUnavailable } from './store/db.ts'
import { docsPage } from './web/docs-page.tsx'
import { homePage } from './web/home-page.tsx'
import { notFoundPage } from './web/not-found-page.tsx'
import type { OpenApi } from './web/openapi-reading.ts'
import { STYLES, STYLES_PATH } from './web/styles.ts'

export interface AppContext {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE'>
  readonly market: () => ServedMarket
  readonly catchUp: (moment: Instant | null) => Promise<void>
  readonly sources: SourceChoice
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
}

const HTML = 'text/html; charset=utf-8'
/** A store that is busy or gone for a moment is mostly back by then. */
const RETRY_SECONDS = 5

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
      return problem ? fail(problem, reply as FastifyReply) : sendNotFound(request, reply as FastifyReply)
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
    if (request.method !== 'OPTIONS') return
    return reply
      .code(204)
      .headers({ ...PREFLIGHT_HEADERS, Allow: METHODS })
      .send()
  })
  app.addHook('onSend', async (request, reply) => gate.leave(request, reply))

  const cache = new AnswerCache()
  marketRoutes(app, { market, catchUp, sources, now, cache, publicUrl: config.PUBLIC_URL })
  readRoute(app, '/health', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .send({ ok: true, demo: market().demo, marketVersion: versionName(market()) }),
  )

  const document = openApiDocument(config.PUBLIC_URL) as OpenApi
  const fixed = (path: string, contentType: string, body: string, demoBody = body) => {
    const fixedAnswer = (content: string) =>
      new Answer({
        body: content,
        contentType,
        headers: {},
        modifiedAt: msOf(now()),
        changesAt: null,
        maxAgeSeconds: MAX_AGE_SECONDS,
      })
    const [answer, demoAnswer] = [fixedAnswer(body), fixedAnswer(demoBody)]
    readRoute(app, path, (request, reply) =>
      sendAnswer(request, reply, market().demo ? demoAnswer : answer, msOf(now())),
    )
  }
  fixed('/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document, null, 2))
  fixed('/docs', HTML, docsPage(document), docsPage(document, DEMO_NOTICE))
  fixed(STYLES_PATH, 'text/css; charset=utf-8', STYLES)
  fixed('/', HTML, homePage(homeProps(false)), homePage(homeProps(true)))

  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) return fail(error, reply)
    request.log.error({ err: error, url: request.url }, 'a request failed')
    if (isStoreUnavailable(error)) {
      const retry = { 'Retry-After': String(RETRY_SECONDS) }
      return fail(
        new Problem('UNAVAILABLE', 'the data cannot be reached just now; try again soon', {}, retry),
        reply,
      )
    }
    return fail(new Problem('INTERNAL', 'something went wrong on our side; it has been logged'), reply)
  })
  return app

  function fail(problem: Problem, reply: FastifyReply): FastifyReply {
    return sendProblem(reply, problem, disclaimerFor(market()))
  }

  function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (isApiPath(pathOf(request))) {
      return fail(
        new Problem('NOT_FOUND', `there is nothing at this path; ${BASE} lists what there is`),
        reply,
      )
    }
    return reply.code(404).type(HTML).header('Cache-Control', 'no-store').send(notFoundPage())
  }
}

const homeProps = (demo: boolean) => ({
  disclaimer: disclaimerFor({ demo }),
  endpoints: ENDPOINTS.map(({ path, summary, description, operationId, hasSlug }) => ({
    path,
    href: hasSlug ? `/docs#${operationId}` : path,
    summary,
    description,
  })),
  ...(demo && { notice: DEMO_NOTICE }),
})

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
    ...Object.entries(CORS_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
