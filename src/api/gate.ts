import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { positionName } from '../reports/changes/position.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { BASE, MCP_PATH } from '../request/paths.ts'
import { Problem, retryLater } from '../request/problems.ts'
import { clientOf, FloodGuard, isLoopback } from './flood-guard.ts'
import { CORS_HEADERS, MCP_PREFLIGHT_HEADERS, PREFLIGHT_HEADERS } from './send.ts'

export interface GateContext {
  readonly market: () => ServedMarket
  /** Milliseconds. */
  readonly now: () => number
  /** 0 sets no limit. */
  readonly requestsPerMinute: number
  readonly isBehindProxy: boolean
  readonly addressOf: (request: IncomingMessage) => string
  /** Routes without a rate limit. */
  readonly unlimited: ReadonlySet<string>
}

/** Size of the LRU cache from client address to rate-limit key. */
const KNOWN_ADDRESSES = 10_000

/** True for the path of the Model Context Protocol, also with a final slash, which is redirected. */
const isMcpPath = (path: string): boolean => path === MCP_PATH || path === `${MCP_PATH}/`

/** The answer to OPTIONS, with the methods that the path accepts. */
export function optionsHeaders(path: string): Readonly<Record<string, string>> {
  const headers = isMcpPath(path) ? MCP_PREFLIGHT_HEADERS : PREFLIGHT_HEADERS
  return { ...headers, Allow: headers['Access-Control-Allow-Methods'] }
}

// Our pages open no connections; tools that inspect a page fetch robots.txt from within it.
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** The first step of every request: common headers, the flood guard, the allowed methods. */
export class Gate {
  readonly #context: GateContext
  readonly #guard: FloodGuard | undefined
  readonly #clients = new LRUCache<string, string>({
    maxSize: KNOWN_ADDRESSES,
    sizeCalculation: () => 1,
    memoMethod: clientOf,
  })

  constructor(context: GateContext) {
    this.#context = context
    if (context.requestsPerMinute > 0) this.#guard = new FloodGuard(context.requestsPerMinute)
  }

  /** Returns the problem for which a request is refused, or `undefined`. */
  enter(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const path = pathOf(request)
    reply.headers(this.headersFor(request))
    return this.#flood(request, reply) ?? methodProblem(request, path) ?? hostProblem(request)
  }

  /** The headers that every answer at the path of a request has. */
  headersFor(request: FastifyRequest): Readonly<Record<string, string>> {
    const path = pathOf(request)
    return {
      ...SECURITY_HEADERS,
      ...((isApiPath(path) || path === '/openapi.json') && CORS_HEADERS),
      // Refusals get the current position; successful answers set their own.
      ...(path.startsWith(BASE) && { 'X-Market-Version': currentPosition(this.#context.market()) }),
      ...(this.#guard && { 'RateLimit-Policy': this.#guard.policy }),
    }
  }

  /** Called before an answer is sent, when its headers are known. */
  leave(reply: FastifyReply): void {
    // The remaining requests of one client must not be on an answer that a cache serves to others.
    if (reply.getHeader('Cache-Control') !== 'no-store') reply.removeHeader('RateLimit')
  }

  /** Counts a request for a repeated answer; false when its client has no requests left. */
  admits(request: IncomingMessage, now: number, isNotModified: boolean): boolean {
    if (!this.#guard || this.#isExempt(request)) return true
    return this.#guard.admits(this.clientKey(request), now, isNotModified)
  }

  /** The rate-limit key of a request; `null` where requests are not counted. */
  clientOf(request: IncomingMessage): string | null {
    return this.#isExempt(request) ? null : this.clientKey(request)
  }

  /** The rate-limit key of a request, also where requests are not counted. */
  clientKey(request: IncomingMessage): string {
    return this.#clients.memo(this.#context.addressOf(request))
  }

  /** Refunds most of the cost of a 304. */
  refundNotModified(request: IncomingMessage): void {
    if (!this.#guard || this.#isExempt(request)) return
    this.#guard.refundNotModified(this.clientKey(request), this.#context.now())
  }

  #flood(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    if (!this.#guard) return undefined
    const { url: route = '' } = request.routeOptions
    if (this.#isExempt(request.raw) || this.#context.unlimited.has(route)) return undefined
    const client = this.clientKey(request.raw)
    const now = this.#context.now()
    const isAdmitted = this.#guard.admits(client, now)
    const { remaining, resetSeconds } = this.#guard.allowance(client, now)
    reply.header('RateLimit', `"flood";r=${remaining};t=${resetSeconds}`)
    if (isAdmitted) return undefined
    return retryLater(
      'TOO_MANY_REQUESTS',
      `more than ${this.#context.requestsPerMinute} requests in a minute; wait ${resetSeconds} seconds, and poll once a minute`,
      resetSeconds,
    )
  }

  /** Loopback requests are the operator's own, unless a proxy forwards all requests from there. */
  #isExempt({ socket }: IncomingMessage): boolean {
    return !this.#context.isBehindProxy && isLoopback(socket.remoteAddress ?? '')
  }
}

const currentPosition = ({ demo, version, committed }: ServedMarket): string =>
  positionName({ demo }, { version, moment: committed })

function methodProblem({ method }: FastifyRequest, path: string): Problem | undefined {
  const isMcp = isMcpPath(path)
  if (method === 'OPTIONS' || (isMcp ? method === 'POST' : method === 'GET' || method === 'HEAD'))
    return undefined
  const hint = isMcp
    ? 'use POST with one JSON-RPC message: this is for assistants, and no stream is kept open'
    : 'use GET or HEAD: this service is read-only'
  return new Problem('METHOD_NOT_ALLOWED', hint, {}, { Allow: optionsHeaders(path).Allow ?? '' })
}

function hostProblem({ raw, headers }: FastifyRequest): Problem | undefined {
  if (raw.httpVersion !== '1.1' || headers.host !== undefined) return undefined
  return new Problem('INVALID_PARAMETER', 'HTTP/1.1 requires a Host header, and this request has none')
}

/** True for paths that programs request; `/feeds` and `/downloads` themselves are pages. */
export const isApiPath = (path: string): boolean =>
  path === '/api' || path === MCP_PATH || /^\/(api\/|(feeds|downloads)\/.)/.test(path)

/** The decoded path, also when the request has a host before it. The router does not decode `%2F` and rejects bad hosts. */
export function pathOf({ url }: FastifyRequest): string {
  const query = url.indexOf('?')
  const plain = (query < 0 ? url : url.slice(0, query)).replace(/^https?:\/\/[^/]*/i, '')
  if (!plain.includes('%')) return plain
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
