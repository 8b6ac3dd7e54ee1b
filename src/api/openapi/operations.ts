import { writeCursor } from '../../request/cursor.ts'
import {
  columnsPath,
  DATASET_PATHS,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  type DownloadFormat,
  MEDIA_TYPES,
  parquetPath,
} from '../../request/downloads.ts'
import { CALENDAR_PARAMETERS, EVENT_PARAMETERS, MOMENT_PARAMETERS } from '../../request/market-parameters.ts'
import type { Parameters } from '../../request/parameters.ts'
import { ATOM_PATH, BASE, CALENDAR_PATH, EVENTS_PATH } from '../../request/paths.ts'
import type { Endpoint } from '../endpoint.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { DatasetBody, IndexBody, LiveBody, ReadyBody } from '../schemas.ts'
import {
  BINARY,
  CACHE_HEADERS,
  cacheable,
  ERROR_PAGES,
  type HeaderName,
  jsonContent,
  notModified,
  OTHER_JSON,
  PROBLEMS,
  type Responses,
  response,
  sharedResponse,
  success,
  TEXT,
  UNCACHED,
  unavailable,
} from './responses.ts'

export const TAGS = {
  market: 'IPOs, deals and the scoreboard, as JSON.',
  feeds: 'Calendar, Atom feed and live events.',
  downloads: 'Whole tables, and all facts as one file.',
  service: 'Health of the service, and this description.',
}

/** A path that programs can GET. */
export interface Operation extends Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description'> {
  readonly tag: keyof typeof TAGS
  /** Parameters of the query, for which a request may be refused. */
  readonly parameters?: Parameters
  /** Examples by parameter, where the common ones find nothing in the demo. */
  readonly examples?: Readonly<Record<string, unknown>> | undefined
  readonly headerParameters?: readonly object[]
  /** By status, without those that follow from the parameters. */
  readonly responses: Responses
}

/** A moment at which the fixed IPO of the demo has listed. The common example is a moment during its bidding. */
const AFTER_LISTING = '2026-01-31T12:00:00.000Z'

/** A walk through the first version of the demo, so that its cursor is valid on every day. */
const DEMO_WALK = { filter: {}, limit: 20, demo: true, version: 1, clock: AFTER_LISTING }
const DEMO_IPO = { openDate: '2026-01-14', slug: 'acme-foods' }
const DEMO_DEAL = {
  tradeDate: '2026-01-31',
  value: 0,
  symbol: 'ACME',
  clientName: 'SOME FUND',
  dealType: 'BUY',
  recorded: AFTER_LISTING,
  id: 0,
} as const

/** Examples that find something in the demo on every day, by endpoint or table. */
const EXAMPLES: Readonly<Record<string, Operation['examples']>> = {
  listIpos: { cursor: writeCursor({ ...DEMO_WALK, walk: 'ipos', after: DEMO_IPO }) },
  listDeals: { asOf: AFTER_LISTING, cursor: writeCursor({ ...DEMO_WALK, walk: 'deals', after: DEMO_DEAL }) },
  getScoreboard: { asOf: AFTER_LISTING },
  getAccuracy: { asOf: AFTER_LISTING },
  getCalibration: { asOf: AFTER_LISTING },
  listChanges: { cursor: writeCursor({ ...DEMO_WALK, walk: 'changes', after: DEMO_IPO }) },
  deals: { asOf: AFTER_LISTING },
  scoreboard: { asOf: AFTER_LISTING },
  ranges: { asOf: AFTER_LISTING },
  accuracy: { asOf: AFTER_LISTING },
}

const FORMAT_WORDS: Readonly<Record<DownloadFormat, string>> = {
  csv: 'CSV with a header line',
  ndjson: 'one JSON object a line',
}

const FILE_HEADERS: readonly HeaderName[] = ['ContentDisposition', 'DescribedBy']
const BUSY = unavailable('Too many downloads are running, or the data cannot be reached right now.')
const NOT_BUILT = unavailable(
  'The files of today are being built, there are no facts yet, or too many downloads are running.',
)

/** Health has no rate limit. */
const { 429: _tooMany, ...HEALTH_ERRORS } = ERROR_PAGES
const LIVE_RESPONSES = {
  200: response('The process runs.', UNCACHED, jsonContent(LiveBody)),
  ...HEALTH_ERRORS,
}

/** Every path for programs, in the order of the document. */
export const OPERATIONS: readonly Operation[] = [
  ...ENDPOINTS.map(jsonEndpoint),
  {
    path: BASE,
    operationId: 'getIndex',
    summary: 'Index',
    description: 'The endpoints of this service.',
    tag: 'market',
    responses: cacheable(
      response(
        'The answer.',
        [...CACHE_HEADERS, 'IgnoredParameters', 'ServiceLinks'],
        jsonContent(IndexBody),
      ),
      { 304: notModified([...CACHE_HEADERS, 'ServiceLinks']) },
    ),
  },
  {
    path: CALENDAR_PATH,
    operationId: 'getCalendar',
    summary: 'Calendar of IPO days',
    description:
      'Opening, closing, allotment and listing days as an iCalendar file. Calendar programs can subscribe to it.',
    tag: 'feeds',
    parameters: CALENDAR_PARAMETERS,
    responses: cacheable(success('The whole feed.', { 'text/calendar': TEXT })),
  },
  {
    path: ATOM_PATH,
    operationId: 'getChangesFeed',
    summary: 'Changes as an Atom feed',
    description: 'The latest changes, newest first, for feed readers.',
    tag: 'feeds',
    parameters: MOMENT_PARAMETERS,
    responses: cacheable(success('The whole feed.', { 'application/atom+xml': TEXT })),
  },
  {
    path: EVENTS_PATH,
    operationId: 'followChanges',
    summary: 'Changes as they happen',
    description:
      'Server-sent events, for EventSource. First an event position with {position, disclaimer}; then an event changes with {changes} for each step, whose id is its position; an event reset with {position} when the requested position is not known here, so that a client must drop what it has. The stream has no end; a comment line is sent while nothing changes.',
    tag: 'feeds',
    parameters: EVENT_PARAMETERS,
    headerParameters: [
      headerParameter(
        'Last-Event-ID',
        'The id of the last event received. Browsers send it when they reconnect; it takes precedence over since.',
        'demo-1@2026-01-31T12:00:00.000Z',
      ),
    ],
    responses: {
      200: response('The stream of events.', UNCACHED, { 'text/event-stream': TEXT }),
      204: response('This service offers no event stream. An EventSource does not connect again.', UNCACHED),
      ...PROBLEMS,
      503: unavailable('Too many connections are open, or the service is stopping.'),
    },
  },
  ...DOWNLOADS.flatMap((table) => [
    ...DOWNLOAD_FORMATS.map((format) => wholeTable(table, format)),
    {
      path: columnsPath(table),
      operationId: `describe${capital(table.name)}`,
      summary: `Columns of the table ${table.name}`,
      description: 'Name, type and meaning of each column, as "Metadata for Tabular Data" of the W3C.',
      tag: 'downloads' as const,
      responses: cacheable(success('The description.', { 'application/csvm+json': OTHER_JSON })),
    },
  ]),
  ...DOWNLOADS.filter(({ hasParquet }) => hasParquet).map((table) => ({
    path: parquetPath(table),
    operationId: `download${capital(table.name)}Parquet`,
    summary: `Table ${table.name} as Parquet`,
    description: `${table.summary} As of the last midnight in India, with typed columns.`,
    ...dailyFile('application/vnd.apache.parquet', 'TotalCount'),
  })),
  {
    path: DATASET_PATHS.file,
    operationId: 'downloadDataset',
    summary: 'All facts as one file',
    description:
      'Every recorded fact up to the last midnight in India: one JSON object a line, compressed with gzip. greymark import reads it.',
    ...dailyFile('application/gzip'),
  },
  {
    path: DATASET_PATHS.about,
    operationId: 'getDatasetInfo',
    summary: 'About the data set',
    description:
      'Name, size and SHA-256 of the files of today: the data set with the number of its facts by kind, and the tables as Parquet.',
    tag: 'downloads',
    responses: cacheable(success('The answer.', jsonContent(DatasetBody)), { 503: NOT_BUILT }),
  },
  {
    path: DATASET_PATHS.schema,
    operationId: 'getDatasetSchema',
    summary: 'Schema of the data set',
    description: 'A line of the data set, as JSON Schema.',
    tag: 'downloads',
    responses: cacheable(success('The description.', { 'application/schema+json': OTHER_JSON })),
  },
  {
    path: '/health',
    operationId: 'getHealth',
    summary: 'Health',
    description: 'The older name of /health/live.',
    tag: 'service',
    responses: LIVE_RESPONSES,
  },
  {
    path: '/health/live',
    operationId: 'getLive',
    summary: 'Liveness',
    description: 'Whether the process runs, and which version of the market it serves.',
    tag: 'service',
    responses: LIVE_RESPONSES,
  },
  {
    path: '/health/ready',
    operationId: 'getReady',
    summary: 'Readiness',
    description:
      'Whether requests should be sent to this process, and which checks fail. A failing check alone is no reason to stop sending requests: look at canServe.',
    tag: 'service',
    responses: {
      200: response('The process runs.', UNCACHED, jsonContent(ReadyBody)),
      ...HEALTH_ERRORS,
      503: response('The process is stopping.', [...UNCACHED, 'RetryAfter'], jsonContent(ReadyBody)),
    },
  },
  {
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This description',
    description: 'OpenAPI 3.1, built from the schemas that the service itself uses.',
    tag: 'service',
    responses: {
      200: success('The description.', { 'application/json': OTHER_JSON }),
      304: sharedResponse('NotModified'),
      ...ERROR_PAGES,
    },
  },
]

function jsonEndpoint(endpoint: Endpoint): Operation {
  const pageHeaders: HeaderName[] = 'cursor' in endpoint.parameters ? ['Link', 'TotalCount', 'Limit'] : []
  return {
    ...endpoint,
    tag: 'market',
    examples: EXAMPLES[endpoint.operationId],
    responses: cacheable(success('The answer.', jsonContent(endpoint.body), ...pageHeaders)),
  }
}

function wholeTable({ name, summary, parameters }: Download, format: DownloadFormat): Operation {
  const rangeRule = 'from' in parameters ? ' from must not lie after to.' : ''
  return {
    path: `${DOWNLOADS_BASE}/${name}.${format}`,
    operationId: `download${capital(name)}${capital(format)}`,
    summary: `Table ${name} as ${format.toUpperCase()}`,
    description: `${summary} The whole table, ${FORMAT_WORDS[format]}.${rangeRule} An incomplete download ends with a reset connection.`,
    tag: 'downloads',
    parameters,
    examples: EXAMPLES[name],
    responses: cacheable(
      success('The table.', { [MEDIA_TYPES[format]]: TEXT }, ...FILE_HEADERS, 'TotalCount'),
      { 503: BUSY },
    ),
  }
}

/** A file that is made once a day, in parts if requested. */
function dailyFile(
  contentType: string,
  ...ownHeaders: readonly HeaderName[]
): Pick<Operation, 'tag' | 'headerParameters' | 'responses'> {
  const fileHeaders: HeaderName[] = [...FILE_HEADERS, 'AcceptRanges', 'ContentLength', 'ReprDigest']
  const headers: HeaderName[] = [...CACHE_HEADERS, ...fileHeaders, ...ownHeaders, 'IgnoredParameters']
  const content = { [contentType]: BINARY }
  const ranged: HeaderName[] = [...headers, 'ContentRange']
  return {
    tag: 'downloads',
    headerParameters: [
      headerParameter(
        'Range',
        'One range of bytes, to continue an interrupted download. Other values give the whole file.',
        'bytes=0-1023',
      ),
      headerParameter(
        'If-Range',
        'The ETag of the interrupted download. If the file has changed, the whole file is sent.',
        '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
      ),
    ],
    responses: cacheable(response('The whole file.', headers, content), {
      206: response('The requested part of the file.', ranged, content),
      304: notModified(headers),
      416: response('The file is shorter than the first requested byte.', ranged),
      503: NOT_BUILT,
    }),
  }
}

function headerParameter(name: string, description: string, example: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string' }, example }
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
