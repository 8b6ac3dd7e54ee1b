import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type Gate, isApiPath, optionsHeaders, pathOf } from '../api/gate.ts'
import { malformedAnswer, malformedBy } from '../api/malformed-request.ts'
import { createServer } from '../operate/http-server.ts'
import type { RequestWatch } from '../operate/request-watch.ts'
import type { ServiceMonitor } from '../operate/service-monitor.ts'
import type { Sender } from '../publish/sender.ts'
import { TooManyPastMoments } from '../reports/after-the-others.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { Problem, storeUnavailable, TemporarilyUnavailable } from '../request/problems.ts'
import { isStoreUnavailable } from '../store/engines/db.ts'
import { withoutFinalSlash } from '../web/address.ts'
import type { FailureReplies } from './failure-replies.ts'

/** A client that takes longer to send its request is disconnected. */
const REQUEST_MS = 30_000
/** Longer than the minute after which polling clients come back. */
const KEEP_ALIVE_MS = 72_000
const PAST_MOMENTS_RETRY_SECONDS = 10

export interface FrameworkContext {
  readonly market: () => ServedMarket
  readonly operation: ServiceMonitor
  readonly gate: Gate
  readonly requests: RequestWatch
  readonly sender: Sender
  readonly failures: FailureReplies
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number
  readonly log: FastifyBaseLogger
}

/** Creates the HTTP server with everything that holds for all requests, and no route yet. */
export function createFramework(context: FrameworkContext): FastifyInstance {
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

/**
 * Replies to an address that could not be decoded. The framework does not wait for this reply, so an error that was
 * not caught here would end the process.
 */
async function replyToBadAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  context: FrameworkContext,
): Promise<void> {
  const { gate, requests, failures } = context
  try {
    requests.begin(request, reply)
    closeConnectionWhenStopping(reply, context)
    const problem = await gate.enter(request, reply)
    await (problem ? failures.send(problem, reply) : failures.sendNotFound(reply))
  } catch (error) {
    requests.failed(request, reply, error)
    if (!reply.sent) reply.code(500).send()
  }
}

function addHooks(app: FastifyInstance, context: FrameworkContext): void {
  const { gate, requests } = context
  app.addHook('onRequest', async (request, reply) => {
    requests.begin(request, reply)
    const problem = await gate.enter(request, reply)
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
    closeConnectionWhenStopping(reply, context)
  })
}

function addErrorHandlers(app: FastifyInstance, { requests, failures }: FrameworkContext): void {
  app.setNotFoundHandler((_request, reply) => failures.sendNotFound(reply))
  app.setErrorHandler((thrown, request, reply) => {
    const error = thrown instanceof TooManyPastMoments ? pastMomentsBusy(thrown) : thrown
    if (error instanceof TemporarilyUnavailable) requests.busy(request)
    if (error instanceof Problem) return failures.send(error, reply)
    requests.failed(request, reply, error)
    if (isStoreUnavailable(error)) return failures.send(storeUnavailable(), reply)
    return failures.send(
      new Problem('INTERNAL', 'something went wrong on our side; it has been logged'),
      reply,
    )
  })
}

const pastMomentsBusy = ({ message }: TooManyPastMoments): TemporarilyUnavailable =>
  new TemporarilyUnavailable(
    `${message}; try again in ${PAST_MOMENTS_RETRY_SECONDS} seconds`,
    PAST_MOMENTS_RETRY_SECONDS,
  )

/** Repeats an answer that was sent before without asking the framework. */
function serverOf(
  handle: RequestListener,
  { sender, requests, operation, stopwatch }: FrameworkContext,
): Server {
  const answer: RequestListener = (request, response) => {
    const startedMs = stopwatch()
    const route = sender.sendCached(request, response)
    if (route === undefined) return handle(request, response)
    operation.metrics.answered('hit')
    requests.sentFromCache(request, response, route, () => stopwatch() - startedMs)
  }
  return createServer(
    {
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The gate refuses a request without Host in the error shape; Node would send an empty 400.
      requireHostHeader: false,
      // Nobody reads a body of requests that have none, so Node need not end it in several ticks.
      optimizeEmptyRequests: true,
    },
    answer,
  )
}

/** Asks clients with a kept-alive connection to open another one, which leads to another process. */
function closeConnectionWhenStopping(reply: FastifyReply, { operation }: FrameworkContext): void {
  if (operation.isStopping) reply.header('Connection', 'close')
}

/** False for a client that has disconnected or sent nothing. */
const isAnswered = (code: string | undefined, socket: Socket): boolean =>
  socket.writable && socket.bytesRead > 0 && code !== 'ECONNRESET'
