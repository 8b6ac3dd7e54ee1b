import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { HEALTH_PATHS } from './health.ts'
import type { Metrics } from './metrics.ts'
import { truncatedClient } from './truncated-client.ts'

const SLOW_MS = 1000
/** Enough to see what was asked; the rest is somebody's attempt to fill the log. */
const MAX_PATH_LENGTH = 500
/** The route of what leads nowhere, so that no label holds what clients think of. */
const NO_ROUTE = 'none'
/** As other servers say that nobody waited for the answer. */
const CLIENT_GONE = 499
/** How a 503 on purpose is counted, so that an alert on 5xx means that something failed. */
const BUSY = 'busy'

/** A request whose connection or answer has ended. */
interface Ended {
  readonly route: string
  readonly ms: number
  readonly error?: unknown
  readonly isBusy?: boolean
}

/** Counts every request, and logs one line for each that failed or was slow; at the level `debug`, for every request. */
export class RequestWatch {
  readonly #metrics: Metrics
  readonly #log: FastifyBaseLogger
  readonly #failures = new WeakMap<FastifyRequest, unknown>()
  readonly #busy = new WeakSet<FastifyRequest>()
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #logsAll: boolean

  constructor(metrics: Metrics, log: FastifyBaseLogger, addressOf: (request: IncomingMessage) => string) {
    this.#metrics = metrics
    this.#log = log
    this.#addressOf = addressOf
    this.#logsAll = log.level === 'debug' || log.level === 'trace'
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    // Not Fastify's onResponse, which does not tell of clients that went away.
    reply.raw.once('close', () =>
      this.#end(request.raw, reply.raw, {
        route: request.routeOptions.url ?? NO_ROUTE,
        ms: reply.elapsedTime,
        error: this.#failures.get(request),
        isBusy: this.#busy.has(request),
      }),
    )
  }

  /** An answer that was sent at once: nearly always the system has all of it by now, and no more can happen to it. */
  sentFromCache(
    request: IncomingMessage,
    response: ServerResponse,
    route: string,
    elapsed: () => number,
  ): void {
    if (response.writableLength > 0 || this.#logsAll)
      response.once('close', () => this.#end(request, response, { route, ms: elapsed() }))
    else this.#metrics.requested(route, request.method ?? '', statusSent(request, response), elapsed() / 1000)
  }

  /** Keeps what went wrong for the request's line. */
  failed(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    if (reply.raw.closed) this.#log.error({ err: error }, 'a request failed whose client had gone')
    else this.#failures.set(request, error)
  }

  /** The client is told to come back later, which is no failure. */
  busy(request: FastifyRequest): void {
    this.#busy.add(request)
  }

  /** What was no HTTP at all. */
  malformed(status: number, code: string | undefined, address: string | undefined): void {
    this.#metrics.requested(NO_ROUTE, 'none', status, 0)
    this.#log.debug({ status, code, client: truncatedClient(address) }, 'not valid HTTP')
  }

  #end(
    request: IncomingMessage,
    response: ServerResponse,
    { route, ms, error, isBusy = false }: Ended,
  ): void {
    const { method = '', url = '' } = request
    const isEndless = isEventStream(response)
    const status = response.writableFinished || isEndless ? response.statusCode : CLIENT_GONE
    const counted = isBusy && status !== CLIENT_GONE ? BUSY : status
    this.#metrics.requested(route, method, counted, isEndless ? 0 : ms / 1000)
    const { level, words } = isEndless ? kindOfStream(error) : kindOf(route, counted, ms)
    if (level === 'debug' && !this.#logsAll) return
    const fields = {
      method,
      path: shownPath(url),
      route,
      status,
      ms: Math.round(ms),
      client: truncatedClient(this.#addressOf(request)),
      ...(error !== undefined && { err: error }),
    }
    this.#log[level](fields, words)
  }
}

/** Who reads events goes away some time, and stays for as long as that takes. */
const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

/** A stream that could not be made has status 200 nevertheless, so that its reader comes back. */
const kindOfStream = (error: unknown): LineKind => (error === undefined ? ANSWERED : FAILED)

const statusSent = ({ socket }: IncomingMessage, { statusCode }: ServerResponse): number =>
  socket.destroyed ? CLIENT_GONE : statusCode

/** Answers that take as long as their reader needs. */
const TAKES_ITS_TIME = /^\/(downloads|feeds)\//

interface LineKind {
  readonly level: 'error' | 'warn' | 'debug'
  readonly words: string
}

const ANSWERED: LineKind = { level: 'debug', words: 'request answered' }
const FAILED: LineKind = { level: 'error', words: 'request failed' }

/**
 * How a request is logged. Refused requests are mostly scanners' and no operator's business: the metrics count them by
 * status. A client that went away was not refused, and a process that is ending answers its health checks with 503 on purpose.
 */
function kindOf(route: string, status: number | typeof BUSY, ms: number): LineKind {
  if (status === BUSY) return { level: 'debug', words: 'request put off' }
  if (status >= 500 && !HEALTH_PATHS.has(route)) return FAILED
  if (ms > SLOW_MS && !TAKES_ITS_TIME.test(route)) return { level: 'warn', words: 'slow request' }
  if (status >= 400 && status !== CLIENT_GONE) return { level: 'debug', words: 'request refused' }
  return ANSWERED
}

/** JSON escapes what breaks a line, but not every control character that a terminal or a reader of logs heeds. */
const shownPath = (url: string): string =>
  url
    .slice(0, MAX_PATH_LENGTH)
    .replace(
      /[^\x21-\x7e]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    )
