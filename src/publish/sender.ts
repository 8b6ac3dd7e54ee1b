import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../invariant.ts'
import {
  type AnswerCache,
  type CacheResult,
  type KnownAddress,
  type RepeatableAnswer,
  versionWithFrame,
} from './answer-cache.ts'
import { inLowerCase, PreparedAnswer } from './prepared-answer.ts'
import { routedRequest } from './read-route.ts'
import { type CreateServer, RepeatedHeads, sendPrepared } from './speed.ts'

const MAX_NAMED_PARAMETERS = 10
const MAX_NAME_LENGTH = 100
/** The answer of a longer address is not sent again without routing. */
const MAX_ADDRESS_LENGTH = 1000

/** `Cache-Status` (RFC 9211) of an answer from memory that could not be made again. */
const STALE = 'greymark; hit; detail=store-unavailable'

export interface Sending extends CacheResult {
  /** Parameters of the request that were not read; all of them by default. */
  readonly ignored?: readonly string[]
  /** Headers that follow from the address of the request and are no part of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** `null` where every request must be routed. */
  readonly repeatable: RepeatableAnswer | null
}

/** The head of an answer whose body is written in pieces. */
export interface StreamedAnswer {
  /** 200 by default. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly ignored: readonly string[]
  /** Whether the client has it already. */
  readonly isNotModified: boolean
}

/** The gate that every request passes. */
interface RequestGate {
  /** The headers that every answer to a request has. */
  headersFor(request: FastifyRequest): Readonly<Record<string, string>>
  /** Counts a request for its client; false when that client has sent too many. */
  admits(request: IncomingMessage, now: number, isNotModified: boolean): boolean
  /** Called before the headers of a streamed answer are read, to remove some. */
  leave(reply: FastifyReply): void
  /** Called when a request that was counted in full got a 304. */
  refundNotModified(request: IncomingMessage): void
}

export interface SenderContext {
  readonly cache: AnswerCache
  readonly gate: RequestGate
  /** Milliseconds. */
  readonly now: () => number
  /** The machine's clock in milliseconds, by which Node writes `Date`. */
  readonly machineMs: () => number
  /** Creates a server like the one that answers. */
  readonly createServer: CreateServer
  /** The version of the data that is served; `null` while it cannot be read, so that no answer is sent as a current one. */
  readonly version: () => string | null
  /** Once the service stops, connections are closed after the answer. */
  readonly stopping: AbortSignal
}

/** Sends answers, and those of known addresses before any other work while they are current. */
export class Sender {
  readonly #context: SenderContext
  readonly #heads: RepeatedHeads

  constructor(context: SenderContext) {
    this.#context = context
    this.#heads = new RepeatedHeads(context.createServer, context.machineMs)
  }

  /** Sends an answer in the encoding that the client prefers, or 304 when it already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> {
    const { cache, gate, now, stopping } = this.#context
    const { answer, repeatable } = sending
    const encoding = answer.encodingFor(request.headers['accept-encoding'])
    await answer.bytes(encoding)
    const clock = now()
    const prepared = this.#prepared(request, sending)
    if (repeatable && isRepeatable(request, sending)) {
      const { url = '' } = request.raw
      const sentAt = cache.addresses.get(url)?.sentAt ?? new Map()
      if (repeatable.key !== null) sentAt.set(encoding, clock)
      cache.addresses.set(url, { ...repeatable, request: routedRequest(request), prepared, sentAt })
    }
    reply.hijack()
    if (stopping.aborted) reply.raw.shouldKeepAlive = false
    const response = invariant(prepared.responseTo(request.headers, encoding, clock), 'the encoded answer')
    sendPrepared(reply.raw, response)
    if (response.status === 304) gate.refundNotModified(request.raw)
    return reply
  }

  /**
   * Writes the head of an answer that is too large to cache, and returns the response for its body; `undefined` when there
   * is no body, because the client already has it or sent HEAD.
   */
  begin(request: FastifyRequest, reply: FastifyReply, streamed: StreamedAnswer): ServerResponse | undefined {
    const { gate, stopping } = this.#context
    const { headers, ignored, isNotModified, status = 200 } = streamed
    reply.headers({ ...headers, ...ignoredHeader(ignored) })
    gate.leave(reply)
    const all = reply.getHeaders()
    reply.hijack()
    if (stopping.aborted) reply.raw.shouldKeepAlive = false
    reply.raw.writeHead(isNotModified ? 304 : status, all as OutgoingHttpHeaders)
    if (isNotModified) gate.refundNotModified(request.raw)
    if (!isNotModified && request.method !== 'HEAD') return reply.raw
    reply.raw.end()
    return undefined
  }

  /** Sends the answer of a known address and returns its route; `undefined` if there is none that is current. */
  repeat(request: IncomingMessage, response: ServerResponse): string | undefined {
    const { now, cache, gate, stopping } = this.#context
    const { method, url = '', headers } = request
    // A request without a host is refused elsewhere.
    if ((method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return undefined
    const clock = now()
    const known = cache.addresses.get(url)
    const prepared = known && this.#current(url, known, clock)
    if (!prepared) return undefined
    const encoding = prepared.answer.encodingFor(headers['accept-encoding'])
    const repeated = prepared.responseTo(headers, encoding, clock)
    if (!repeated || !gate.admits(request, clock, repeated.status === 304)) return undefined
    if (stopping.aborted) response.shouldKeepAlive = false
    if (known.key !== null) known.sentAt.set(encoding, clock)
    this.#heads.send(response, repeated)
    return known.request.route
  }

  /** The answer of an address, if it is current. Another address, or another thread, may have made it. */
  #current(address: string, known: KnownAddress, clock: number): PreparedAnswer | undefined {
    const { cache, version } = this.#context
    const { key, frame, until, prepared } = known
    if (key === null) return prepared
    const served = version()
    if (served === null || clock >= until) return undefined
    const answer = cache.find({ key, version: versionWithFrame(served, frame) }, clock)
    if (!answer || answer === prepared.answer) return answer && prepared
    const renewed = new PreparedAnswer(answer, prepared.headers)
    cache.addresses.set(address, { ...known, prepared: renewed })
    return renewed
  }

  #prepared(request: FastifyRequest, sending: Sending): PreparedAnswer {
    const { answer, headers = {}, isStale } = sending
    const known = this.#context.cache.addresses.get(request.raw.url ?? '')
    if (!isStale && known?.prepared.answer === answer) return known.prepared
    const all = {
      ...inLowerCase(this.#context.gate.headersFor(request)),
      ...headers,
      ...(isStale && { 'cache-status': STALE }),
      ...ignoredHeader(ignoredBy(request, sending)),
    }
    return new PreparedAnswer(answer, all, isStale)
  }
}

/** Addresses with unknown parameters are not remembered, or one client could evict what others request. */
const isRepeatable = (request: FastifyRequest, sending: Sending): boolean =>
  !sending.isStale &&
  ignoredBy(request, sending).length === 0 &&
  (request.raw.url ?? '').length <= MAX_ADDRESS_LENGTH

const ignoredBy = (request: FastifyRequest, { ignored }: Sending): readonly string[] =>
  ignored ?? Object.keys(request.query ?? {})

function ignoredHeader(ignored: readonly string[]): Record<string, string> {
  const names = ignored
    .slice(0, MAX_NAMED_PARAMETERS)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()))
    .join(', ')
  return names === '' ? {} : { 'x-ignored-parameters': names }
}
