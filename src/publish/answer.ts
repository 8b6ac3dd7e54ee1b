import { createHash } from 'node:crypto'
import { compress, type Encoding } from './encoding.ts'

/** What makes an answer, before it is turned into bytes. */
export interface AnswerDraft {
  readonly body: string
  readonly contentType: string
  /** Headers of this answer alone, such as `Link`. */
  readonly headers: Readonly<Record<string, string>>
  /** When it last became what it is, as milliseconds. */
  readonly modifiedAt: number
  /** When the clock alone will change it, as milliseconds; `null` for never. */
  readonly changesAt: number | null
  readonly maxAgeSeconds: number
}

/** An answer as bytes, each encoding made when it is first asked for. */
export class Answer {
  /** Without the body, which is kept as bytes alone. */
  readonly made: Omit<AnswerDraft, 'body'>
  readonly lastModified: string
  /** When it was last known to be what it should be, as milliseconds. */
  heldAt = 0
  readonly #bytes: Buffer
  readonly #hash: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor({ body, ...made }: AnswerDraft) {
    this.made = made
    this.lastModified = new Date(made.modifiedAt).toUTCString()
    this.#bytes = Buffer.from(body)
    this.#hash = createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)
  }

  /** Room it takes in memory, roughly: the bytes and their encodings. */
  get size(): number {
    return this.#bytes.length * 2 + 1000
  }

  /** A hash of the uncompressed body and the encoding's name, so that all processes agree on it. */
  etag(encoding: Encoding): string {
    return encoding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${encoding}"`
  }

  bytes(encoding: Encoding): Promise<Buffer> {
    let bytes = this.#encoded.get(encoding)
    if (!bytes) {
      // A copy of its own size: what zlib returns may sit in a much larger piece of memory.
      bytes = compress(this.#bytes, encoding).then((compressed) => Buffer.from(compressed))
      this.#encoded.set(encoding, bytes)
    }
    return bytes
  }
}

/** True when the client's `If-None-Match` (a list, or `*`) names this representation. */
export function isNoneMatch(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === '*') return true
  // Caches on the way may have marked it weak; for this comparison that makes no difference.
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
