import { createHash } from 'node:crypto'
import { invariant } from '../invariant.ts'
import { chooseEncoding, compress, decompress, type Encoding } from './encoding.ts'

/** An answer before it is encoded to bytes. */
export interface AnswerDraft {
  /** Text is compressed for clients that accept it. Bytes, such as an image, are compressed already and sent as they are. */
  readonly body: string | Uint8Array
  readonly contentType: string
  /** Headers that only this answer has, such as `Link`. */
  readonly headers: Readonly<Record<string, string>>
  /** When its content last changed, in milliseconds. */
  readonly modifiedAt: number
  /** True when nothing but `modifiedAt` decides whether the body has changed, so that `If-Modified-Since` can be honoured. */
  readonly isDated?: boolean
  /** When the passing of time will next change it, in milliseconds; `null` for never. */
  readonly changesAt: number | null
  readonly maxAgeSeconds: number
}

/** An answer with the encodings that were requested, as another process can receive it. */
export interface EncodedAnswer {
  readonly meta: Omit<AnswerDraft, 'body'>
  readonly isText: boolean
  readonly hash: string
  /** The length of the uncompressed body in bytes. */
  readonly length: number
  /** At least one. Others are computed from it. */
  readonly encoded: readonly (readonly [Encoding, Uint8Array])[]
}

/** Where an `AnswerCache` has an answer. */
export interface CachePlace {
  readonly key: string
  readonly version: string
}

/** An answer as bytes. Each encoding is computed when it is first requested. */
export class Answer {
  /** The draft without its body, which is stored only as bytes. */
  readonly meta: Omit<AnswerDraft, 'body'>
  /** When it was last known to be current, in milliseconds. */
  currentAt = 0
  /** Set by the cache that has it. */
  cachedAt: CachePlace | null = null
  readonly #isText: boolean
  readonly #hash: string
  readonly #length: number
  /** The body as it was received: that of a draft is uncompressed. */
  readonly #received: { readonly encoding: Encoding; readonly bytes: Buffer }
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(source: AnswerDraft | EncodedAnswer) {
    if ('encoded' in source) {
      const { meta, isText, hash, length, encoded } = source
      this.meta = meta
      this.#isText = isText
      this.#hash = hash
      this.#length = length
      const bodies = encoded.map(([encoding, bytes]) => ({ encoding, bytes: alone(bytes) }))
      for (const { encoding, bytes } of bodies) this.#encoded.set(encoding, Promise.resolve(bytes))
      this.#received = invariant(bodies[0], 'the body')
      return
    }
    const { body, ...meta } = source
    this.meta = meta
    this.#isText = typeof body === 'string'
    const bytes = Buffer.from(body)
    this.#hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    this.#length = bytes.length
    this.#received = { encoding: 'identity', bytes }
  }

  /**
   * The answer with the encodings that were requested so far, for another process. The uncompressed body is several times
   * as long as all of them, so it is sent only if it was requested, too.
   */
  async encoded(): Promise<EncodedAnswer> {
    const requested: readonly Encoding[] = this.#encoded.size > 0 ? [...this.#encoded.keys()] : ['identity']
    return {
      meta: this.meta,
      isText: this.#isText,
      hash: this.#hash,
      length: this.#length,
      encoded: await Promise.all(
        requested.map(async (encoding) => [encoding, await this.bytes(encoding)] as const),
      ),
    }
  }

  /** Approximate size in memory in bytes: the body and its encodings. */
  get size(): number {
    return this.#length * 2 + 1000
  }

  /** The encoding for a client that sent this `Accept-Encoding`. */
  encodingFor(acceptEncoding: string | undefined): Encoding {
    return this.#isText ? chooseEncoding(acceptEncoding) : 'identity'
  }

  /** A hash of the uncompressed body and the encoding's name, so that all processes agree on it. */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }

  bytes(encoding: Encoding): Promise<Buffer> {
    let bytes = this.#encoded.get(encoding)
    if (!bytes) {
      bytes = this.#inEncoding(encoding)
      this.#encoded.set(encoding, bytes)
    }
    return bytes
  }

  async #inEncoding(encoding: Encoding): Promise<Buffer> {
    const { encoding: received, bytes } = this.#received
    return compress(await decompress(bytes, received), encoding)
  }
}

/** Bytes in a block of memory of their own: a received block holds the whole message, or several. */
const alone = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => {
  const own = byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  return Buffer.from(own)
}

/** True when the client's `If-None-Match` (a list, or `*`) names this representation. */
export function isNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  // Caches in between may have marked it weak, which does not matter for this comparison.
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
