import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../../invariant.ts'
import { type Instant, istDay, istMidnightAfter, msOf } from '../../market/calendar.ts'
import { Answer } from '../../publish/answer.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { cacheControl, MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import { isKnownToClient, lastModifiedAt } from '../../publish/modification.ts'
import { readRoute } from '../../publish/read-route.ts'
import { sendStream } from '../../publish/send-stream.ts'
import type { Sender } from '../../publish/sender.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import { datasetSchema } from '../../reports/downloads/dataset.ts'
import { DATASET_PATHS, DOWNLOADS, parquetPath } from '../../request/downloads.ts'
import type { Slots } from '../slots.ts'
import { DATASET, dailyPath, formatOf } from './daily-folder.ts'
import type { SizeAndHash } from './dataset-file.ts'
import type { BuiltFiles, FilesOfDay } from './files-of-day.ts'

export interface DailyFileContext {
  readonly files: FilesOfDay
  readonly slots: Slots
  /** Returns the key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  readonly sender: Sender
  readonly now: () => Instant
  /** Serves a body that stays the same until the next release. */
  readonly fixed: (file: FixedFile) => void
}

/** A part of at most this size needs no download slot: readers of Parquet request many parts at the same time. */
const SMALL_PART_BYTES = 1024 * 1024

/** Adds the routes of the files that are built once a day, and of a description with their sizes and hashes. */
export function dailyFileRoutes(app: FastifyInstance, context: DailyFileContext): void {
  const { files, sender, now, fixed } = context
  fixed({
    path: DATASET_PATHS.schema,
    contentType: 'application/schema+json',
    body: JSON.stringify(datasetSchema, null, 2),
  })

  readRoute(app, DATASET_PATHS.about, async (request, reply) => {
    const built = await files.current()
    const answer = new Answer({
      body: JSON.stringify(aboutFiles(built), null, 2),
      contentType: 'application/json; charset=utf-8',
      headers: { 'X-Market-Version': built.of.position },
      modifiedAt: built.builtAt,
      isDated: true,
      ...lifetime(built, now()),
    })
    return sender.send(request, reply, { answer, isStale: false, repeatable: null })
  })

  const tables = DOWNLOADS.filter(({ hasParquet }) => hasParquet)
  const paths = [
    [DATASET_PATHS.file, DATASET],
    ...tables.map((table) => [parquetPath(table), table.name]),
  ] as const
  for (const [path, name] of paths)
    readRoute(app, path, async (request, reply) => {
      const built = await files.current()
      return sendFile(request, reply, { ...context, file: fileOfDay(built, name), built })
    })
}

/** A file of a day as it is served. */
interface FileOfDay extends SizeAndHash {
  /** The name under which clients save it. */
  readonly name: string
  readonly contentType: string
  /** Where it is stored. */
  readonly path: string
  /** Number of rows of a table. */
  readonly rows: number | null
}

function fileOfDay({ of, folder, files }: BuiltFiles, name: string): FileOfDay {
  const file = invariant(
    files.find((file) => file.name === name),
    `the file ${name} of the day`,
  )
  return {
    ...file,
    name: `greymark-${name}-${of.day}-${of.version}.${formatOf(name)}`,
    contentType: name === DATASET ? 'application/gzip' : 'application/vnd.apache.parquet',
    path: dailyPath(folder, of.id, name),
  }
}

/** Describes the files of a day: their contents, sizes and hashes. */
function aboutFiles(built: BuiltFiles): object {
  const {
    of,
    files,
    content: { kinds, ...content },
  } = built
  const { name, bytes, sha256 } = fileOfDay(built, DATASET)
  return {
    name,
    path: DATASET_PATHS.file,
    day: of.day,
    asOf: of.asOf,
    marketVersion: of.position,
    bytes,
    sha256,
    content,
    facts: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    kinds: Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))),
    format: 'A facts file, compressed with gzip: one JSON object a line, in the order of recordedAt.',
    schema: DATASET_PATHS.schema,
    terms: '/docs#terms',
    disclaimer: disclaimerFor(built),
    tables: files
      .filter(({ name }) => name !== DATASET)
      .map(({ name: table }) => {
        const { name, bytes, sha256, rows } = fileOfDay(built, table)
        return { table, name, path: parquetPath({ name: table }), rows, bytes, sha256 }
      }),
  }
}

interface SentFile extends DailyFileContext {
  readonly file: FileOfDay
  readonly built: BuiltFiles
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, built, slots, clientOf, sender, now }: SentFile,
): Promise<FastifyReply> {
  const { bytes } = file
  const etag = `"${file.sha256}"`
  const range = requestedRange(request, etag, bytes)
  const part = range ?? { first: 0, last: bytes - 1 }
  const validators = { etag, modifiedAt: built.builtAt }
  const isKnown = isKnownToClient(request.headers, validators, msOf(now()))
  const hasBody = request.method !== 'HEAD' && range !== null && !isKnown
  const needsSlot = hasBody && sizeOf(part) > SMALL_PART_BYTES
  const release = needsSlot ? slots.take(clientOf(request.raw)) : undefined
  try {
    const status = range === null ? 416 : range ? 206 : 200
    const headers = { ...fileHeaders(file, built, now()), ...rangeHeaders(range, bytes), ETag: etag }
    const ignored = Object.keys(request.query as object)
    const response = sender.begin(request, reply, { status, headers, ignored, isNotModified: isKnown })
    if (response && hasBody) {
      const body = createReadStream(file.path, { start: part.first, end: part.last })
      await sendStream(response, body, () => slots.isFull)
    } else response?.end()
  } catch (error) {
    if (!reply.raw.headersSent) throw error
    request.log.debug({ err: error }, 'a download failed before its end')
  } finally {
    release?.()
  }
  return reply
}

const sizeOf = ({ first, last }: ByteRange): number => last - first + 1

/** Today's files are current until midnight in India; older ones only until the next are built. */
const lifetime = ({ of }: BuiltFiles, now: Instant) =>
  of.day === istDay(now)
    ? { changesAt: msOf(istMidnightAfter(now)), maxAgeSeconds: PAST_MAX_AGE_SECONDS }
    : { changesAt: null, maxAgeSeconds: MAX_AGE_SECONDS }

function fileHeaders(file: FileOfDay, built: BuiltFiles, now: Instant): Record<string, string> {
  const { changesAt, maxAgeSeconds } = lifetime(built, now)
  return {
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl(msOf(now), changesAt, maxAgeSeconds),
    'Content-Type': file.contentType,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Last-Modified': new Date(lastModifiedAt(built.builtAt, msOf(now))).toUTCString(),
    Link: `<${DATASET_PATHS.about}>; rel="describedby"; type="application/json", </docs#terms>; rel="terms-of-service"`,
    'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    'X-Market-Version': built.of.position,
    ...(file.rows !== null && { 'X-Total-Count': String(file.rows) }),
  }
}

/** A part of a file, with both ends inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Parses `Range`: `undefined` for the whole file, also if the header is invalid; `null` if the range lies outside the file. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : null
}

/** The requested range. HTTP defines `Range` only for GET; with `If-Range`, it applies only to the same file. */
export function requestedRange(
  { method, headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | null | undefined {
  if (method !== 'GET') return undefined
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? byteRange(headers.range, bytes) : undefined
}

export const rangeHeaders = (range: ByteRange | null | undefined, bytes: number): Record<string, string> => {
  if (range === undefined) return { 'Content-Length': String(bytes) }
  if (range === null) return { 'Content-Range': `bytes */${bytes}`, 'Content-Length': '0' }
  const { first, last } = range
  return {
    'Content-Range': `bytes ${first}-${last}/${bytes}`,
    'Content-Length': String(last - first + 1),
  }
}
