import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { DEMO_NOTICE, disclaimerFor } from './api/disclaimer.ts'
import { BASE, ENDPOINTS } from './api/endpoints.ts'
import { clientOf, FloodGuard, isLoopback } from './api/flood-guard.ts'
import { openApiDocument } from './api/openapi.ts'
import { ApiProblem, problemBody } from './api/problems.ts'
import { marketRoutes } from './api/routes.ts'
import { CORS_HEADERS, PREFLIGHT_HEADERS, sendAnswer, sendProblem } from './api/send.ts'
import type { Config } from './config.ts'
import { type Instant, msOf } from './market/calendar.ts'
import { Answer } from './publish/answer.ts'
import { AnswerCache } from './publish/answer-cache.ts'
import { PAST_MAX_AGE_SECONDS } from './publish/lifetime.ts'
import { type ServedMarket, versionName } from './reports/served-market.ts'
import { docsPage } from './web/docs-page.tsx'
import { homePage } from './web/home-page.tsx'
import { notFoundPage } from './web/not-found-page.tsx'
import type { OpenApi } from './web/openapi-reading.ts'
import { STYLES, STYLES_PATH } from './web/styles.ts'

export interface AppContext {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE'>
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly log: FastifyBaseLogger
}

const METHODS = 'GET, HEAD, OPTIONS'
const HTML = 'text/html; charset=utf-8'
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** The whole HTTP surface. */
export function buildApp(context: AppContext): FastifyInstance {
  const { config, market, now, log } = context
  const isBehindProxy = config.TRUST_PROXY.length > 0
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isBehindProxy ? [...config.TRUST_PROXY] : false,
    routerOptions: { maxParamLength: 1000, caseSensitive: true },
    requestTimeout: 30_000,
    frameworkErrors: (_error, request, reply) => sendNotFound(request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => socket.end(malformedRequest(error.code, disclaimerFor(market()))),
  })

  guardFloods(app, context)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    if (isApi(request) || request.url === '/openapi.json') reply.headers(CORS_HEADERS)
    if (request.url.startsWith(BASE)) reply.header('X-Market-Version', versionName(market()))
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers({ ...PREFLIGHT_HEADERS, Allow: METHODS })
        .send()
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new ApiProblem(
        'METHOD_NOT_ALLOWED',
        `use GET or HEAD: this service is read-only`,
        {},
        { Allow: METHODS },
      )
    }
  })

  marketRoutes(app, { market, now, cache: new AnswerCache(), publicUrl: config.PUBLIC_URL })
  app.get('/health', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .send({ ok: true, demo: market().demo, marketVersion: versionName(market()) }),
  )

  const document = openApiDocument(config.PUBLIC_URL)
  const fixed = (path: string, contentType: string, body: string) => {
    const answer = new Answer({
      body,
      contentType,
      headers: {},
      modifiedAt: msOf(now()),
      changesAt: null,
      maxAgeSeconds: PAST_MAX_AGE_SECONDS,
    })
    app.get(path, (request, reply) => sendAnswer(request, reply, answer, msOf(now())))
  }
  fixed('/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document, null, 2))
  fixed('/docs', HTML, docsPage(document as OpenApi))
  fixed(STYLES_PATH, 'text/css; charset=utf-8', STYLES)
  app.get('/', (_request, reply) => {
    const endpoints = ENDPOINTS.map(({ path, summary, description, operationId, hasSlug }) => ({
      path,
      href: hasSlug ? `/docs#${operationId}` : path,
      summary,
      description,
    }))
    const { demo } = market()
    const page = homePage({
      disclaimer: disclaimerFor({ demo }),
      endpoints,
      ...(demo && { notice: DEMO_NOTICE }),
    })
    return reply.type(HTML).header('Cache-Control', 'public, max-age=60').send(page)
  })

  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ApiProblem) return sendProblem(reply, error, disclaimerFor(market()))
    request.log.error({ err: error, url: request.url }, 'a request failed')
    const problem = new ApiProblem('INTERNAL', 'something went wrong on our side; it has been logged')
    return sendProblem(reply, problem, disclaimerFor(market()))
  })
  return app

  function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers({ ...SECURITY_HEADERS, ...(isApi(request) && CORS_HEADERS) })
    if (!isApi(request))
      return reply.code(404).type(HTML).header('Cache-Control', 'no-store').send(notFoundPage())
    const problem = new ApiProblem('NOT_FOUND', `there is nothing at this path; ${BASE} lists what there is`)
    return sendProblem(reply, problem, disclaimerFor(market()))
  }
}

const isApi = (request: FastifyRequest): boolean => request.url.startsWith('/api/') || request.url === '/api'

/** Refuses clients that ask far more often than the terms of use allow. */
function guardFloods(app: FastifyInstance, { config, now }: AppContext): void {
  if (config.REQUESTS_PER_MINUTE === 0) return
  const guard = new FloodGuard(config.REQUESTS_PER_MINUTE)
  const isExempt = (request: FastifyRequest) =>
    config.TRUST_PROXY.length === 0 && isLoopback(request.socket.remoteAddress ?? '')

  app.addHook('onRequest', async (request, reply) => {
    reply.header('RateLimit-Policy', guard.policy)
    if (isExempt(request) || request.url === '/health') return
    const { allowed, remaining, resetSeconds } = guard.take(clientOf(request.ip), msOf(now()))
    // Left standing only on answers that no cache may keep: see the next hook.
    reply.header('RateLimit', `"flood";r=${remaining};t=${resetSeconds}`)
    if (allowed) return
    reply.headers({ ...SECURITY_HEADERS, ...(isApi(request) && CORS_HEADERS) })
    throw new ApiProblem(
      'TOO_MANY_REQUESTS',
      `more than ${config.REQUESTS_PER_MINUTE} requests in a minute; wait ${resetSeconds} seconds, and poll once a minute`,
      {},
      { 'Retry-After': String(resetSeconds) },
    )
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('Cache-Control') !== 'no-store') reply.removeHeader('RateLimit')
    if (reply.statusCode === 304 && !isExempt(request))
      guard.refundNotModified(clientOf(request.ip), msOf(now()))
  })
}

/** What is no HTTP at all gets the error shape too. */
function malformedRequest(code: string | undefined, disclaimer: string): string {
  const isTooLarge = code === 'HPE_HEADER_OVERFLOW'
  const problem = new ApiProblem(
    'INVALID_PARAMETER',
    isTooLarge ? 'the request headers are too large' : 'the request is not valid HTTP',
  )
  const body = JSON.stringify(problemBody(problem, disclaimer))
  return [
    `HTTP/1.1 ${isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
