import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { istDay, msOf } from '../../market/calendar.ts'
import { chooseEncoding, compressing, type Encoding } from '../../publish/encoding.ts'
import { cacheControl } from '../../publish/lifetime.ts'
import { isKnownToClient, lastModifiedAt } from '../../publish/modification.ts'
import { readRoute } from '../../publish/read-route.ts'
import { bodyOf } from '../../publish/send-stream.ts'
import type { Column, DownloadRow, DownloadRows } from '../../reports/downloads/download-rows.ts'
import { versionKey, versionName } from '../../reports/served-market.ts'
import { lifetimeOf, positionHeader } from '../../request/answer-route.ts'
import {
  columnsPath,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  type DownloadFormat,
} from '../../request/downloads.ts'
import { type MarketQuery, momentQuery, type ServedMarkets } from '../../request/market-query.ts'
import { Problem, storeUnavailable } from '../../request/problems.ts'
import { downloadSlots } from '../slots.ts'
import { type DailyFileContext, dailyFileRoutes } from './daily-file-routes.ts'
import { CONTENT_VERSION } from './daily-folder.ts'
import { COLUMNS_TYPE, columnsText, csvHead, csvRows, ndjsonRows } from './download-text.ts'
import { sendDownload } from './send-download.ts'

export interface DownloadsContext extends ServedMarkets, Omit<DailyFileContext, 'slots'> {
  /** The most downloads at the same time. */
  readonly atOnce: number
  /** Called with the number of downloads in progress whenever it changes. */
  readonly onDownloads: (count: number) => void
}

const CONTENT_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Whole tables, streamed as they are read from one view. */
export function downloadRoutes(app: FastifyInstance, context: DownloadsContext): void {
  const slots = downloadSlots(context.atOnce, context.onDownloads)
  const sending = { ...context, slots }
  dailyFileRoutes(app, sending)
  for (const download of DOWNLOADS) {
    for (const format of DOWNLOAD_FORMATS)
      readRoute(app, `${DOWNLOADS_BASE}/${download.name}.${format}`, (request, reply) =>
        send(request, reply, download, format),
      )
    context.fixed({
      path: columnsPath(download),
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
    const { query, filter, ignored } = await momentQuery(context, download.parameters, parameters)
    if (query.market.isUnavailable) throw storeUnavailable()
    const rows = await download.rows(query.market, query.moment, filter)
    if (!rows)
      throw new Problem('NOT_FOUND', 'no IPO has this slug; leave slug out to get the reports on all')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const file = { download, format, query, filter, rows, encoding }
    const head = headOf(request, file, msOf(context.now()))
    const hasBody = request.method !== 'HEAD' && !head.isNotModified
    return sendDownload(sending, request, reply, {
      ...head,
      ignored,
      needsSlot: hasBody,
      body: hasBody ? () => bodyOf(textsOf(format, download.columns, rows.pages)) : null,
      compressor: hasBody ? compressing(encoding) : undefined,
    })
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
  readonly filter: Readonly<Record<string, unknown>>
  readonly rows: DownloadRows
  readonly encoding: Encoding
}

/** The headers of a download, and whether the client has it already. */
function headOf({ headers: requested }: FastifyRequest, file: DownloadFile, now: number) {
  const { download, format, query, rows, encoding } = file
  const { total, span } = rows
  const etag = etagOf(file)
  const contentType = CONTENT_TYPES[format]
  const { modifiedAt, changesAt, maxAgeSeconds } = lifetimeOf(query, span)
  const version = versionName({ ...query.market, version: query.moment.version })
  const name = `greymark-${download.name}-${istDay(query.moment.clock)}-${version}.${format}`
  const headers: Record<string, string> = {
    'Cache-Control': cacheControl(now, changesAt, maxAgeSeconds),
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Last-Modified': new Date(lastModifiedAt(modifiedAt, now)).toUTCString(),
    Link: `<${columnsPath(download)}>; rel="describedby"; type="${COLUMNS_TYPE}", </docs#terms>; rel="terms-of-service"`,
    Vary: 'Accept-Encoding',
    ...positionHeader(query, span),
    // A proxy that buffers for a slow client would fill its disk.
    'X-Accel-Buffering': 'no',
    ...(total !== null && { 'X-Total-Count': String(total) }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    ETag: etag,
  }
  return { headers, isNotModified: isKnownToClient(requested, { etag, modifiedAt }, now) }
}

/** A hash of all that the rows depend on, so that all processes compute the same tag without reading the rows. */
function etagOf({ download, format, query: { market, moment }, filter, rows, encoding }: DownloadFile) {
  const version = versionKey({ ...market, version: moment.version })
  const clock = moment.asOf ?? rows.span.changedAt
  const parts = [CONTENT_VERSION, download.name, format, version, clock, filter]
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
    yield head + (format === 'csv' ? csvRows(columns, rows) : ndjsonRows(columns, rows))
    head = ''
  }
  if (head !== '') yield head
}
