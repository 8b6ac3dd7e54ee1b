import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { remembered } from '../publish/speed.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { clientOf, isLoopback } from '../request/client-address.ts'
import { Problem, retryLater } from '../request/problems.ts'
import { FloodGuard } from './flood-guard.ts'
import { headersAt, isMcpPath, optionsHeaders, pathOf } from './headers.ts'

interface GateContext {
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

/** The addresses whose rate-limit keys are remembered. */
const KNOWN_ADDRESSES = 10_000

/** The first step of every request: common headers, the flood guard, the allowed methods. */
export class Gate {
  readonly #context: GateContext
  readonly #guard: FloodGuard | undefined
  readonly #clientAt = remembered(clientOf, KNOWN_ADDRESSES)

  constructor(context: GateContext) {
    this.#context = context
    if (context.requestsPerMinute > 0) this.#guard = new FloodGuard(context.requestsPerMinute)
  }

  /** Returns the problem for which a request is refused, or `undefined`. */
  enter(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
    reply.headers(this.headersFor(request))
    return this.#flood(request, reply) ?? methodProblem(request) ?? hostProblem(request)
  }

  /** The headers that every answer at the path of a request has. */
  headersFor(request: FastifyRequest): Readonly<Record<string, string>> {
    return {
      ...headersAt(pathOf(request), this.#context.market()),
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
    const client = this.clientOf(request)
    if (!this.#guard || client === null) return true
    return this.#guard.charge(client, now, isNotModified).isAdmitted
  }

  /** Refunds most of the cost of a 304. */
  refundNotModified(request: IncomingMessage): void {
    const client = this.clientOf(request)
    if (client !== null) this.#guard?.refundNotModified(client, this.#context.now())
  }

  /**
   * The rate-limit key of a request; `null` where requests are not counted. Those over loopback are the operator's own,
   * unless a proxy forwards all requests from there.
   */
  clientOf(request: IncomingMessage): string | null {
    const isExempt = !this.#context.isBehindProxy && isLoopback(request.socket.remoteAddress ?? '')
    return isExempt ? null : this.clientKey(request)
  }

  /** The rate-limit key of a request, also where requests are not counted. */
  clientKey(request: IncomingMessage): string {
    return this.#clientAt(this.#context.addressOf(request))
  }

  #flood({ raw, routeOptions }: FastifyRequest, reply: FastifyReply): Problem | undefined {
    const { requestsPerMinute, unlimited, now } = this.#context
    const client = this.clientOf(raw)
    if (!this.#guard || client === null || unlimited.has(routeOptions.url ?? '')) return undefined
    const { isAdmitted, remaining, resetSeconds } = this.#guard.charge(client, now())
    reply.header('RateLimit', `"flood";r=${remaining};t=${resetSeconds}`)
    if (isAdmitted) return undefined
    return retryLater(
      'TOO_MANY_REQUESTS',
      `more than ${requestsPerMinute} requests in a minute; wait ${resetSeconds} seconds, and poll once a minute`,
      resetSeconds,
    )
  }
}

function methodProblem(request: FastifyRequest): Problem | undefined {
  const path = pathOf(request)
  const { Allow = '' } = optionsHeaders(path)
  if (Allow.split(', ').includes(request.method)) return undefined
  const hint = isMcpPath(path)
    ? 'use POST with one JSON-RPC message: this is for assistants, and no stream is kept open'
    : 'use GET or HEAD: this service is read-only'
  return new Problem('METHOD_NOT_ALLOWED', hint, {}, { Allow })
}

function hostProblem({ raw, headers }: FastifyRequest): Problem | undefined {
  if (raw.httpVersion !== '1.1' || headers.host !== undefined) return undefined
  return new Problem('INVALID_PARAMETER', 'HTTP/1.1 requires a Host header, and this request has none')
}
