import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Best first. `identity` sends the bytes as they are. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bodies are made once and sent often, yet the first reader waits for them: 5 is nearly as small as 11 and far faster. */
const BROTLI_QUALITY = 5

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
}

export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body)

/** Compresses what is too large to be a body that is made once; `undefined` where nothing is to be done. */
export const compressing = (encoding: Encoding): Transform | undefined =>
  encoding === 'br' ? createBrotliCompress(BROTLI) : encoding === 'gzip' ? createGzip() : undefined

/** Clients come in few kinds, and each kind always sends the same text. */
const CHOICES_KEPT = 200
const choices = new LRUCache<string, Encoding>({ max: CHOICES_KEPT })

/** The encoding to answer with: of those that the client likes best, ours. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity'
  const known = choices.get(acceptEncoding)
  if (known) return known
  const choice = bestEncoding(acceptEncoding)
  choices.set(acceptEncoding, choice)
  return choice
}

function bestEncoding(acceptEncoding: string): Encoding {
  const weights = weightsIn(acceptEncoding)
  // A client that names no weight for `identity` takes it, but prefers whatever it did name.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : (weights.get('*') ?? 0))
  // Whoever refuses everything gets the plain bytes: an answer in a form refused is better than none.
  const accepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0)
  return accepted.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity'
}

/** For what is compressed as it comes, for which there is only this. */
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
