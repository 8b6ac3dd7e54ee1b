import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { truncatedClient } from '../request/client-address.ts'
import { HEALTH_PATHS } from './health.ts'
import type { Metrics } from './metrics.ts'

const SLOW_MS = 1000
/** Longer paths are cut in the log, so that clients cannot fill it. */
const MAX_PATH_LENGTH = 500
/** The route label of unknown paths, so that clients cannot create labels. */
const NO_ROUTE = 'none'
/** The status (as nginx uses it) of a request whose client disconnected. */
const CLIENT_GONE = 499
/** An intended 503 is counted as this, so that an alert on 5xx means a failure. */
const BUSY = 'busy'

/** What is known of a request before its end. */
interface RequestNote {
  readonly error?: unknown
  readonly isBusy?: boolean
}

/** Counts every request, and logs a line for each failed or slow one; at level `debug`, for every request. */
export class RequestWatch {
  readonly #metrics: Metrics
  readonly #log: FastifyBaseLogger
  readonly #notes = new WeakMap<FastifyRequest, RequestNote>()
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #logsAll: boolean

  constructor(metrics: Metrics, log: FastifyBaseLogger, addressOf: (request: IncomingMessage) => string) {
    this.#metrics = metrics
    this.#log = log
    this.#addressOf = addressOf
    this.#logsAll = log.level === 'debug' || log.level === 'trace'
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    const { url: route = NO_ROUTE } = request.routeOptions
    // Fastify's onResponse is not called when the client disconnected.
    reply.raw.once('close', () =>
      this.#end(request.raw, reply.raw, { route, ms: reply.elapsedTime, ...this.#notes.get(request) }),
    )
  }

  /** Counts a cached answer. Nearly always the operating system already has all of it, so its end need not be awaited. */
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

  /** Records the error for the request's log line. */
  failed(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    if (reply.raw.closed) this.#log.error({ err: error }, 'a request failed after its client disconnected')
    else this.#notes.set(request, { error })
  }

  /** Marks a request that gets a 503 with Retry-After, which is no failure. */
  busy(request: FastifyRequest): void {
    this.#notes.set(request, { isBusy: true })
  }

  /** Counts and logs input that was not valid HTTP. */
  malformed(status: number, code: string | undefined, address: string | undefined): void {
    this.#metrics.requested(NO_ROUTE, 'none', status, 0)
    this.#log.debug({ status, code, client: truncatedClient(address) }, 'not valid HTTP')
  }

  #end(
    request: IncomingMessage,
    response: ServerResponse,
    { route, ms, error, isBusy }: RequestNote & { readonly route: string; readonly ms: number },
  ): void {
    const { method = '', url = '' } = request
    const isEndless = isEventStream(response)
    const status = response.writableFinished || isEndless ? response.statusCode : CLIENT_GONE
    const counted = isBusy && status !== CLIENT_GONE ? BUSY : status
    this.#metrics.requested(route, method, counted, isEndless ? 0 : ms / 1000)
    // A failed event stream also has status 200, so that its client reconnects.
    const ofStream = error === undefined ? ANSWERED : FAILED
    const { level, text } = isEndless ? ofStream : kindOf(route, counted, ms)
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
    this.#log[level](fields, text)
  }
}

/** An event stream ends when its client disconnects, so its duration and end say nothing about a failure. */
const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

const statusSent = ({ socket }: IncomingMessage, { statusCode }: ServerResponse): number =>
  socket.destroyed ? CLIENT_GONE : statusCode

/** Answers whose duration depends on the client. */
const CLIENT_PACED = /^\/(downloads|feeds)\//

interface LineKind {
  readonly level: 'error' | 'warn' | 'debug'
  readonly text: string
}

const ANSWERED: LineKind = { level: 'debug', text: 'request answered' }
const FAILED: LineKind = { level: 'error', text: 'request failed' }

/**
 * The level and text of a request's log line. Refused requests are mostly scanners', so only the metrics count them. A
 * disconnected client was not refused, and a stopping process answers health checks with an intended 503.
 */
function kindOf(route: string, status: number | typeof BUSY, ms: number): LineKind {
  if (status === BUSY) return { level: 'debug', text: 'request postponed' }
  if (status >= 500 && !HEALTH_PATHS.has(route)) return FAILED
  if (ms > SLOW_MS && !CLIENT_PACED.test(route)) return { level: 'warn', text: 'slow request' }
  if (status >= 400 && status !== CLIENT_GONE) return { level: 'debug', text: 'request refused' }
  return ANSWERED
}

/** Escapes all but printable ASCII: JSON leaves some control characters that terminals and log viewers interpret. */
const shownPath = (url: string): string =>
  url
    .slice(0, MAX_PATH_LENGTH)
    .replace(
      /[^\x21-\x7e]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    )
