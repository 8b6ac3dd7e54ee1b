import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { cacheControl, constantUntil } from './lifetime.ts'
import { isKnownToClient, lastModifiedAt, lastModifiedUntil } from './modification.ts'
import { type PreparedResponse, preparedResponse } from './speed.ts'

/** An answer in one encoding, with the headers of one moment. */
interface Representation {
  readonly etag: string
  /** When the answer last changed, in milliseconds; `null` where only its tag identifies it. */
  readonly modifiedAt: number | null
  readonly whole: PreparedResponse
  /** The 304 for a client that has it already. */
  readonly notModified: PreparedResponse
}

/** An answer with all of its headers, so that sending it again costs almost nothing. */
export class PreparedAnswer {
  readonly answer: Answer
  /** Headers besides those of the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly #headers: readonly string[]
  readonly #isStale: boolean
  /** The two headers that depend on the time of sending, and until when both are right, in milliseconds. */
  #cacheControl = ''
  #lastModified = ''
  #rightUntil = Number.NEGATIVE_INFINITY
  /** With these two headers, by encoding. */
  readonly #representations = new Map<Encoding, Representation>()

  /**
   * `headers` are added to those of the answer, which take precedence. A stale answer may lack later changes, so its
   * `Last-Modified` is that of the moment of its change.
   */
  constructor(answer: Answer, headers: Readonly<Record<string, string>>, isStale = false) {
    this.answer = answer
    this.headers = headers
    this.#headers = Object.entries({ ...headers, ...inLowerCase(answer.meta.headers) }).flat()
    this.#isStale = isStale
  }

  /** The response to a request with these headers, as it is sent now; `undefined` before the encoding was computed. */
  responseTo(headers: IncomingHttpHeaders, encoding: Encoding, now: number): PreparedResponse | undefined {
    if (now >= this.#rightUntil) this.#update(now)
    const represented = this.#representations.get(encoding) ?? this.#represent(encoding)
    if (!represented) return undefined
    return isKnownToClient(headers, represented, now) ? represented.notModified : represented.whole
  }

  #represent(encoding: Encoding): Representation | undefined {
    const bytes = this.answer.computed(encoding)
    if (!bytes) return undefined
    const { contentType, isDated, modifiedAt } = this.answer.meta
    const etag = this.answer.etag(encoding)
    const common = [
      ...['cache-control', this.#cacheControl, 'etag', etag, 'last-modified', this.#lastModified],
      ...['vary', 'Accept-Encoding', ...this.#headers],
    ]
    const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const body = ['content-type', contentType, 'content-length', String(bytes.length)]
    const representation = {
      etag,
      modifiedAt: isDated ? modifiedAt : null,
      whole: preparedResponse(200, [...common, ...encoded, ...body], bytes),
      notModified: preparedResponse(304, common, null),
    }
    this.#representations.set(encoding, representation)
    return representation
  }

  /** Drops the responses when the time has changed one of their headers. */
  #update(now: number): void {
    const { changesAt, maxAgeSeconds, modifiedAt } = this.answer.meta
    const lifetime = cacheControl(now, changesAt, maxAgeSeconds)
    const modified = new Date(lastModifiedAt(modifiedAt, this.#isStale ? modifiedAt : now)).toUTCString()
    this.#rightUntil = Math.min(constantUntil(changesAt, maxAgeSeconds), lastModifiedUntil(modifiedAt, now))
    if (lifetime === this.#cacheControl && modified === this.#lastModified) return
    this.#cacheControl = lifetime
    this.#lastModified = modified
    this.#representations.clear()
  }
}

/** Headers with their names in lower case, as the framework sends them. */
export const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
