import {
  DATASET_PATHS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  type DownloadFormat,
  parquetPath,
} from '../../request/downloads.ts'
import { DatasetBody } from '../service-schemas.ts'
import { queryParameters } from './described-parameter.ts'
import { AFTER_LISTING } from './own-examples.ts'
import {
  CACHE_HEADERS,
  COMMON_PROBLEMS,
  headerRefs,
  IGNORED_HEADER,
  NOT_MODIFIED,
  responsesOf,
  success,
  UNKNOWN_SLUG,
  unavailable,
  WRONG_PARAMETER,
} from './responses.ts'

export const DOWNLOADS_TAG = { name: 'downloads', description: 'Whole tables, and all facts as one file.' }

const FORMATS: Readonly<Record<DownloadFormat, { contentType: string; name: string; words: string }>> = {
  csv: { contentType: 'text/csv', name: 'Csv', words: 'CSV with a header line' },
  ndjson: { contentType: 'application/x-ndjson', name: 'Ndjson', words: 'one JSON object a line' },
}

/** Tables that are empty at the common example of `asOf` in the demo. */
const AFTER_LISTINGS: ReadonlySet<string> = new Set(['deals', 'scoreboard', 'ranges', 'accuracy'])

/** The tables in each of their formats, and the data set. */
export const downloadPaths = (): Record<string, object> => ({
  ...Object.fromEntries(DOWNLOADS.flatMap(pathsOfTable)),
  ...Object.fromEntries(
    DOWNLOADS.filter(({ hasParquet }) => hasParquet).map((table) => [
      parquetPath(table),
      { get: parquetFile(table) },
    ]),
  ),
  [DATASET_PATHS.file]: { get: datasetFile() },
  [DATASET_PATHS.about]: { get: datasetAbout() },
  [DATASET_PATHS.schema]: {
    get: fixedJson('getDatasetSchema', 'application/schema+json', {
      summary: 'Schema of the data set',
      description: 'A line of the data set, as JSON Schema.',
    }),
  },
})

const pathsOfTable = (table: Download): [string, object][] => [
  ...(Object.keys(FORMATS) as DownloadFormat[]).map((format): [string, object] => [
    `${DOWNLOADS_BASE}/${table.name}.${format}`,
    { get: tableFile(table, format) },
  ]),
  [
    `${DOWNLOADS_BASE}/${table.name}.csv-metadata.json`,
    {
      get: fixedJson(`describe${capital(table.name)}`, 'application/csvm+json', {
        summary: `Columns of the table ${table.name}`,
        description: 'Name, type and meaning of each column, as "Metadata for Tabular Data" of the W3C.',
      }),
    },
  ],
]

const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

const FILE_HEADERS = {
  ...CACHE_HEADERS,
  ...headerRefs({ 'Content-Disposition': 'ContentDisposition', Link: 'DescribedBy' }),
}
const BUSY = unavailable('Too many downloads are running, or the data cannot be reached right now.')

function tableFile({ name, summary, parameters }: Download, format: DownloadFormat) {
  const { contentType, name: formatName, words } = FORMATS[format]
  return {
    operationId: `download${capital(name)}${formatName}`,
    summary: `Table ${name} as ${format === 'csv' ? 'CSV' : 'NDJSON'}`,
    description: `${summary} The whole table, ${words}.${'from' in parameters ? ' from must not lie after to.' : ''} An incomplete download ends with a reset connection.`,
    tags: [DOWNLOADS_TAG.name],
    parameters: queryParameters(parameters, AFTER_LISTINGS.has(name) ? { asOf: AFTER_LISTING } : {}),
    responses: responsesOf({
      200: {
        description: 'The table.',
        headers: { ...FILE_HEADERS, ...headerRefs({ 'X-Total-Count': 'TotalCount' }), ...IGNORED_HEADER },
        content: { [contentType]: { schema: { type: 'string' } } },
      },
      304: NOT_MODIFIED,
      400: WRONG_PARAMETER,
      ...('slug' in parameters && { 404: UNKNOWN_SLUG }),
      ...COMMON_PROBLEMS,
      503: BUSY,
    }),
  }
}

const fixedJson = (
  operationId: string,
  contentType: string,
  described: { summary: string; description: string },
) => ({
  operationId,
  ...described,
  tags: [DOWNLOADS_TAG.name],
  responses: responsesOf({
    200: {
      description: 'The description.',
      headers: { ...CACHE_HEADERS, ...IGNORED_HEADER },
      content: { [contentType]: { schema: { type: 'object' } } },
    },
    304: NOT_MODIFIED,
    ...COMMON_PROBLEMS,
  }),
})

const NOT_BUILT = unavailable(
  'The files of today are being built, there are no facts yet, or too many downloads are running.',
)

const datasetAbout = () => ({
  operationId: 'getDatasetInfo',
  summary: 'About the data set',
  description:
    'Name, size and SHA-256 of the files of today: the data set with the number of its facts by kind, and the tables as Parquet.',
  tags: [DOWNLOADS_TAG.name],
  responses: responsesOf({
    200: success(DatasetBody, false),
    304: NOT_MODIFIED,
    ...COMMON_PROBLEMS,
    503: NOT_BUILT,
  }),
})

const RANGE_PARAMETERS = [
  {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'One range of bytes, to continue an interrupted download. Other values give the whole file.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The ETag of the interrupted download. If the file has changed, the whole file is sent.',
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
]

const datasetFile = () =>
  dailyFile('application/gzip', {
    operationId: 'downloadDataset',
    summary: 'All facts as one file',
    description:
      'Every recorded fact up to the last midnight in India: one JSON object a line, compressed with gzip. greymark import reads it.',
  })

const parquetFile = ({ name, summary }: Download) =>
  dailyFile(
    'application/vnd.apache.parquet',
    {
      operationId: `download${capital(name)}Parquet`,
      summary: `Table ${name} as Parquet`,
      description: `${summary} As of the last midnight in India, with typed columns.`,
    },
    headerRefs({ 'X-Total-Count': 'TotalCount' }),
  )

/** A file that is made once a day, in parts if requested. */
function dailyFile(
  contentType: string,
  described: { operationId: string; summary: string; description: string },
  ownHeaders: object = {},
) {
  const headers = {
    ...FILE_HEADERS,
    ...headerRefs({
      'Accept-Ranges': 'AcceptRanges',
      'Content-Length': 'ContentLength',
      'Repr-Digest': 'ReprDigest',
    }),
    ...ownHeaders,
    ...IGNORED_HEADER,
  }
  const ranged = { ...headers, ...headerRefs({ 'Content-Range': 'ContentRange' }) }
  const content = { [contentType]: { schema: { type: 'string', format: 'binary' } } }
  return {
    ...described,
    tags: [DOWNLOADS_TAG.name],
    parameters: RANGE_PARAMETERS,
    responses: responsesOf({
      200: { description: 'The whole file.', headers, content },
      206: { description: 'The requested part of the file.', headers: ranged, content },
      304: { ...NOT_MODIFIED, headers },
      416: { description: 'The file is shorter than the first requested byte.', headers: ranged },
      ...COMMON_PROBLEMS,
      503: NOT_BUILT,
    }),
  }
}
