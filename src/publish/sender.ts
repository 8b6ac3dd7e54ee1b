import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import { type AnswerCache, type CacheResult, type KnownAddress, versionWithFrame } from './answer-cache.ts'
import type { Encoding } from './encoding.ts'
import { isKnownToClient, isNoneMatch } from './modification.ts'
import { inLowerCase, PreparedAnswer } from './prepared-answer.ts'
import { routedRequest } from './read-route.ts'
import { type PreparedResponse, sendPrepared } from './speed.ts'

const MAX_NAMED_PARAMETERS = 10
const MAX_NAME_LENGTH = 100
/** The answer of a longer address is not sent again without routing. */
const MAX_ADDRESS_LENGTH = 1000

/** `Cache-Status` (RFC 9211) of an answer from memory that could not be made again. */
const STALE = 'greymark; hit; detail=store-unavailable'

/** How the answer to the next request for the same address is found without routing. */
export type RepeatableAnswer = Pick<KnownAddress, 'key' | 'frame' | 'until'>

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
  readonly etag: string
  /** 200 by default. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly ignored?: readonly string[]
  /** Whether the client has it already; by default its `If-None-Match` decides. */
  readonly isNotModified?: boolean
}

export interface SenderContext {
  readonly cache: AnswerCache
  /** Milliseconds. */
  readonly now: () => number
  /** The version of the data that is served; `null` while it cannot be read, so that no answer is sent as a current one. */
  readonly version: () => string | null
  /** The headers that every answer to a request has. */
  readonly headersFor: (request: FastifyRequest) => Readonly<Record<string, string>>
  /** Counts a request for its client; false when that client has sent too many. */
  readonly admits: (request: IncomingMessage, now: number, isNotModified: boolean) => boolean
  /** Called before the headers of a streamed answer are read, to remove some. */
  readonly onSending: (reply: FastifyReply) => void
  /** Called when a request that was counted in full got a 304. */
  readonly onNotModified: (request: IncomingMessage) => void
  /** True when connections should be closed after the answer. */
  readonly isStopping: () => boolean
  /** Sends a response that was probably sent a moment before. */
  readonly sendAgain: (response: ServerResponse, prepared: PreparedResponse) => void
}

/** An answer in the encoding that its client prefers, to be sent now (milliseconds). */
interface EncodedReply {
  readonly prepared: PreparedAnswer
  readonly encoding: Encoding
  readonly bytes: Buffer
  readonly clock: number
}

/** Sends answers, and those of known addresses before any other work while they are current. */
export class Sender {
  readonly #context: SenderContext
  /** Files that stay the same until the next release, by their addresses, which are those of their routes. */
  readonly #files = new Map<string, PreparedAnswer>()

  constructor(context: SenderContext) {
    this.#context = context
  }

  /** Sends an answer in the encoding that the client prefers, or 304 when it already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> {
    const { now } = this.#context
    const { answer } = sending
    const encoding = answer.encodingFor(request.headers['accept-encoding'])
    const bytes = await answer.bytes(encoding)
    const clock = now()
    const prepared = this.#prepared(request, sending)
    if (sending.repeatable && isRepeatable(request, sending))
      this.#know(request, sending.repeatable, prepared).sentAt.set(encoding, clock)
    return this.#reply(request, reply, { prepared, encoding, bytes, clock })
  }

  /** Sends a file that stays the same until the next release. */
  async sendFile(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
    const encoding = answer.encodingFor(request.headers['accept-encoding'])
    const bytes = await answer.bytes(encoding)
    const { url: route = '' } = request.routeOptions
    // Other spellings of its address are not remembered: there is no end of them.
    const isExact = request.raw.url === route
    const known = isExact ? this.#files.get(route) : undefined
    const prepared = known ?? this.#prepared(request, { answer, isStale: false, repeatable: null })
    if (isExact) this.#files.set(route, prepared)
    return this.#reply(request, reply, { prepared, encoding, bytes, clock: this.#context.now() })
  }

  /**
   * Writes the head of an answer that is too large to cache, and returns the response for its body; `undefined` when there
   * is no body, because the client already has it or sent HEAD.
   */
  begin(request: FastifyRequest, reply: FastifyReply, streamed: StreamedAnswer): ServerResponse | undefined {
    const { isStopping, onSending, onNotModified } = this.#context
    const { etag, headers, ignored = [], status = 200 } = streamed
    const { isNotModified = isNoneMatch(request.headers['if-none-match'], etag) } = streamed
    reply.headers({ ...headers, ETag: etag, ...ignoredHeader(ignored) })
    onSending(reply)
    const all = reply.getHeaders()
    reply.hijack()
    if (isStopping()) reply.raw.shouldKeepAlive = false
    reply.raw.writeHead(isNotModified ? 304 : status, all as OutgoingHttpHeaders)
    if (isNotModified) onNotModified(request.raw)
    if (!isNotModified && request.method !== 'HEAD') return reply.raw
    reply.raw.end()
    return undefined
  }

  /** Sends the answer of a known address and returns its route; `undefined` if there is none that is current. */
  repeat(request: IncomingMessage, response: ServerResponse): string | undefined {
    const { now, cache, admits, isStopping, sendAgain } = this.#context
    const { method, url = '', headers } = request
    // A request without a host is refused elsewhere.
    if ((method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return undefined
    const clock = now()
    const file = this.#files.get(url)
    const known = file ? undefined : cache.at(url)
    const prepared = file ?? (known && this.#current(url, known, clock))
    if (!prepared) return undefined
    const encoding = prepared.answer.encodingFor(headers['accept-encoding'])
    const bytes = prepared.answer.computed(encoding)
    if (!bytes) return undefined
    const representation = prepared.representation(encoding, bytes, clock)
    const isNotModified = isKnownToClient(headers, representation, clock)
    if (!admits(request, clock, isNotModified)) return undefined
    if (isStopping()) response.shouldKeepAlive = false
    known?.sentAt.set(encoding, clock)
    sendAgain(response, isNotModified ? representation.notModified : representation.whole)
    return known ? known.request.route : url
  }

  /** The answer of an address, if it is current. Another address, or another thread, may have made it. */
  #current(address: string, known: KnownAddress, clock: number): PreparedAnswer | undefined {
    const { cache, version } = this.#context
    const served = version()
    if (served === null || clock >= known.until) return undefined
    const place = { key: known.key, version: versionWithFrame(served, known.frame) }
    const answer = cache.find(place, clock)
    if (!answer || answer === known.prepared.answer) return answer && known.prepared
    const prepared = new PreparedAnswer(answer, known.prepared.headers)
    cache.know(address, { ...known, prepared })
    return prepared
  }

  #reply(
    request: FastifyRequest,
    reply: FastifyReply,
    { prepared, encoding, bytes, clock }: EncodedReply,
  ): FastifyReply {
    const { isStopping, onNotModified } = this.#context
    reply.hijack()
    if (isStopping()) reply.raw.shouldKeepAlive = false
    const representation = prepared.representation(encoding, bytes, clock)
    const isNotModified = isKnownToClient(request.headers, representation, clock)
    sendPrepared(reply.raw, isNotModified ? representation.notModified : representation.whole)
    if (isNotModified) onNotModified(request.raw)
    return reply
  }

  #prepared(request: FastifyRequest, sending: Sending): PreparedAnswer {
    const { answer, headers = {}, isStale } = sending
    const known = this.#context.cache.at(request.raw.url ?? '')
    if (!isStale && known?.prepared.answer === answer) return known.prepared
    const all = {
      ...inLowerCase(this.#context.headersFor(request)),
      ...headers,
      ...(isStale && { 'cache-status': STALE }),
      ...ignoredHeader(ignoredBy(request, sending)),
    }
    return new PreparedAnswer(answer, all, isStale)
  }

  #know(request: FastifyRequest, repeatable: RepeatableAnswer, prepared: PreparedAnswer): KnownAddress {
    const { cache } = this.#context
    const { url = '' } = request.raw
    const sentAt = cache.at(url)?.sentAt ?? new Map()
    const found = { ...repeatable, request: routedRequest(request), prepared, sentAt }
    cache.know(url, found)
    return found
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
