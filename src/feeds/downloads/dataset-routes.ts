import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Instant, istDay, istMidnightAfter, msOf } from '../../market/calendar.ts'
import { Answer, isNoneMatch } from '../../publish/answer.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { cacheControl, MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import { readRoute } from '../../publish/read-route.ts'
import { resetConnection, watchPace } from '../../publish/reading-pace.ts'
import type { Sender } from '../../publish/sender.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import { datasetSchema } from '../../reports/downloads/dataset-schema.ts'
import { DATASET_PATHS } from '../../request/downloads.ts'
import { type ByteRange, byteRange } from './byte-range.ts'
import type { BuiltDataset, Dataset } from './dataset.ts'
import type { DownloadSlot, DownloadSlots } from './download-slots.ts'

export interface DatasetRoutesContext {
  readonly dataset: Dataset
  readonly slots: DownloadSlots
  /** Returns the key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  readonly sender: Sender
  readonly now: () => Instant
  /** Serves a body that stays the same until the next release. */
  readonly fixed: (file: FixedFile) => void
}

/** Adds the routes of the data set: all facts as one file, and a description with its size and hash. */
export function datasetRoutes(
  app: FastifyInstance,
  { dataset, slots, clientOf, sender, now, fixed }: DatasetRoutesContext,
): void {
  fixed({
    path: DATASET_PATHS.schema,
    contentType: 'application/schema+json',
    body: JSON.stringify(datasetSchema, null, 2),
  })

  readRoute(app, DATASET_PATHS.about, async (request, reply) => {
    const built = await dataset.current()
    const answer = new Answer({
      body: JSON.stringify(about(built), null, 2),
      contentType: 'application/json; charset=utf-8',
      headers: { 'X-Market-Version': built.of.position },
      modifiedAt: msOf(built.of.asOf),
      ...lifetime(built, now()),
    })
    return sender.send(request, reply, { answer })
  })

  readRoute(app, DATASET_PATHS.file, async (request, reply) => {
    const built = await dataset.current()
    const { bytes } = built.file
    const etag = `"${built.file.sha256}"`
    const range = requestedRange(request, etag, bytes)
    const { first, last } = range ?? { first: 0, last: bytes - 1 }
    const hasBody =
      request.method !== 'HEAD' && range !== null && !isNoneMatch(request.headers['if-none-match'], etag)
    const slot = hasBody ? slots.take(clientOf(request.raw)) : undefined
    try {
      const status = range === null ? 416 : range ? 206 : 200
      const headers = { ...fileHeaders(built, now()), ...rangeHeaders(range, bytes) }
      const response = sender.begin(request, reply, { etag, status, headers })
      if (response && slot) await sendPart(reply, built.file.path, { first, last }, slot)
      else response?.end()
    } catch (error) {
      if (!reply.raw.headersSent) throw error
      request.log.debug({ err: error }, 'a download failed before its end')
    } finally {
      slot?.release()
    }
    return reply
  })
}

/** The requested range. HTTP defines `Range` only for GET; with `If-Range`, it applies only to the same file. */
function requestedRange(
  { method, headers }: FastifyRequest,
  etag: string,
  bytes: number,
): ByteRange | null | undefined {
  if (method !== 'GET') return undefined
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? byteRange(headers.range, bytes) : undefined
}

const rangeHeaders = (range: ByteRange | null | undefined, bytes: number): Record<string, string> => {
  if (range === undefined) return { 'Content-Length': String(bytes) }
  if (range === null) return { 'Content-Range': `bytes */${bytes}`, 'Content-Length': '0' }
  const { first, last } = range
  return {
    'Content-Range': `bytes ${first}-${last}/${bytes}`,
    'Content-Length': String(last - first + 1),
  }
}

async function sendPart(
  { raw }: FastifyReply,
  path: string,
  { first, last }: ByteRange,
  { isContended }: DownloadSlot,
): Promise<void> {
  const endWatch = watchPace(raw, isContended)
  try {
    await pipeline(createReadStream(path, { start: first, end: last }), raw)
  } catch (error) {
    resetConnection(raw)
    throw error
  } finally {
    endWatch()
  }
}

/** Today's data set is current until midnight in India; an older one only until the next is built. */
const lifetime = ({ of }: BuiltDataset, now: Instant) =>
  of.day === istDay(now)
    ? { changesAt: msOf(istMidnightAfter(now)), maxAgeSeconds: PAST_MAX_AGE_SECONDS }
    : { changesAt: null, maxAgeSeconds: MAX_AGE_SECONDS }

function fileHeaders(dataset: BuiltDataset, now: Instant): Record<string, string> {
  const { changesAt, maxAgeSeconds } = lifetime(dataset, now)
  return {
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl(msOf(now), changesAt, maxAgeSeconds),
    'Content-Type': 'application/gzip',
    'Content-Disposition': `attachment; filename="${nameOf(dataset)}"`,
    'Last-Modified': new Date(msOf(dataset.of.asOf)).toUTCString(),
    Link: `<${DATASET_PATHS.about}>; rel="describedby"; type="application/json", </docs#terms>; rel="terms-of-service"`,
    'Repr-Digest': `sha-256=:${Buffer.from(dataset.file.sha256, 'hex').toString('base64')}:`,
    'X-Market-Version': dataset.of.position,
  }
}

const nameOf = ({ of }: BuiltDataset): string => `greymark-dataset-${of.day}-${of.version}.ndjson.gz`

/** Describes the file: its contents, size and hash. */
function about(dataset: BuiltDataset): object {
  const { of, file } = dataset
  return {
    name: nameOf(dataset),
    path: DATASET_PATHS.file,
    day: of.day,
    asOf: of.asOf,
    marketVersion: of.position,
    bytes: file.bytes,
    sha256: file.sha256,
    content: file.content,
    facts: Object.values(file.kinds).reduce((sum, count) => sum + count, 0),
    kinds: Object.fromEntries(Object.entries(file.kinds).sort(([a], [b]) => (a < b ? -1 : 1))),
    format: 'A facts file, compressed with gzip: one JSON object a line, in the order of recordedAt.',
    schema: DATASET_PATHS.schema,
    terms: '/docs#terms',
    disclaimer: disclaimerFor(dataset),
  }
}
