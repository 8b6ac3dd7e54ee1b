import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Instant, istDay, istMidnightAfter, msOf } from '../market/calendar.ts'
import { Answer, isNoneMatch } from '../publish/answer.ts'
import type { FixedFile } from '../publish/fixed-route.ts'
import { cacheControl, MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../publish/lifetime.ts'
import { readRoute } from '../publish/read-route.ts'
import { resetConnection, watchPace } from '../publish/reading-pace.ts'
import type { Sender } from '../publish/sender.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { datasetSchema } from '../reports/downloads/dataset-schema.ts'
import { DATASET_PATHS } from '../request/downloads.ts'
import { type ByteRange, byteRange } from './byte-range.ts'
import type { Dataset, MadeDataset } from './dataset.ts'
import type { DownloadSlot, DownloadSlots } from './download-slots.ts'

export interface DatasetRoutesContext {
  readonly dataset: Dataset
  readonly slots: DownloadSlots
  /** The key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  readonly sender: Sender
  readonly now: () => Instant
  /** Serves what is the same until the next release. */
  readonly fixed: (file: FixedFile) => void
}

/** Everything that is known, as one file, with what tells whether it came whole. */
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
    const made = await dataset.current()
    const answer = new Answer({
      body: JSON.stringify(about(made), null, 2),
      contentType: 'application/json; charset=utf-8',
      headers: { 'X-Market-Version': made.of.position },
      modifiedAt: msOf(made.of.asOf),
      ...lifetime(made, now()),
    })
    return sender.send(request, reply, { answer })
  })

  readRoute(app, DATASET_PATHS.file, async (request, reply) => {
    const made = await dataset.current()
    const { bytes } = made.file
    const etag = `"${made.file.sha256}"`
    const range = wantedRange(request, etag, bytes)
    const { first, last } = range ?? { first: 0, last: bytes - 1 }
    const hasBody =
      request.method !== 'HEAD' && range !== null && !isNoneMatch(request.headers['if-none-match'], etag)
    const slot = hasBody ? slots.take(clientOf(request.raw)) : undefined
    try {
      const status = range === null ? 416 : range ? 206 : 200
      const headers = { ...fileHeaders(made, now()), ...rangeHeaders(range, bytes) }
      const response = sender.begin(request, reply, { etag, status, headers })
      if (response && slot) await sendPart(reply, made.file.path, { first, last }, slot)
      else response?.end()
    } catch (error) {
      if (!reply.raw.headersSent) throw error
      request.log.debug({ err: error }, 'a download was broken off')
    } finally {
      slot?.release()
    }
    return reply
  })
}

/** HTTP defines `Range` for GET alone. With `If-Range`, a part is wanted only of the very same file. */
function wantedRange(
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

/** That of today holds until midnight in India; an older one only until the next is made. */
const lifetime = ({ of }: MadeDataset, now: Instant) =>
  of.day === istDay(now)
    ? { changesAt: msOf(istMidnightAfter(now)), maxAgeSeconds: PAST_MAX_AGE_SECONDS }
    : { changesAt: null, maxAgeSeconds: MAX_AGE_SECONDS }

function fileHeaders(made: MadeDataset, now: Instant): Record<string, string> {
  const { changesAt, maxAgeSeconds } = lifetime(made, now)
  return {
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControl(msOf(now), changesAt, maxAgeSeconds),
    'Content-Type': 'application/gzip',
    'Content-Disposition': `attachment; filename="${nameOf(made)}"`,
    'Last-Modified': new Date(msOf(made.of.asOf)).toUTCString(),
    Link: `<${DATASET_PATHS.about}>; rel="describedby"; type="application/json", </docs#terms>; rel="terms-of-service"`,
    'Repr-Digest': `sha-256=:${Buffer.from(made.file.sha256, 'hex').toString('base64')}:`,
    'X-Market-Version': made.of.position,
  }
}

const nameOf = ({ of }: MadeDataset): string => `greymark-dataset-${of.day}-${of.version}.ndjson.gz`

/** What is in the file, and how to tell that it came whole. */
function about(made: MadeDataset): object {
  const { of, file } = made
  return {
    name: nameOf(made),
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
    disclaimer: disclaimerFor(made),
  }
}
