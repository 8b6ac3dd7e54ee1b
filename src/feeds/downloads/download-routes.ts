import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { istDay, msOf } from '../../market/calendar.ts'
import type { AnswerDraft } from '../../publish/answer.ts'
import { chooseEncoding, type Encoding } from '../../publish/encoding.ts'
import type { FixedFile } from '../../publish/fixed-route.ts'
import { cacheControl } from '../../publish/lifetime.ts'
import { isKnownToClient, lastModifiedAt } from '../../publish/modification.ts'
import { readRoute } from '../../publish/read-route.ts'
import { sendStream } from '../../publish/send-stream.ts'
import type { Sender } from '../../publish/sender.ts'
import type { Column, DownloadRow, DownloadRows } from '../../reports/downloads/download-rows.ts'
import { versionKey, versionName } from '../../reports/served-market.ts'
import { positionHeader, withLifetime } from '../../request/answer-lifetime.ts'
import {
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  type DownloadFormat,
  type DownloadQuery,
} from '../../request/downloads.ts'
import { marketFor, type ServedMarkets } from '../../request/market-at-moment.ts'
import { type MarketQuery, queryAt } from '../../request/market-query.ts'
import { Problem, storeUnavailable } from '../../request/problems.ts'
import type { SlotPool } from '../slot-counts.ts'
import { CONTENT_VERSION } from './content-version.ts'
import { csvHead, csvRows } from './csv.ts'
import { dailyFileRoutes } from './daily-file-routes.ts'
import { COLUMNS_TYPE, columnsPath, columnsText } from './download-columns.ts'
import { DownloadSlots } from './download-slots.ts'
import type { FilesOfDay } from './files-of-day.ts'

export interface DownloadsContext extends ServedMarkets {
  readonly sender: Sender
  /** Serves a body that stays the same until the next release. */
  readonly fixed: (file: FixedFile) => void
  readonly isStopping: () => boolean
  readonly files: FilesOfDay
  /** The most downloads at the same time, and the slots for them. */
  readonly atOnce: number
  readonly downloadSlots: SlotPool
  /** Returns the key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  /** Called with the number of downloads in progress whenever it changes. */
  readonly onDownloads: (count: number) => void
}

const CONTENT_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Whole tables, streamed as they are read from one view; an incomplete one ends with a reset connection. */
export function downloadRoutes(app: FastifyInstance, context: DownloadsContext): void {
  const slots = new DownloadSlots(context.downloadSlots, context.atOnce, context.onDownloads)
  dailyFileRoutes(app, { ...context, slots })
  for (const download of DOWNLOADS) {
    for (const format of DOWNLOAD_FORMATS)
      readRoute(app, `${DOWNLOADS_BASE}/${download.name}.${format}`, (request, reply) =>
        send(request, reply, download, format),
      )
    context.fixed({
      path: columnsPath(download.name),
      contentType: COLUMNS_TYPE,
      body: columnsText(download),
    })
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    download: Download,
    format: DownloadFormat,
  ): Promise<FastifyReply> {
    refuseOldHttp(request)
    const parameters = request.query as Readonly<Record<string, unknown>>
    const { market, now } = await marketFor(context, parameters)
    const downloadQuery = download.parseQuery(parameters)
    const query = queryAt(market, now, downloadQuery.asOf)
    if (market.isUnavailable) throw storeUnavailable()
    const rows = await downloadQuery.rows(query)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const file = { download, format, query, rows, encoding }
    const head = headOf(request, file, downloadQuery, msOf(context.now()))
    const hasBody = request.method !== 'HEAD' && !head.isNotModified
    const slot = hasBody ? await slots.take(context.clientOf(request.raw)) : undefined
    try {
      const texts = textsOf(format, download.columns, rows.pages)
      // The first page is read before anything is sent, so that an unavailable store is answered with 503.
      const first = hasBody ? await texts.next() : undefined
      const response = context.sender.begin(request, reply, head)
      if (response && slot) await sendStream(response, resumed(first, texts), encoding, slot.isContended)
    } catch (error) {
      if (!reply.raw.headersSent) throw error
      const level = context.isStopping() ? 'info' : 'error'
      if (!isDisconnect(error))
        request.log[level]({ err: error, path: request.url }, 'a download failed before its end')
    } finally {
      slot?.release()
    }
    return reply
  }
}

/** Refuses HTTP/1.0, where a body ends with the connection, so that a partial one looks complete. */
function refuseOldHttp({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.0')
    throw new Problem(
      'INVALID_PARAMETER',
      'a download needs HTTP/1.1: over HTTP/1.0 a client could not detect a partial body',
    )
}

/** A requested download in one format and encoding. */
interface DownloadFile {
  readonly download: Download
  readonly format: DownloadFormat
  readonly query: MarketQuery
  readonly rows: DownloadRows
  readonly encoding: Encoding
}

/** The tag and headers of a download, and whether the client has it already. */
function headOf(
  { headers: requested }: FastifyRequest,
  file: DownloadFile,
  downloadQuery: DownloadQuery,
  now: number,
) {
  const etag = etagOf(file, downloadQuery)
  const contentType = CONTENT_TYPES[file.format]
  const draft = withLifetime(file.query, { body: '', contentType, headers: {} }, file.rows.span)
  const validators = { etag, modifiedAt: draft.modifiedAt }
  return {
    etag,
    headers: headersOf(file, draft, now),
    ignored: downloadQuery.ignored,
    isNotModified: isKnownToClient(requested, validators, now),
  }
}

function headersOf(
  { download: { name }, format, query, rows: { total, span }, encoding }: DownloadFile,
  draft: AnswerDraft,
  now: number,
): Record<string, string> {
  const { market, moment } = query
  const version = versionName({ ...market, version: moment.version })
  const file = `greymark-${name}-${istDay(moment.clock)}-${version}.${format}`
  return {
    'Cache-Control': cacheControl(now, draft.changesAt, draft.maxAgeSeconds),
    'Content-Type': draft.contentType,
    'Content-Disposition': `attachment; filename="${file}"`,
    'Last-Modified': new Date(lastModifiedAt(draft.modifiedAt, now)).toUTCString(),
    Link: `<${columnsPath(name)}>; rel="describedby"; type="${COLUMNS_TYPE}", </docs#terms>; rel="terms-of-service"`,
    Vary: 'Accept-Encoding',
    ...positionHeader(query, span),
    // A proxy that buffers for a slow client would fill its disk.
    'X-Accel-Buffering': 'no',
    ...(total !== null && { 'X-Total-Count': String(total) }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  }
}

/** A hash of all that the rows depend on, so that all processes compute the same tag without reading the rows. */
function etagOf(
  { download: { name }, format, query: { market, moment }, rows, encoding }: DownloadFile,
  { filter }: DownloadQuery,
): string {
  const clock = moment.asOf ?? rows.span.changedAt
  const parts = [
    CONTENT_VERSION,
    name,
    format,
    versionKey({ ...market, version: moment.version }),
    clock,
    filter,
  ]
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
}

async function* textsOf(
  format: DownloadFormat,
  columns: readonly Column[],
  pages: AsyncGenerator<readonly DownloadRow[]>,
): AsyncGenerator<string> {
  let head = format === 'csv' ? csvHead(columns) : ''
  for await (const rows of pages) {
    yield head + (format === 'csv' ? csvRows(columns, rows) : ndjsonRows(rows))
    head = ''
  }
  if (head !== '') yield head
}

const ndjsonRows = (rows: readonly DownloadRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function* resumed(
  first: IteratorResult<string> | undefined,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first && !first.done) yield first.value
  yield* rest
}

/** True when the client disconnected, which is no failure. */
const isDisconnect = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
