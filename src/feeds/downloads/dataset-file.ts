import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { DatasetLine } from '../../reports/downloads/dataset.ts'

/** What the data set has without compression. */
export interface DatasetContent {
  readonly bytes: number
  readonly sha256: string
  /** The number of facts of each kind. */
  readonly kinds: Readonly<Record<string, number>>
}

const LINES_PER_PIECE = 500
/** A pause after each piece, in which requests are served: building the files of a day is not urgent. */
export const PAUSE_MS = 2

/** Offset of the operating-system byte in a gzip header, and its value for "unknown". */
const SYSTEM_OFFSET = 9
const UNKNOWN_SYSTEM = 255

/** Writes the complete data set, every fact as a line, as a gzip file that is the same on all systems. */
export async function writeDataset(
  path: string,
  lines: AsyncGenerator<DatasetLine>,
): Promise<DatasetContent> {
  const kinds: Record<string, number> = {}
  const hash = createHash('sha256')
  let bytes = 0
  async function* pieces(): AsyncGenerator<Buffer> {
    let texts: string[] = []
    const piece = () => {
      const joined = Buffer.from(texts.join(''))
      texts = []
      hash.update(joined)
      bytes += joined.length
      return joined
    }
    for await (const { kind, text } of lines) {
      kinds[kind] = (kinds[kind] ?? 0) + 1
      if (texts.push(`${text}\n`) < LINES_PER_PIECE) continue
      yield piece()
      await setTimeout(PAUSE_MS)
    }
    yield piece()
  }
  await pipeline(pieces, createGzip(), createWriteStream(path))
  await using file = await open(path, 'r+')
  await file.write(Buffer.of(UNKNOWN_SYSTEM), 0, 1, SYSTEM_OFFSET)
  return { bytes, sha256: hash.digest('hex'), kinds }
}
