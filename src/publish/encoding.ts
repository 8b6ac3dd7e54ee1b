import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gunzip,
  gzip,
} from 'node:zlib'
import { remembered } from './speed.ts'

/** In order of preference. `identity` sends the bytes uncompressed. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The first client waits for the compression: 5 gives nearly the size of 11 and is far faster. */
const BROTLI_QUALITY = 5

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

/** A copy, because the buffer that zlib returns may be part of a much larger block of memory. */
const copied = async (bytes: Promise<Buffer>): Promise<Buffer> => Buffer.from(await bytes)

export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return copied(encoding === 'br' ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body))
}

/** Reverts `compress`. */
export async function decompress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return copied(promisify(encoding === 'br' ? brotliDecompress : gunzip)(body))
}

/** Returns a stream that compresses, for bodies too large to cache; `undefined` for `identity`. */
export const compressing = (encoding: Encoding): Transform | undefined =>
  encoding === 'br' ? createBrotliCompress(BROTLI) : encoding === 'gzip' ? createGzip() : undefined

/** Clients of different kinds send different headers. */
const KNOWN_HEADERS = 200
const preferredEncoding = remembered(bestEncoding, KNOWN_HEADERS)

/** Chooses the encoding with the highest weight in `Accept-Encoding`; among equal weights, our preference decides. */
export const chooseEncoding = (acceptEncoding: string | undefined): Encoding =>
  acceptEncoding ? preferredEncoding(acceptEncoding) : 'identity'

function bestEncoding(acceptEncoding: string): Encoding {
  const weights = weightsIn(acceptEncoding)
  // Without a weight for `identity`, the client accepts it, but prefers every encoding that it named.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : (weights.get('*') ?? 0))
  // A client that refuses every encoding gets the plain bytes, which is better than no answer.
  const accepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0)
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity'
}

/** True if the client accepts gzip, the only encoding of event streams. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = weightsIn(acceptEncoding ?? '')
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function weightsIn(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  return weights
}
