import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Answer, type CachePlace, type EncodedAnswer, isNoneMatch } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { isNotModified as isAlreadyKnown } from './modification.ts'
import { readPreferences } from './negotiation.ts'
import { PreparedAnswer } from './prepared-answer.ts'
import { type PreparedResponse, sendPrepared } from './prepared-response.ts'

const MAX_NAMED_PARAMETERS = 10
const MAX_NAME_LENGTH = 100
/** Size of the cache by address. Clients that poll request the same few addresses. */
const MAX_ADDRESSES = 2000
const MAX_BYTES = 32 * 1024 * 1024
/** A longer address is not cached. */
const MAX_ADDRESS_LENGTH = 1000

/** `Cache-Status` (RFC 9211) of an answer from memory that could not be made again. */
const STALE = 'greymark; hit; detail=store-unavailable'

/** How long an answer may be sent again for the same address without further checks. */
export interface ReusableAnswer {
  /** The data it was made from; the answer is current while `SenderContext.source` returns it. `null`: always. */
  readonly source: object | null
  /** The end of that time in milliseconds, whatever the answer's own lifetime is. */
  readonly until: number
}

export interface Sending {
  readonly answer: Answer
  /** Parameters of the request that were not read; all of them by default. */
  readonly ignored?: readonly string[]
  /** Headers that follow from the address of the request and are no part of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  readonly isStale?: boolean
  readonly repeatable?: ReusableAnswer
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
  /** Milliseconds. */
  readonly now: () => number
  /** The data that answers are currently made from. */
  readonly source: () => object
  /** Counts a request for its client; false when that client has sent too many. */
  readonly admits: (request: IncomingMessage, now: number, isNotModified: boolean) => boolean
  /** Called before the headers of the reply are read, to add headers. */
  readonly onSending: (reply: FastifyReply) => void
  /** Called when a request that was counted in full got a 304. */
  readonly onNotModified: (request: IncomingMessage) => void
  /** True when connections should be closed after the answer. */
  readonly isStopping: () => boolean
  /** Sends a response that was probably sent a moment before. */
  readonly sendAgain: (response: ServerResponse, prepared: PreparedResponse) => void
}

interface CachedResponse extends ReusableAnswer {
  readonly prepared: PreparedAnswer
  /** The route of the request, for metrics. */
  readonly route: string
  /** When its address was last requested, in milliseconds; 0 if only prepared. */
  requestedAt: number
}

/** An address that was requested, and the encodings that were sent. */
export interface RequestedAddress {
  readonly address: string
  readonly encodings: readonly Encoding[]
}

/** An answer with everything that is needed to send it from another process. */
export interface AddressedAnswer extends RequestedAddress {
  readonly route: string
  readonly until: number
  readonly headers: Readonly<Record<string, string>>
  readonly place: CachePlace
  readonly answer: EncodedAnswer
}

/** Sends answers, and repeats a cached answer before any other work while it is current. */
export class Sender {
  readonly #context: SenderContext
  readonly #cached = new LRUCache<string, CachedResponse>({
    max: MAX_ADDRESSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ prepared }) => prepared.answer.size,
  })

  constructor(context: SenderContext) {
    this.#context = context
  }

  /** Sends an answer in the encoding that the client prefers, or 304 when it already has it. */
  async send(request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> {
    const { now, isStopping, onNotModified } = this.#context
    const prepared = this.#prepared(request, reply, sending)
    const encoding = sending.answer.encodingFor(request.headers['accept-encoding'])
    const representation = prepared.representation(encoding) ?? (await prepared.buildRepresentation(encoding))
    reply.hijack()
    if (isStopping()) reply.raw.shouldKeepAlive = false
    const clock = now()
    const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = request.headers
    const validators = { etag: representation.etag, modifiedAt: datedAt(sending.answer) }
    const isNotModified = isAlreadyKnown({ ifNoneMatch, ifModifiedSince }, validators, clock)
    sendPrepared(reply.raw, prepared.response(representation, isNotModified, clock))
    if (isNotModified) onNotModified(request.raw)
    return reply
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

  /** Sends the cached answer of this address and returns its route; `undefined` if there is none that is current. */
  sendCached(request: IncomingMessage, response: ServerResponse): string | undefined {
    const { method, url = '' } = request
    const cached = this.#cached.get(url)
    if (!cached || (method !== 'GET' && method !== 'HEAD')) return undefined
    const { now, source, admits, isStopping, sendAgain } = this.#context
    if (cached.source !== null && cached.source !== source()) return undefined
    const clock = now()
    const { prepared } = cached
    const { changesAt } = prepared.answer.meta
    if (clock >= cached.until || (changesAt !== null && clock >= changesAt)) return undefined
    const preferences = readPreferences(request)
    const representation =
      preferences && prepared.representation(prepared.answer.encodingFor(preferences.acceptEncoding))
    if (!representation) return undefined
    const validators = { etag: representation.etag, modifiedAt: datedAt(prepared.answer) }
    const isNotModified = isAlreadyKnown(preferences, validators, clock)
    if (!admits(request, clock, isNotModified)) return undefined
    if (isStopping()) response.shouldKeepAlive = false
    prepared.answer.currentAt = clock
    cached.requestedAt = clock
    sendAgain(response, prepared.response(representation, isNotModified, clock))
    return cached.route
  }

  /** The addresses of answers about the market that were requested since a moment (milliseconds), the latest first. */
  requestedSince(moment: number): RequestedAddress[] {
    return [...this.#cached.entries()].flatMap(([address, { prepared, requestedAt }]) =>
      requestedAt >= moment && prepared.answer.cachedAt ? [{ address, encodings: prepared.encodings() }] : [],
    )
  }

  /** Takes out the answer that was last sent for an address; `undefined` if it cannot be sent again. */
  async take(address: string): Promise<AddressedAnswer | undefined> {
    const cached = this.#cached.peek(address)
    if (!cached) return undefined
    this.#cached.delete(address)
    const { prepared, route, until } = cached
    const { answer, headers } = prepared
    if (!answer.cachedAt) return undefined
    const encodings = prepared.encodings()
    return {
      address,
      encodings,
      route,
      until,
      headers,
      place: answer.cachedAt,
      answer: await answer.encoded(),
    }
  }

  /** Sends an answer from now on that another process made, as long as `source` is current. */
  add({ address, encodings, route, until, headers }: AddressedAnswer, answer: Answer, source: object): void {
    const prepared = new PreparedAnswer(answer, headers)
    for (const encoding of encodings) prepared.buildRepresentation(encoding)
    const requestedAt = this.#cached.peek(address)?.requestedAt ?? 0
    this.#cached.set(address, { source, until, prepared, route, requestedAt })
  }

  #prepared(request: FastifyRequest, reply: FastifyReply, sending: Sending): PreparedAnswer {
    const { answer, ignored = Object.keys(request.query ?? {}), headers = {}, isStale = false } = sending
    const { repeatable } = sending
    const address = request.raw.url ?? ''
    const cached = this.#cached.peek(address)
    const requestedAt = this.#context.now()
    if (repeatable && cached?.prepared.answer === answer && cached.source === repeatable.source) {
      this.#cached.set(address, { ...cached, ...repeatable, requestedAt })
      return cached.prepared
    }
    this.#context.onSending(reply)
    const all = {
      ...(reply.getHeaders() as Record<string, string>),
      ...headers,
      ...(isStale && { 'cache-status': STALE }),
      ...ignoredHeader(ignored),
    }
    const prepared = new PreparedAnswer(answer, all, isStale)
    // Addresses with unknown parameters are not cached, or one client could evict what others request.
    if (repeatable && ignored.length === 0 && address.length <= MAX_ADDRESS_LENGTH)
      this.#cached.set(address, {
        ...repeatable,
        prepared,
        route: request.routeOptions.url ?? '',
        requestedAt,
      })
    return prepared
  }
}

/** When an answer last changed, for `If-Modified-Since`; `null` where only its tag identifies it. */
const datedAt = ({ meta }: Answer): number | null => (meta.isDated ? meta.modifiedAt : null)

function ignoredHeader(ignored: readonly string[]): Record<string, string> {
  const names = namesOf(ignored)
  return names === '' ? {} : { 'x-ignored-parameters': names }
}

const namesOf = (ignored: readonly string[]) =>
  ignored
    .slice(0, MAX_NAMED_PARAMETERS)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()))
    .join(', ')
