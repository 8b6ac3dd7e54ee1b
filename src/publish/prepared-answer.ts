import type { ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Encoding } from './encoding.ts'
import { cacheControl, constantUntil } from './lifetime.ts'
import { lastModifiedAt, lastModifiedUntil } from './modification.ts'

/** An answer in one encoding. Headers are a flat list of names and values, which Node writes without copying. */
export interface Representation {
  readonly etag: string
  readonly bytes: Buffer
  readonly head: string[]
  /** The headers of a 304. */
  readonly notModifiedHead: string[]
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
    const notModifiedHead = [
      ...['cache-control', lifetime, 'etag', etag, 'last-modified', ''],
      ...['vary', 'Accept-Encoding', ...this.#headers],
    ]
    const body = ['content-type', meta.contentType, 'content-length', String(bytes.length)]
    const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const representation = { etag, bytes, notModifiedHead, head: [...notModifiedHead, ...encoded, ...body] }
    this.#representations.set(encoding, representation)
    return representation
  }

  /** Writes a representation, or 304 when the client already has it. */
  write(response: ServerResponse, representation: Representation, isNotModified: boolean, now: number): void {
    const head = isNotModified ? representation.notModifiedHead : representation.head
    if (now > this.#constantUntil) {
      const { changesAt, maxAgeSeconds } = this.answer.meta
      head[LIFETIME_INDEX] = cacheControl(now, changesAt, maxAgeSeconds)
    }
    if (now >= this.#lastModifiedUntil) {
      const { modifiedAt } = this.answer.meta
      this.#lastModified = new Date(
        lastModifiedAt(modifiedAt, this.#isStale ? modifiedAt : now),
      ).toUTCString()
      this.#lastModifiedUntil = lastModifiedUntil(modifiedAt, now)
    }
    head[LAST_MODIFIED_INDEX] = this.#lastModified
    response.writeHead(isNotModified ? 304 : 200, head)
    // Node omits the body for HEAD.
    if (isNotModified) response.end()
    else response.end(representation.bytes)
  }
}

const inLowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
