import type { Answer } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { cacheControl, constantUntil } from './lifetime.ts'
import { lastModifiedAt, lastModifiedUntil } from './modification.ts'
import { type PreparedResponse, preparedResponse, setHeadValue } from './prepared-response.ts'

/** An answer in one encoding. */
export interface Representation {
  readonly etag: string
  readonly whole: PreparedResponse
  readonly notModified: PreparedResponse
}

/** Index of the value of `Cache-Control`, which comes first because the clock may change it. */
const LIFETIME_INDEX = 1
/** Index of the value of `Last-Modified`, which depends on the time of sending. */
const LAST_MODIFIED_INDEX = 5

/** An answer with all of its headers, so that sending it again costs almost nothing. */
export class PreparedAnswer {
  readonly answer: Answer
  /** Headers besides those of the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly #headers: readonly string[]
  readonly #constantUntil: number
  readonly #isStale: boolean
  #lastModified = ''
  /** Until when `#lastModified` is right, in milliseconds. */
  #lastModifiedUntil = Number.NEGATIVE_INFINITY
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
    this.#constantUntil = constantUntil(answer.meta.changesAt, answer.meta.maxAgeSeconds)
  }

  /** Returns a representation that was already built. */
  representation(encoding: Encoding): Representation | undefined {
    return this.#representations.get(encoding)
  }

  /** The encodings that were built. */
  encodings(): Encoding[] {
    return [...this.#representations.keys()]
  }

  async buildRepresentation(encoding: Encoding): Promise<Representation> {
    const bytes = await this.answer.bytes(encoding)
    const { meta } = this.answer
    const etag = this.answer.etag(encoding)
    const lifetime = cacheControl(0, null, meta.maxAgeSeconds)
    const common = [
      ...['cache-control', lifetime, 'etag', etag, 'last-modified', ''],
      ...['vary', 'Accept-Encoding', ...this.#headers],
    ]
    const body = ['content-type', meta.contentType, 'content-length', String(bytes.length)]
    const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const representation = {
      etag,
      whole: preparedResponse(200, [...common, ...encoded, ...body], bytes),
      notModified: preparedResponse(304, common, null),
    }
    this.#representations.set(encoding, representation)
    return representation
  }

  /** The response with a representation, or the 304 for a client that already has it, as it is sent now. */
  response({ whole, notModified }: Representation, isNotModified: boolean, now: number): PreparedResponse {
    const response = isNotModified ? notModified : whole
    if (now > this.#constantUntil) {
      const { changesAt, maxAgeSeconds } = this.answer.meta
      setHeadValue(response, LIFETIME_INDEX, cacheControl(now, changesAt, maxAgeSeconds))
    }
    if (now >= this.#lastModifiedUntil) {
      const { modifiedAt } = this.answer.meta
      this.#lastModified = new Date(
        lastModifiedAt(modifiedAt, this.#isStale ? modifiedAt : now),
      ).toUTCString()
      this.#lastModifiedUntil = lastModifiedUntil(modifiedAt, now)
    }
    setHeadValue(response, LAST_MODIFIED_INDEX, this.#lastModified)
    return response
  }
}

const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
