import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Instant, istDay, istMidnightAfter, msOf } from '../../market/calendar.ts'
import { Answer } from '../../publish/answer.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { cacheControl, MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import { isKnownToClient, lastModifiedAt } from '../../publish/modification.ts'
import { readRoute } from '../../publish/read-route.ts'
import { sendStream } from '../../publish/send-stream.ts'
import type { Sender } from '../../publish/sender.ts'
import { datasetSchema } from '../../reports/downloads/dataset-schema.ts'
import { DATASET_PATHS, DOWNLOADS, parquetPath } from '../../request/downloads.ts'
import type { Slots } from '../slots.ts'
import { aboutFiles, type FileOfDay, fileOfDataset, fileOfTable } from './about-files.ts'
import { type ByteRange, rangeHeaders, requestedRange } from './byte-range.ts'
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

  const fileRoute = (path: string, fileOf: (built: BuiltFiles) => FileOfDay) =>
    readRoute(app, path, async (request, reply) => {
      const built = await files.current()
      return sendFile(request, reply, { ...context, file: fileOf(built), built })
    })
  fileRoute(DATASET_PATHS.file, fileOfDataset)
  for (const { name, hasParquet } of DOWNLOADS)
    if (hasParquet) fileRoute(parquetPath({ name }), (built) => fileOfTable(built, name))
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
