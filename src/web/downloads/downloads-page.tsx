import { EVENT_KINDS } from '../../reports/ipos/calendar.ts'
import {
  columnsPath,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  parquetPath,
} from '../../request/downloads.ts'
import { CALENDAR_PATH } from '../../request/paths.ts'
import { joined } from '../../texts/format.ts'
import { useCopy } from '../copy/static-copy.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page } from '../page.ts'
import { datasetData } from '../share/structured-data.tsx'
import { shownOrigin } from '../texts/snippet.tsx'
import { textPage } from '../texts/text-page.tsx'

const EVENT_NAMES = EVENT_KINDS.map((kind) => kind.toLowerCase())

const DESCRIPTION =
  'Indian IPOs, GMP quotes, subscription, deals, the scoreboard and past ranges as CSV, NDJSON and Parquet, the whole data set, a calendar to subscribe to, and feeds of changes.'

/** The page of downloads: tables, the whole data set, a calendar, and feeds of changes. */
export const downloadsPage = (publicUrl: string): Page =>
  textPage(
    'downloads',
    { description: DESCRIPTION, structuredData: datasetData(DESCRIPTION) },
    {
      origin: shownOrigin(publicUrl),
      tables: <Tables />,
      events: joined(EVENT_NAMES, 'and'),
      subscribe: publicUrl !== '' && (
        <p>
          <a href={`webcal://${new URL(publicUrl).host}${CALENDAR_PATH}`}>Subscribe on this device</a>
        </p>
      ),
    },
  )

/** A static copy has no filters. */
function Tables() {
  const columns = useCopy() ? COLUMNS.filter(({ key }) => key !== 'filters') : COLUMNS
  return <Table label="Tables" columns={columns} rows={DOWNLOADS} />
}

const formatsOf = ({ name, hasParquet }: Download): (readonly [label: string, path: string])[] => [
  ...DOWNLOAD_FORMATS.map((format) => [format.toUpperCase(), `${DOWNLOADS_BASE}/${name}.${format}`] as const),
  ...(hasParquet ? [['Parquet', parquetPath({ name })] as const] : []),
]

const COLUMNS: readonly Column<Download>[] = [
  {
    key: 'table',
    label: 'Table',
    cell: (table) => (
      <>
        {table.name}
        <br />
        {formatsOf(table).map(([label, path]) => (
          <a key={label} class="format" href={path}>
            {label}
          </a>
        ))}
      </>
    ),
  },
  {
    key: 'contents',
    label: 'Contents',
    narrow: 'line',
    cell: ({ name, summary }) => (
      <>
        {summary} <a href={columnsPath({ name })}>Columns</a>
      </>
    ),
  },
  {
    key: 'filters',
    label: 'Filters',
    cell: ({ parameters }) => <code>{Object.keys(parameters).join(', ')}</code>,
    narrow: 'line',
  },
]
