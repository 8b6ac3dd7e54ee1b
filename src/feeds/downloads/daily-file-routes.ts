import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invariant } from '../../invariant.ts'
import { type Instant, istDay, istMidnightAfter, msOf } from '../../market/calendar.ts'
import { Answer } from '../../publish/answer.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { MAX_AGE_SECONDS, PAST_MAX_AGE_SECONDS } from '../../publish/lifetime.ts'
import { readRoute } from '../../publish/read-route.ts'
import { disclaimerFor } from '../../reports/disclaimer.ts'
import { datasetSchema } from '../../reports/downloads/dataset.ts'
import { DATASET_PATHS, DOWNLOADS, parquetPath } from '../../request/downloads.ts'
import { DATASET, type DailyFile, dailyPath, formatOf } from './daily-folder.ts'
import type { BuiltFiles, FilesOfDay } from './files-of-day.ts'
import { type DownloadSending, sendDownload } from './send-download.ts'

export interface DailyFileContext extends DownloadSending {
  readonly files: FilesOfDay
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
      isDated: true,
      ...lifetime(built, now()),
    })
    return sender.send(request, reply, { answer, isStale: false, repeatable: null })
  })

  for (const name of [DATASET, ...DOWNLOADS.flatMap((table) => (table.hasParquet ? table.name : []))])
    readRoute(app, dailyFilePath(name), async (request, reply) =>
      sendFile(request, reply, context, await files.current(), name),
    )
}

export const dailyFilePath = (name: string): string =>
  name === DATASET ? DATASET_PATHS.file : parquetPath({ name })

/** The name under which clients save a file. */
const savedName = ({ day, version }: BuiltFiles['of'], name: string): string =>
  `greymark-${name}-${day}-${version}.${formatOf(name)}`

const fileOf = ({ files }: Pick<BuiltFiles, 'files'>, name: string): DailyFile =>
  invariant(
    files.find((file) => file.name === name),
    `the file ${name} of the day`,
  )

/** Describes the files of a day: their contents, sizes and hashes. */
export function aboutFiles(built: Pick<BuiltFiles, 'of' | 'files' | 'demo'>): object {
  const { day, asOf, position } = built.of
  const { bytes, sha256, content } = fileOf(built, DATASET)
  const { kinds = {}, ...uncompressed } = content ?? {}
  return {
    name: savedName(built.of, DATASET),
    path: DATASET_PATHS.file,
    day,
    asOf,
    marketVersion: position,
    bytes,
    sha256,
    content: uncompressed,
    facts: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    kinds: Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))),
    format: 'A facts file, compressed with gzip: one JSON object a line, in the order of recordedAt.',
    schema: DATASET_PATHS.schema,
    terms: '/docs#terms',
    disclaimer: disclaimerFor(built),
    tables: built.files
      .filter(({ name }) => name !== DATASET)
      .map(({ name: table, rows, bytes, sha256 }) => {
        return { table, name: savedName(built.of, table), path: dailyFilePath(table), rows, bytes, sha256 }
      }),
  }
}

/** Today's files are current until midnight in India; older ones only until the next are built. */
const lifetime = ({ of, builtAt: modifiedAt }: BuiltFiles, now: Instant) =>
  of.day === istDay(now)
    ? { modifiedAt, changesAt: msOf(istMidnightAfter(now)), maxAgeSeconds: PAST_MAX_AGE_SECONDS }
    : { modifiedAt, changesAt: null, maxAgeSeconds: MAX_AGE_SECONDS }

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  context: DailyFileContext,
  built: BuiltFiles,
  name: string,
): Promise<FastifyReply> {
  const { of, folder } = built
  const { rows, bytes, sha256 } = fileOf(built, name)
  const etag = `"${sha256}"`
  // HTTP defines `Range` only for GET; with `If-Range`, it applies only to the same file.
  const { range: asked, 'if-range': ifRange = etag } = request.headers
  const range = request.method === 'GET' && ifRange === etag ? byteRange(asked, bytes) : undefined
  const { first: start, last: end } = range ?? { first: 0, last: bytes - 1 }
  const length = range === null ? 0 : end - start + 1
  return sendDownload(context, request, reply, {
    status: range === null ? 416 : range ? 206 : 200,
    name: savedName(of, name),
    contentType: name === DATASET ? 'application/gzip' : 'application/vnd.apache.parquet',
    describedBy: { path: DATASET_PATHS.about, type: 'application/json' },
    etag,
    lifetime: lifetime(built, context.now()),
    total: rows,
    headers: {
      'Accept-Ranges': 'bytes',
      'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'X-Market-Version': of.position,
      ...(range !== undefined && { 'Content-Range': `bytes ${range ? `${start}-${end}` : '*'}/${bytes}` }),
      'Content-Length': String(length),
    },
    ignored: Object.keys(request.query as object),
    encoding: 'identity',
    isSmall: length <= SMALL_PART_BYTES,
    open: range === null ? null : () => createReadStream(dailyPath(folder, of.id, name), { start, end }),
  })
}

/**
 * Parses `Range`, both ends inclusive: `undefined` for the whole file, also if the header is invalid; `null` if the range lies
 * outside the file.
 */
export function byteRange(header: string | undefined, size: number) {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : null
}
