import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { istDay, msOf } from '../market/calendar.ts'
import { isNoneMatch } from '../publish/answer.ts'
import { chooseEncoding, type Encoding } from '../publish/encoding.ts'
import type { FixedFile } from '../publish/fixed-route.ts'
import { cacheControl } from '../publish/lifetime.ts'
import { readRoute } from '../publish/read-route.ts'
import { sendStream } from '../publish/send-stream.ts'
import type { Sender } from '../publish/sender.ts'
import type { Column, DownloadRow, DownloadRows } from '../reports/downloads/download-rows.ts'
import { versionKey, versionName } from '../reports/served-market.ts'
import { positionHeader, withLifetime } from '../request/answer-lifetime.ts'
import {
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  type DownloadFormat,
  type DownloadQuery,
} from '../request/downloads.ts'
import { marketFor, type ServedMarkets } from '../request/market-at-moment.ts'
import { type MarketQuery, queryAt } from '../request/market-query.ts'
import { Problem, storeUnavailable } from '../request/problems.ts'
import { csvHead, csvRows } from './csv.ts'
import { Dataset } from './dataset.ts'
import { datasetRoutes } from './dataset-routes.ts'
import { COLUMNS_TYPE, columnsPath, columnsText } from './download-columns.ts'
import { DownloadSlots } from './download-slots.ts'
import { ndjsonRows } from './ndjson.ts'

export interface DownloadsContext extends ServedMarkets {
  readonly sender: Sender
  /** Serves what is the same until the next release. */
  readonly fixed: (file: FixedFile) => void
  readonly isStopping: () => boolean
  /** Where the data set is kept. */
  readonly folder: () => Promise<string>
  /** How many may be under way at the same time. */
  readonly atOnce: number
  /** The key that the flood guard counts a request by. */
  readonly clientOf: (request: IncomingMessage) => string
  /** Gets the number of downloads under way whenever it changes. */
  readonly onDownloads: (count: number) => void
}

/** Raised with every change of what a download holds, so that nobody is told to keep what another release wrote. */
const RULES = 1

const CONTENT_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** Whole tables, sent as they are read: all of one view, and whole or visibly broken off. */
export function downloadRoutes(app: FastifyInstance, context: DownloadsContext): void {
  const slots = new DownloadSlots(context.atOnce, context.onDownloads)
  const dataset = new Dataset({ ...context, log: app.log })
  datasetRoutes(app, { ...context, dataset, slots })
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
    const query = request.query as Readonly<Record<string, unknown>>
    const { market, now } = await marketFor(context, query)
    const wanted = download.ask(query)
    const asked = queryAt(market, now, wanted.asOf)
    if (market.isUnavailable) throw storeUnavailable()
    const rows = await wanted.rows(asked)
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const file = { download, format, asked, rows, encoding }
    const etag = etagOf(file, wanted)
    const beginning = { etag, headers: headersOf(file, msOf(context.now())), ignored: wanted.ignored }
    const isBodyWanted = request.method !== 'HEAD' && !isNoneMatch(request.headers['if-none-match'], etag)
    const slot = isBodyWanted ? slots.take(context.clientOf(request.raw)) : undefined
    try {
      const texts = textsOf(format, download.columns, rows.pages)
      // Read before anything is sent, so that a store that is away is told as such.
      const first = isBodyWanted ? await texts.next() : undefined
      const response = context.sender.begin(request, reply, beginning)
      if (response && slot) await sendStream(response, resumed(first, texts), encoding, slot.isContended)
    } catch (error) {
      if (!reply.raw.headersSent) throw error
      const level = context.isStopping() ? 'info' : 'error'
      if (!isGone(error)) request.log[level]({ err: error, path: request.url }, 'a download was broken off')
    } finally {
      slot?.release()
    }
    return reply
  }
}

/** Its bodies end when the connection does, however that came about. */
function refuseOldHttp({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.0')
    throw new Problem(
      'INVALID_PARAMETER',
      'a download needs HTTP/1.1: over HTTP/1.0 nobody could tell whether it came whole',
    )
}

/** One form of what was asked for. */
interface DownloadFile {
  readonly download: Download
  readonly format: DownloadFormat
  readonly asked: MarketQuery
  readonly rows: DownloadRows
  readonly encoding: Encoding
}

function headersOf(
  { download: { name }, format, asked, rows: { total, span }, encoding }: DownloadFile,
  now: number,
): Record<string, string> {
  const { market, moment } = asked
  const version = versionName({ ...market, version: moment.version })
  const made = withLifetime(asked, { body: '', contentType: CONTENT_TYPES[format], headers: {} }, span)
  const file = `greymark-${name}-${istDay(moment.clock)}-${version}.${format}`
  return {
    'Cache-Control': cacheControl(now, made.changesAt, made.maxAgeSeconds),
    'Content-Type': made.contentType,
    'Content-Disposition': `attachment; filename="${file}"`,
    'Last-Modified': new Date(made.modifiedAt).toUTCString(),
    Link: `<${columnsPath(name)}>; rel="describedby"; type="${COLUMNS_TYPE}", </docs#terms>; rel="terms-of-service"`,
    Vary: 'Accept-Encoding',
    ...positionHeader(asked, span),
    // A proxy that reads ahead of a slow reader would fill its disk.
    'X-Accel-Buffering': 'no',
    ...(total !== null && { 'X-Total-Count': String(total) }),
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  }
}

/** What the rows depend on, so that all processes agree without reading them. */
function etagOf(
  { download: { name }, format, asked: { market, moment }, rows, encoding }: DownloadFile,
  { filter }: DownloadQuery,
): string {
  const clock = moment.asOf ?? rows.span.changedAt
  const parts = [RULES, name, format, versionKey({ ...market, version: moment.version }), clock, filter]
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

async function* resumed(
  first: IteratorResult<string> | undefined,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first && !first.done) yield first.value
  yield* rest
}

/** A reader that went away breaks nothing. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? '')
