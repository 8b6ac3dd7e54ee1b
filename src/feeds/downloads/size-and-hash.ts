import { createHash, type Hash } from 'node:crypto'

export interface SizeAndHash {
  readonly bytes: number
  readonly sha256: string
}

/** Counts and hashes bytes as they are written. */
export class Tally {
  readonly #hash: Hash = createHash('sha256')
  bytes = 0

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
  }

  sized(): SizeAndHash {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}
