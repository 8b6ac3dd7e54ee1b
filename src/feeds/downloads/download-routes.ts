import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { istDay } from '../../market/calendar.ts'
import { chooseEncoding, type Encoding } from '../../publish/encoding.ts'
import { readRoute } from '../../publish/read-route.ts'
import { bodyOf } from '../../publish/send-stream.ts'
import type { DownloadColumn, DownloadRow } from '../../reports/downloads/download-rows.ts'
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
import { momentQuery, type ServedMarkets } from '../../request/market-query.ts'
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
    const { market, moment } = query
    if (market.isUnavailable) throw storeUnavailable()
    const rows = await download.rows(market, moment, filter)
    if (!rows)
      throw new Problem('NOT_FOUND', 'no IPO has this slug; leave slug out to get the reports on all')
    const { name, columns } = download
    const { total, span, pages } = rows
    const version = { ...market, version: moment.version }
    // All that the rows depend on, so that all processes compute the same tag without reading the rows.
    const identity = [name, format, versionKey(version), moment.asOf ?? span.changedAt, filter]
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    return sendDownload(sending, request, reply, {
      name: `greymark-${name}-${istDay(moment.clock)}-${versionName(version)}.${format}`,
      contentType: CONTENT_TYPES[format],
      describedBy: { path: columnsPath(download), type: COLUMNS_TYPE },
      etag: etagOf([CONTENT_VERSION, ...identity], encoding),
      lifetime: lifetimeOf(query, span),
      total,
      headers: {
        Vary: 'Accept-Encoding',
        ...positionHeader(query, span),
        // A proxy that buffers for a slow client would fill its disk.
        'X-Accel-Buffering': 'no',
      },
      ignored,
      encoding,
      isSmall: false,
      open: () => bodyOf(tableTexts(format, columns, pages)),
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

function etagOf(identity: readonly unknown[], encoding: Encoding): string {
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22)
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
}

/** A table as text, piece by piece. */
export async function* tableTexts(
  format: DownloadFormat,
  columns: readonly DownloadColumn[],
  pages: AsyncGenerator<readonly DownloadRow[]>,
): AsyncGenerator<string> {
  let head = format === 'csv' ? csvHead(columns) : ''
  for await (const rows of pages) {
    yield head + (format === 'csv' ? csvRows(columns, rows) : ndjsonRows(columns, rows))
    head = ''
  }
  if (head !== '') yield head
}
