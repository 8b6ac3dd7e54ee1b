import { createHash, type Hash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { DAY_MS } from '../../market/calendar.ts'
import type { DatasetLine } from '../../reports/downloads/dataset.ts'

export interface SizeAndHash {
  readonly bytes: number
  readonly sha256: string
}

/** A complete file and its contents. */
export interface DatasetFile extends SizeAndHash {
  readonly path: string
  /** Size and hash without compression. */
  readonly content: SizeAndHash
  /** The number of facts of each kind. */
  readonly kinds: Readonly<Record<string, number>>
}

const LINES_PER_PIECE = 500
/** A pause after each piece, in which requests are served: building the data set is not urgent. */
const PAUSE_MS = 2

const fileName = (id: string): string => `dataset-${id}.ndjson.gz`
const aboutName = (id: string): string => `dataset-${id}.json`

/** Returns the file if this or another process has already built it. */
export async function existingFile(folder: string, id: string): Promise<DatasetFile | undefined> {
  try {
    const path = join(folder, fileName(id))
    const about = JSON.parse(await readFile(join(folder, aboutName(id)), 'utf8')) as Omit<DatasetFile, 'path'>
    return (await stat(path)).size === about.bytes ? { ...about, path } : undefined
  } catch {
    return undefined
  }
}

/** Writes a temporary file and renames it, so that it is only visible whole. Then removes files of other days. */
export async function buildFile(
  folder: string,
  id: string,
  lines: AsyncGenerator<DatasetLine>,
): Promise<DatasetFile> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `unfinished-${randomBytes(6).toString('hex')}`)
  try {
    const about = await write(unfinished, lines)
    const path = join(folder, fileName(id))
    await rename(unfinished, path)
    await writeFile(unfinished, JSON.stringify(about))
    await rename(unfinished, join(folder, aboutName(id)))
    await removeOthers(folder, id)
    return { ...about, path }
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function write(path: string, lines: AsyncGenerator<DatasetLine>): Promise<Omit<DatasetFile, 'path'>> {
  const [content, file] = [new Tally(), new Tally()]
  const kinds: Record<string, number> = {}
  await pipeline(
    Readable.from(pieces(lines, kinds, content)),
    createGzip(),
    withoutSystem(file),
    createWriteStream(path),
  )
  return { ...file.sized(), content: content.sized(), kinds }
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

class Tally {
  readonly #hash: Hash = createHash('sha256')
  bytes = 0

  add(chunk: Buffer): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
  }

  sized(): SizeAndHash {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Removes other files. Downloads in progress have theirs open and are not affected; a recent unfinished file may be another process's. */
async function removeOthers(folder: string, id: string): Promise<void> {
  const current = new Set([fileName(id), aboutName(id)])
  const { mtimeMs: builtAt } = await stat(join(folder, fileName(id)))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isOther = /^dataset-.*\.(ndjson\.gz|json)$/.test(name) && !current.has(name)
    const isAbandoned = /^unfinished-[0-9a-f]+$/.test(name) && (await changedAt(path)) < builtAt - DAY_MS
    if (isOther || isAbandoned) await rm(path, { force: true })
  }
}

/** The time of the last change; a file that was removed meanwhile counts as new. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
