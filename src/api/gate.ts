import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { positionName } from '../reports/changes/position.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { BASE } from '../request/paths.ts'
import { Problem } from '../request/problems.ts'
import { clientOf, FloodGuard, isLoopback } from './flood-guard.ts'
import { CORS_HEADERS } from './send.ts'

export interface GateContext {
  readonly market: () => ServedMarket
  /** Milliseconds. */
  readonly now: () => number
  /** 0 sets no limit. */
  readonly requestsPerMinute: number
  readonly isBehindProxy: boolean
  /** Where a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Paths that may be asked for as often as one likes. */
  readonly unlimited: ReadonlySet<string>
}

/** Of this many addresses it is kept for whom they count, since most requests come from one that asked before. */
const KNOWN_ADDRESSES = 10_000

export const METHODS = 'GET, HEAD, OPTIONS'

// Nothing of ours connects; tools that look at a page read robots.txt from within it.
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

/** What every request passes first: the headers that all answers carry, the flood guard, the allowed methods. */
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
    this.#guard = context.requestsPerMinute > 0 ? new FloodGuard(context.requestsPerMinute) : undefined
  }

  /** The problem that keeps a request out, or `undefined`. */
  enter(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const path = pathOf(request)
    reply.headers(SECURITY_HEADERS)
    if (isApiPath(path) || path === '/openapi.json') reply.headers(CORS_HEADERS)
    if (path.startsWith(BASE)) reply.header('X-Market-Version', this.#position())
    return this.#flood(request, reply, path) ?? methodProblem(request) ?? hostProblem(request)
  }

  /** What is refused stands nowhere; what is answered says itself where. */
  #position(): string {
    const market = this.#context.market()
    return positionName(market, { version: market.version, moment: market.committed })
  }

  /** To be called before an answer leaves, when its headers are known. */
  leave(reply: FastifyReply): void {
    // What a client has left is true for it alone, so it may not stand on an answer that a cache gives to others.
    if (reply.getHeader('Cache-Control') !== 'no-store') reply.removeHeader('RateLimit')
  }

  /** Counts a request that gets again what it got before; false when its client has asked too often. */
  admits(request: IncomingMessage, now: number, isNotModified: boolean): boolean {
    if (!this.#guard || this.#isExempt(request)) return true
    return this.#guard.take(this.clientKey(request), now, isNotModified).allowed
  }

  /** For whom a request counts; `null` where requests are not counted. */
  clientOf(request: IncomingMessage): string | null {
    return this.#isExempt(request) ? null : this.clientKey(request)
  }

  /** The client of a request, also where requests of that client are not counted. */
  clientKey(request: IncomingMessage): string {
    return this.#clients.memo(this.#context.addressOf(request))
  }

  /** A client that had its answer already pays less for asking. */
  refundNotModified(request: IncomingMessage): void {
    if (!this.#guard || this.#isExempt(request)) return
    this.#guard.refundNotModified(this.clientKey(request), this.#context.now())
  }

  #flood(request: FastifyRequest, reply: FastifyReply, path: string): Problem | undefined {
    if (!this.#guard) return undefined
    reply.header('RateLimit-Policy', this.#guard.policy)
    if (this.#isExempt(request.raw) || this.#context.unlimited.has(path)) return undefined
    const client = this.clientKey(request.raw)
    const { allowed, remaining, resetSeconds } = this.#guard.take(client, this.#context.now())
    reply.header('RateLimit', `"flood";r=${remaining};t=${resetSeconds}`)
    if (allowed) return undefined
    return new Problem(
      'TOO_MANY_REQUESTS',
      `more than ${this.#context.requestsPerMinute} requests in a minute; wait ${resetSeconds} seconds, and poll once a minute`,
      {},
      { 'Retry-After': String(resetSeconds) },
    )
  }

  /** The operator's own requests, where no proxy makes every visitor look like one. */
  #isExempt({ socket }: IncomingMessage): boolean {
    return !this.#context.isBehindProxy && isLoopback(socket.remoteAddress ?? '')
  }
}

function methodProblem({ method }: FastifyRequest): Problem | undefined {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined
  return new Problem(
    'METHOD_NOT_ALLOWED',
    'use GET or HEAD: this service is read-only',
    {},
    { Allow: METHODS },
  )
}

function hostProblem({ raw, headers }: FastifyRequest): Problem | undefined {
  if (raw.httpVersion !== '1.1' || headers.host !== undefined) return undefined
  return new Problem('INVALID_PARAMETER', 'HTTP/1.1 asks for a Host header, and this request has none')
}

/** True for what programs ask for. What leads to the feeds and downloads, without more, is a page. */
export const isApiPath = (path: string): boolean =>
  path === '/api' || /^\/(api\/|(feeds|downloads)\/.)/.test(path)

/** The path as the router sees it, whichever way it was spelled: with a host before it, or percent-encoded. */
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
