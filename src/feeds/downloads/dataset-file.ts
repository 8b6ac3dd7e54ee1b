import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { DatasetLine } from '../../reports/downloads/dataset.ts'

export interface SizeAndHash {
  readonly bytes: number
  readonly sha256: string
}

/** Counts and hashes bytes as they are written. */
export class Tally {
  readonly #hash = createHash('sha256')
  bytes = 0

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
  }

  sized(): SizeAndHash {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

/** What the data set has without compression. */
export interface DatasetContent extends SizeAndHash {
  /** The number of facts of each kind. */
  readonly kinds: Readonly<Record<string, number>>
}

const LINES_PER_PIECE = 500
/** A pause after each piece, in which requests are served: building the files of a day is not urgent. */
export const PAUSE_MS = 2

/** Writes the complete data set, every fact as a line, as a gzip file. */
export async function writeDataset(
  path: string,
  lines: AsyncGenerator<DatasetLine>,
): Promise<{ readonly file: SizeAndHash; readonly content: DatasetContent }> {
  const [content, file] = [new Tally(), new Tally()]
  const kinds: Record<string, number> = {}
  await pipeline(
    Readable.from(pieces(lines, kinds, content)),
    createGzip(),
    withoutSystem(file),
    createWriteStream(path),
  )
  return { file: file.sized(), content: { ...content.sized(), kinds } }
}

async function* pieces(
  lines: AsyncGenerator<DatasetLine>,
  kinds: Record<string, number>,
  content: Tally,
): AsyncGenerator<Buffer> {
  let texts: string[] = []
  const piece = () => {
    const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
    content.add(bytes)
    texts = []
    return bytes
  }
  for await (const { kind, text } of lines) {
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (texts.push(text) < LINES_PER_PIECE) continue
    yield piece()
    await setTimeout(PAUSE_MS)
  }
  if (texts.length > 0) yield piece()
}

/** Offset of the operating-system byte in a gzip header, and its value for "unknown". */
const SYSTEM_OFFSET = 9
const UNKNOWN_SYSTEM = 255

/** Counts the compressed bytes and clears the operating-system byte, so that all machines write the same file. */
function withoutSystem(file: Tally): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const offset = SYSTEM_OFFSET - file.bytes
      if (offset >= 0 && offset < chunk.length) chunk[offset] = UNKNOWN_SYSTEM
      file.add(chunk)
      done(null, chunk)
    },
  })
}
