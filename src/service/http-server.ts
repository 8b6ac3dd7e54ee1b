import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Gate } from '../api/gate.ts'
import { isApiPath, optionsHeaders, pathOf } from '../api/headers.ts'
import { malformedAnswer, malformedBy, sendProblem } from '../api/send-problem.ts'
import { isPostponed, sendPostponed } from '../feeds/change-events.ts'

import type { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import type { Sender } from '../publish/sender.ts'
import { type CreateServer, EMPTY_REQUESTS } from '../publish/speed.ts'
import { TooManyPastMoments } from '../reports/after-the-others.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { BASE } from '../request/paths.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { withoutFinalSlash } from '../web/address.ts'
import { type FailureContext, sendFailure } from '../web/failures/failures.ts'
import { createServer } from './create-server.ts'

/** A client that takes longer to send its request is disconnected. */
const REQUEST_MS = 30_000
/** Longer than the minute after which polling clients come back. */
const KEEP_ALIVE_MS = 72_000
const PAST_MOMENTS_RETRY_SECONDS = 10

export interface HttpServerContext extends FailureContext {
  readonly operation: ServiceMonitor
  readonly gate: Gate
  readonly requests: RequestWatch
  readonly sender: Sender
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

/** Creates the HTTP server with everything that holds for all requests, and no route yet. */
export function httpServer(context: HttpServerContext): FastifyInstance {
  const { market, requests } = context
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 1000 },
    exposeHeadRoutes: false,
    serverFactory: (handler) => serverOf(handler as RequestListener, context),
    frameworkErrors: (_error, request, reply) => replyToBadAddress(request, reply as FastifyReply, context),
    return503OnClosing: false,
    // The client may never close its side, so the socket is destroyed: one that sent no HTTP is not worth keeping.
    clientErrorHandler: (error, socket) => {
      const malformed = malformedBy(error.code)
      if (isAnswered(error.code, socket))
        requests.malformed(malformed.status, error.code, socket.remoteAddress)
      socket.end(malformedAnswer(malformed, disclaimerFor(market())), () => socket.destroy())
    },
  })
  // No "100 Continue" is sent: Node would write it into the answer to a pipelined request. Only /mcp reads bodies, and
  // clients send a body without it after a second.
  for (const expectation of ['checkExpectation', 'checkContinue'])
    app.server.on(expectation, (request, response) => app.server.emit('request', request, response))
  addHooks(app, context)
  addErrorHandlers(app, context)
  return app
}

/** Sends the answers of known addresses without asking the framework. */
function serverOf(
  handle: RequestListener,
  { sender, requests, operation, stopwatch }: HttpServerContext,
): ReturnType<typeof createServer> {
  const answer: RequestListener = (request, response) => {
    const startedMs = stopwatch()
    const route = sender.repeat(request, response)
    if (route === undefined) return handle(request, response)
    operation.metrics.answered('hit')
    requests.sentFromCache(request, response, route, () => stopwatch() - startedMs)
  }
  return createHttpServer(answer)
}

/** Creates the server that answers, and the one by which `RepeatedHeads` learns what this version of Node sends. */
export const createHttpServer: CreateServer = (answer) =>
  createServer(
    {
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The gate refuses a request without Host in the error shape; Node would send an empty 400.
      requireHostHeader: false,
      ...EMPTY_REQUESTS,
    },
    answer,
  )

function addHooks(app: FastifyInstance, { gate, requests, operation }: HttpServerContext): void {
  app.addHook('onRequest', async (request, reply) => {
    requests.begin(request, reply)
    const problem = gate.enter(request, reply)
    if (problem) throw problem
    if (request.method === 'OPTIONS') {
      return reply
        .code(204)
        .headers(optionsHeaders(pathOf(request)))
        .send()
    }
    const page = isApiPath(pathOf(request)) ? undefined : withoutFinalSlash(request.url)
    return page === undefined ? undefined : reply.redirect(page, 308)
  })
  app.addHook('onSend', async (_request, reply) => {
    gate.leave(reply)
    closeConnectionWhenStopping(reply, operation)
  })
}

function addErrorHandlers(app: FastifyInstance, context: HttpServerContext): void {
  const { requests } = context
  app.setNotFoundHandler((_request, reply) => replyNotFound(reply, context))
  app.setErrorHandler((thrown, request, reply) => {
    const error = thrown instanceof TooManyPastMoments ? pastMomentsBusy(thrown) : thrown
    if (error instanceof TemporarilyUnavailable) requests.busy(request)
    if (error instanceof Problem) return replyTo(error, reply, context)
    requests.failed(request, reply, error)
    if (isStoreUnavailable(error)) return replyTo(storeUnavailable(), reply, context)
    const internal = new Problem('INTERNAL', 'something went wrong on our side; it has been logged')
    return replyTo(internal, reply, context)
  })
}

/** Replies to a request that failed: programs get the error shape, people get a page. */
function replyTo(
  problem: Problem,
  reply: FastifyReply,
  context: HttpServerContext,
): FastifyReply | Promise<FastifyReply> {
  const path = pathOf(reply.request)
  if (isPostponed(reply.request, path, problem))
    return sendPostponed(reply, problem, context.operation.metrics)
  if (isApiPath(path)) return sendProblem(reply, problem, disclaimerFor(context.market()))
  return sendFailure(reply, problem, path, context)
}

function replyNotFound(reply: FastifyReply, context: HttpServerContext) {
  const message = isApiPath(pathOf(reply.request))
    ? `there is nothing at this path; ${BASE} lists what there is`
    : 'there is no page at this address'
  return replyTo(new Problem('NOT_FOUND', message), reply, context)
}

/**
 * Replies to an address that could not be decoded. The framework does not wait for this reply, so an error that was
 * not caught here would end the process.
 */
async function replyToBadAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  context: HttpServerContext,
): Promise<void> {
  const { gate, requests, operation } = context
  try {
    requests.begin(request, reply)
    closeConnectionWhenStopping(reply, operation)
    const problem = gate.enter(request, reply)
    await (problem ? replyTo(problem, reply, context) : replyNotFound(reply, context))
  } catch (error) {
    requests.failed(request, reply, error)
    if (!reply.sent) reply.code(500).send()
  }
}

const pastMomentsBusy = ({ message }: TooManyPastMoments): TemporarilyUnavailable =>
  new TemporarilyUnavailable(
    `${message}; try again in ${PAST_MOMENTS_RETRY_SECONDS} seconds`,
    PAST_MOMENTS_RETRY_SECONDS,
  )

/** Asks clients with a kept-alive connection to open another one, which leads to another process. */
function closeConnectionWhenStopping(reply: FastifyReply, { stopping }: ServiceMonitor): void {
  if (stopping.aborted) reply.header('Connection', 'close')
}

/** False for a client that has disconnected or sent nothing. */
const isAnswered = (code: string | undefined, socket: Socket): boolean =>
  socket.writable && socket.bytesRead > 0 && code !== 'ECONNRESET'
