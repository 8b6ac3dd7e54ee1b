import { EVENT_KINDS } from '../../reports/ipos/calendar.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import {
  columnsPath,
  DATASET_PATHS,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
  parquetPath,
} from '../../request/downloads.ts'
import { ATOM_PATH, BASE, CALENDAR_PATH, EVENTS_PATH } from '../../request/paths.ts'
import { joined } from '../../texts/format.ts'
import type { Page } from '../page.ts'
import { datasetData } from '../share/structured-data.tsx'
import { Table, type TableColumn } from '../table.tsx'
import { Snippet, shownOrigin } from '../texts/snippet.tsx'
import { TextPage } from '../texts/text-page.tsx'

const EVENT_NAMES = EVENT_KINDS.map((kind) => kind.toLowerCase())

const DESCRIPTION =
  'Indian IPOs, GMP quotes, subscription, deals, the scoreboard and past ranges as CSV, NDJSON and Parquet, the whole data set, a calendar to subscribe to, and feeds of changes.'

/** The page of downloads: tables, the whole data set, a calendar, and feeds of changes. */
export const downloadsPage = (publicUrl: string): Page => ({
  title: 'Downloads, calendar and feeds',
  description: DESCRIPTION,
  path: '/downloads',
  span: UNCHANGED_BY_CLOCK,
  structuredData: datasetData(DESCRIPTION),
  content: (
    <TextPage
      title="Download the data"
      lead={
        <>
          Free, without a key. Keep the disclaimer from the foot of this page with the data, and credit the
          service with a link. <a href="/docs#terms">Terms of use</a>
        </>
      }
      places={[
        { id: 'tables', label: 'Tables' },
        { id: 'parquet', label: 'Parquet' },
        { id: 'dataset', label: 'The whole data set' },
        { id: 'calendar', label: 'Calendar' },
        { id: 'changes', label: 'Changes' },
      ]}
    >
      <Tables publicUrl={publicUrl} />
      <Parquet publicUrl={publicUrl} />
      <h2 id="dataset">The whole data set</h2>
      <p>
        Every fact ever recorded, one per line, in <a href={DATASET_PATHS.file}>one compressed file</a> that
        is made once a day. See also <a href={DATASET_PATHS.about}>its date, version and SHA-256</a> and{' '}
        <a href={DATASET_PATHS.schema}>its schema</a>. <code>greymark import</code> loads it into a Greymark
        of your own.
      </p>
      <Calendar publicUrl={publicUrl} />
      <Changes publicUrl={publicUrl} />
    </TextPage>
  ),
})

const COLUMNS: readonly TableColumn<Download>[] = [
  {
    heading: 'Table',
    cell: ({ name, hasParquet }) => (
      <>
        {name}
        <br />
        {DOWNLOAD_FORMATS.map((format) => (
          <a key={format} class="format" href={`${DOWNLOADS_BASE}/${name}.${format}`}>
            {format.toUpperCase()}
          </a>
        ))}
        {hasParquet && (
          <a class="format" href={parquetPath({ name })}>
            Parquet
          </a>
        )}
      </>
    ),
  },
  {
    heading: 'Contents',
    cell: ({ name, summary }) => (
      <>
        {summary} <a href={columnsPath({ name })}>Columns</a>
      </>
    ),
  },
  { heading: 'Filters', cell: ({ parameters }) => <code>{Object.keys(parameters).join(', ')}</code> },
]

const Tables = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="tables">Tables</h2>
    <Table look="stack fields" columns={COLUMNS} rows={DOWNLOADS} />
    <p>
      All rows of a file are from the same moment. If a download fails, the connection breaks off with an
      error, so a file that ends normally is complete. Filters work as in the JSON, and <code>asOf</code>{' '}
      gives the table as it was known at a past moment:
    </p>
    <Snippet>{`curl -O "${shownOrigin(publicUrl)}${DOWNLOADS_BASE}/gmp.csv?board=SME&from=2026-01-01"`}</Snippet>
    <p>
      The files are UTF-8. In Excel, open them with Data, From Text/CSV. Days are written as{' '}
      <code>2026-01-31</code>, also those to which the JSON adds a time of zero; moments are in UTC.
    </p>
    <p>
      Each row of the scoreboard has everything its score is computed from, so you can check it:{' '}
      <a href="/method#recomputing-it">a short script</a> recomputes every average.
    </p>
  </>
)

const Parquet = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="parquet">Parquet</h2>
    <p>
      For DuckDB, pandas and other tools that read Parquet: tables with proper types, as of the last midnight
      in India, made once a day. They take no filters.{' '}
      <a href={DATASET_PATHS.about}>Their sizes and SHA-256</a>
    </p>
    <p>DuckDB:</p>
    <Snippet>{`FROM '${shownOrigin(publicUrl)}${parquetPath({ name: 'deals' })}' WHERE "valueCr" > 100;`}</Snippet>
    <p>pandas, with pyarrow:</p>
    <Snippet>{`pandas.read_parquet('${shownOrigin(publicUrl)}${parquetPath({ name: 'scoreboard' })}')`}</Snippet>
  </>
)

const Calendar = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="calendar">Calendar</h2>
    <p>
      Add <a href={CALENDAR_PATH}>{CALENDAR_PATH}</a> to the calendar of your phone or computer: the days of
      opening, closing, allotment and listing. Until a day is announced, the expected one is shown and marked
      as expected. If a date changes, your calendar updates. Choose a board with <code>board=sme</code> or{' '}
      <code>board=mainboard</code>, and events with <code>event</code>: {joined(EVENT_NAMES, 'and')}.
    </p>
    <Snippet>{`${shownOrigin(publicUrl)}${CALENDAR_PATH}?board=mainboard&event=opens,lists`}</Snippet>
    {publicUrl !== '' && (
      <p>
        <a href={`webcal://${new URL(publicUrl).host}${CALENDAR_PATH}`}>Subscribe on this device</a>
      </p>
    )}
  </>
)

const Changes = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="changes">Changes</h2>
    <p>
      To read: <a href="/changes">the latest changes</a>, also <a href={ATOM_PATH}>as an Atom feed</a>.
    </p>
    <p>
      For programs: start with <code>since=0</code>, which gives the whole list, and follow{' '}
      <code>Link: rel="next"</code> until <code>complete</code> is true. After that, request only what changed
      since the <code>position</code> of the last answer. The header <code>X-Market-Version</code> of any
      other answer is a position too.
    </p>
    <Snippet>{`curl -i "${shownOrigin(publicUrl)}${BASE}/changes?since=0"
curl -i "${shownOrigin(publicUrl)}${BASE}/changes?since=POSITION"`}</Snippet>
    <p>
      Or stay connected and receive each change as it happens. Browsers reconnect on their own and send the
      last <code>id</code> as <code>Last-Event-ID</code>, so no change is lost; other programs should do the
      same. The event <code>reset</code> means that the database was replaced: discard your copy and start
      again.
    </p>
    <Snippet>{`curl -N "${shownOrigin(publicUrl)}${EVENTS_PATH}"`}</Snippet>
    <Snippet>{followingScript(`${shownOrigin(publicUrl)}${EVENTS_PATH}`)}</Snippet>
  </>
)

/** A script for browsers that keeps a list up to date, across restarts of the service and replacements of its store. */
const followingScript = (address: string): string => `function follow(list) {
  const events = new EventSource('${address}?since=0')
  events.addEventListener('changes', ({ data }) => {
    for (const { slug, new: fields } of JSON.parse(data).changes) {
      if (fields === null) list.delete(slug)
      else if (slug !== null) list.set(slug, { ...list.get(slug), ...fields })
    }
  })
  events.addEventListener('reset', () => {
    events.close()
    list.clear()
    follow(list)
  })
}`
