import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Answer, isNoneMatch } from './answer.ts'
import { chooseEncoding } from './encoding.ts'
import { readPreferences } from './negotiation.ts'
import { PreparedAnswer } from './prepared-answer.ts'

const MAX_NAMED_PARAMETERS = 10
const MAX_NAME_LENGTH = 100
/** Pollers ask for the same few addresses; what is asked for once is not worth keeping twice. */
const MAX_ADDRESSES = 2000
const MAX_BYTES = 32 * 1024 * 1024
/** A longer address is nobody's habit. */
const MAX_ADDRESS_LENGTH = 1000

/** In the words of RFC 9211: from memory, since it could not be made anew. */
const STALE = 'greymark; hit; detail=store-unavailable'

/** An answer that may be sent again to the same address without asking anybody. */
export interface ReusableAnswer {
  /** What it was made from: it is right as long as that is what answers are made from. `null`: for good. */
  readonly source: object | null
  /** And no longer than this, in milliseconds, whatever the answer says itself. */
  readonly until: number
}

export interface Sending {
  readonly answer: Answer
  readonly ignored?: readonly string[]
  readonly isStale?: boolean
  readonly repeatable?: ReusableAnswer
}

/** An answer that is written piece by piece. */
export interface StreamedAnswer {
  readonly etag: string
  /** 200 unless it is another. */
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly ignored?: readonly string[]
}

export interface SenderContext {
  /** Milliseconds. */
  readonly now: () => number
  /** What answers are made from just now. */
  readonly source: () => object
  /** Counts a request that comes now for its client; false when that one has asked too often. */
  readonly admits: (request: IncomingMessage, now: number, isNotModified: boolean) => boolean
  /** Before the headers of an answer are taken as they are. */
  readonly onSending: (reply: FastifyReply) => void
  /** After a request that was counted as any other turned out to get nothing new. */
  readonly onNotModified: (request: IncomingMessage) => void
  /** True when connections should not be kept. */
  readonly isStopping: () => boolean
}

interface Kept extends ReusableAnswer {
  readonly prepared: PreparedAnswer
  /** The route that it came from, for who counts. */
  readonly route: string
}

/** Sends answers, and sends an answer again before anything else is done, as long as it is the right one. */
export class Sender {
  readonly #context: SenderContext
  readonly #kept = new LRUCache<string, Kept>({
    max: MAX_ADDRESSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ prepared }) => prepared.answer.size,
  })

  constructor(context: SenderContext) {
    this.#context = context
  }

  /** Sends an answer in the encoding that the client likes best, or 304 when it has it already. */
  async send(request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> {
    const { now, isStopping, onNotModified } = this.#context
    const prepared = this.#prepared(request, reply, sending)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const form = prepared.form(encoding) ?? (await prepared.makeForm(encoding))
    reply.hijack()
    if (isStopping()) reply.raw.shouldKeepAlive = false
    const isKnown = isNoneMatch(request.headers['if-none-match'], form.etag)
    prepared.write(reply.raw, form, isKnown, now())
    if (isKnown) onNotModified(request.raw)
    return reply
  }

  /**
   * Begins an answer that is too large to be kept, and gives what its body is to be written to; `undefined` when it has
   * none, for a client that has it already or asked for the headers alone.
   */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { etag, headers, ignored = [], status = 200 }: StreamedAnswer,
  ): ServerResponse | undefined {
    const { isStopping, onSending, onNotModified } = this.#context
    reply.headers({ ...headers, ETag: etag, ...ignoredHeader(ignored) })
    onSending(reply)
    const isKnown = isNoneMatch(request.headers['if-none-match'], etag)
    const all = reply.getHeaders()
    reply.hijack()
    if (isStopping()) reply.raw.shouldKeepAlive = false
    reply.raw.writeHead(isKnown ? 304 : status, all as OutgoingHttpHeaders)
    if (isKnown) onNotModified(request.raw)
    if (!isKnown && request.method !== 'HEAD') return reply.raw
    reply.raw.end()
    return undefined
  }

  /** Sends what the same address got before, and tells the route of it; `undefined` when somebody must look closer. */
  sendAgain(request: IncomingMessage, response: ServerResponse): string | undefined {
    const { method, url = '' } = request
    const kept = this.#kept.get(url)
    if (!kept || (method !== 'GET' && method !== 'HEAD')) return undefined
    const { now, source, admits, isStopping } = this.#context
    if (kept.source !== null && kept.source !== source()) return undefined
    const clock = now()
    const { prepared } = kept
    const { changesAt } = prepared.answer.made
    if (clock >= kept.until || (changesAt !== null && clock >= changesAt)) return undefined
    const wishes = readPreferences(request)
    const form = wishes && prepared.form(chooseEncoding(wishes.acceptEncoding))
    if (!form) return undefined
    const isKnown = isNoneMatch(wishes.ifNoneMatch, form.etag)
    if (!admits(request, clock, isKnown)) return undefined
    if (isStopping()) response.shouldKeepAlive = false
    prepared.answer.heldAt = clock
    prepared.write(response, form, isKnown, clock)
    return kept.route
  }

  #prepared(request: FastifyRequest, reply: FastifyReply, sending: Sending): PreparedAnswer {
    const { answer, ignored = [], isStale = false, repeatable } = sending
    const address = request.raw.url ?? ''
    const kept = this.#kept.peek(address)
    if (repeatable && kept?.prepared.answer === answer && kept.source === repeatable.source) {
      this.#kept.set(address, { ...kept, ...repeatable })
      return kept.prepared
    }
    this.#context.onSending(reply)
    const prepared = new PreparedAnswer(answer, {
      ...(reply.getHeaders() as Record<string, string>),
      ...(isStale && { 'cache-status': STALE }),
      ...ignoredHeader(ignored),
    })
    // Whoever adds parameters of their own choice would push out what others ask for.
    if (repeatable && ignored.length === 0 && address.length <= MAX_ADDRESS_LENGTH)
      this.#kept.set(address, { ...repeatable, prepared, route: request.routeOptions.url ?? '' })
    return prepared
  }
}

const ignoredHeader = (ignored: readonly string[]): Record<string, string> =>
  ignored.length > 0 ? { 'x-ignored-parameters': namesOf(ignored) } : {}

const namesOf = (ignored: readonly string[]) =>
  ignored
    .slice(0, MAX_NAMED_PARAMETERS)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed()))
    .join(', ')
