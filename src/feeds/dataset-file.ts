import { createHash, type Hash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { DAY_MS } from '../market/calendar.ts'
import type { DatasetLine } from '../reports/downloads/dataset.ts'

export interface Sized {
  readonly bytes: number
  readonly sha256: string
}

/** A file that was made, and what is in it. */
export interface DatasetFile extends Sized {
  readonly path: string
  /** The same without compression. */
  readonly content: Sized
  /** How many facts of each kind. */
  readonly kinds: Readonly<Record<string, number>>
}

const LINES_PER_PIECE = 500
/** Between two pieces others are served: a data set has the whole night. */
const PAUSE_MS = 2

const fileName = (id: string): string => `dataset-${id}.ndjson.gz`
const aboutName = (id: string): string => `dataset-${id}.json`

/** A file that was made before, by this process or another one. */
export async function madeBefore(folder: string, id: string): Promise<DatasetFile | undefined> {
  try {
    const path = join(folder, fileName(id))
    const about = JSON.parse(await readFile(join(folder, aboutName(id)), 'utf8')) as Omit<DatasetFile, 'path'>
    return (await stat(path)).size === about.bytes ? { ...about, path } : undefined
  } catch {
    return undefined
  }
}

/** Writes the file beside its place and puts it there whole. Those of other days are removed then. */
export async function makeFile(
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
    withoutMachine(file),
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

/** Where a gzip file tells on what kind of system it was made, and what stands there for none. */
const SYSTEM_AT = 9
const NO_SYSTEM = 255

/** Counts the compressed bytes, and leaves out which machine made them. */
function withoutMachine(file: Tally): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const place = SYSTEM_AT - file.bytes
      if (place >= 0 && place < chunk.length) chunk[place] = NO_SYSTEM
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

  sized(): Sized {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Who is being sent one of them has it open, and gets all of it. What is not finished may be another process's. */
async function removeOthers(folder: string, id: string): Promise<void> {
  const kept = new Set([fileName(id), aboutName(id)])
  const { mtimeMs: made } = await stat(join(folder, fileName(id)))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isOther = /^dataset-.*\.(ndjson\.gz|json)$/.test(name) && !kept.has(name)
    const isLeft = /^unfinished-[0-9a-f]+$/.test(name) && (await changedAt(path)) < made - DAY_MS
    if (isOther || isLeft) await rm(path, { force: true })
  }
}

/** What is gone meanwhile counts as new. */
const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
