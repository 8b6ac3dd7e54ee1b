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

/** An answer with some of its encodings, as another thread can receive it. */
export interface EncodedAnswer {
  readonly meta: Omit<AnswerDraft, 'body'>
  readonly isText: boolean
  readonly hash: string
  /** The length of the uncompressed body in bytes. */
  readonly length: number
  /** At least one. Others are computed from the first. Those for another thread are in memory of their own. */
  readonly encoded: readonly (readonly [Encoding, Uint8Array<ArrayBuffer>])[]
}

/** An answer as bytes. Each encoding is computed when it is first requested. */
export class Answer {
  readonly #received: EncodedAnswer
  readonly #encoded: Map<Encoding, Buffer | Promise<Buffer>>

  constructor(source: AnswerDraft | EncodedAnswer) {
    this.#received = 'encoded' in source ? source : uncompressed(source)
    this.#encoded = new Map(
      this.#received.encoded.map(([encoding, { buffer, byteOffset, length }]) => [
        encoding,
        Buffer.from(buffer, byteOffset, length),
      ]),
    )
  }

  /** The draft without its body, which is stored only as bytes. */
  get meta(): EncodedAnswer['meta'] {
    return this.#received.meta
  }

  /** The answer in these encodings, for another thread. Without one it gets the uncompressed body, which is much longer. */
  async encodedIn(encodings: readonly Encoding[]): Promise<EncodedAnswer> {
    const { isText } = this.#received
    const sent: readonly Encoding[] = isText && encodings.length > 0 ? encodings : ['identity']
    const encoded = sent.map(
      async (encoding) => [encoding, new Uint8Array(await this.bytes(encoding))] as const,
    )
    return { ...this.#received, encoded: await Promise.all(encoded) }
  }

  /** Approximate size in memory in bytes: the body and its encodings. */
  get size(): number {
    return this.#received.length * 2 + 1000
  }

  /** The encoding for a client that sent this `Accept-Encoding`. */
  encodingFor(acceptEncoding: string | undefined): Encoding {
    return this.#received.isText ? chooseEncoding(acceptEncoding) : 'identity'
  }

  /** A hash of the uncompressed body and the encoding's name, so that all processes agree on it. */
  etag(encoding: Encoding): string {
    const { hash } = this.#received
    return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  }

  /** The bytes of an encoding that was computed before. */
  computed(encoding: Encoding): Buffer | undefined {
    const bytes = this.#encoded.get(encoding)
    return bytes instanceof Buffer ? bytes : undefined
  }

  async bytes(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const computing = this.#inEncoding(encoding)
    this.#encoded.set(encoding, computing)
    try {
      const bytes = await computing
      this.#encoded.set(encoding, bytes)
      return bytes
    } catch (error) {
      // The next request tries again.
      this.#encoded.delete(encoding)
      throw error
    }
  }

  async #inEncoding(encoding: Encoding): Promise<Buffer> {
    const [received] = invariant(this.#received.encoded[0], 'the body')
    return compress(await decompress(await this.bytes(received), received), encoding)
  }
}

function uncompressed({ body, ...meta }: AnswerDraft): EncodedAnswer {
  const bytes = Buffer.from(body)
  return {
    meta,
    isText: typeof body === 'string',
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    length: bytes.length,
    encoded: [['identity', bytes]],
  }
}
