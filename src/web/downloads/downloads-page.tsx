import { EVENT_KINDS } from '../../reports/ipos/calendar.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import {
  DATASET_PATHS,
  DOWNLOAD_FORMATS,
  DOWNLOADS,
  DOWNLOADS_BASE,
  type Download,
} from '../../request/downloads.ts'
import { ATOM_PATH, BASE, CALENDAR_PATH, EVENTS_PATH } from '../../request/paths.ts'
import { shellAddress } from '../developers/shell-address.ts'
import { joined } from '../format.ts'
import type { Page } from '../page.ts'
import { Table, type TableColumn } from '../table.tsx'
import { TextPage, Typed } from '../texts/text-page.tsx'

const EVENT_NAMES = EVENT_KINDS.map((kind) => kind.toLowerCase())

/** The page of downloads: tables, the whole data set, a calendar, and feeds of changes. */
export const downloadsPage = (publicUrl: string): Page => ({
  title: 'Downloads, calendar and feeds',
  description:
    'Indian IPOs, grey-market reports, subscription, deals, the scoreboard and past ranges as CSV and NDJSON, the whole data set, a calendar to subscribe to, and feeds of what changes.',
  path: '/downloads',
  span: UNCHANGED_BY_CLOCK,
  content: (
    <TextPage
      title="Take the data along"
      lead={
        <>
          Free, no key. Keep the disclaimer, which stands at the foot of every page and in every JSON answer,
          together with the data, and credit the service with a link. <a href="/docs#terms">Terms of use</a>
        </>
      }
      places={[
        { id: 'tables', label: 'Tables' },
        { id: 'dataset', label: 'The whole data set' },
        { id: 'calendar', label: 'Calendar' },
        { id: 'changes', label: 'What changes' },
      ]}
    >
      {publicUrl === '' && (
        <>
          <p>In the commands below, put the address at which you see this page here:</p>
          <Typed>GREYMARK=https://YOUR-ADDRESS</Typed>
        </>
      )}
      <Tables publicUrl={publicUrl} />
      <h2 id="dataset">The whole data set</h2>
      <p>
        Every fact that was ever recorded, one a line, made once a day:{' '}
        <a href={DATASET_PATHS.about}>what it is, its market version and its SHA-256</a>,{' '}
        <a href={DATASET_PATHS.file}>the file itself</a>, and <a href={DATASET_PATHS.schema}>its schema</a>.
        Whoever runs Greymark can bring it in with <code>greymark import</code>.
      </p>
      <Calendar publicUrl={publicUrl} />
      <Changes publicUrl={publicUrl} />
    </TextPage>
  ),
})

const COLUMNS: readonly TableColumn<Download>[] = [
  {
    heading: 'Table',
    cell: ({ name }) => (
      <>
        {name}
        <br />
        {DOWNLOAD_FORMATS.map((format) => (
          <a key={format} class="format" href={`${DOWNLOADS_BASE}/${name}.${format}`}>
            {format.toUpperCase()}
          </a>
        ))}
      </>
    ),
  },
  {
    heading: 'What it holds',
    cell: ({ name, summary }) => (
      <>
        {summary} <a href={`${DOWNLOADS_BASE}/${name}.csv-metadata.json`}>Its columns</a>
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
      A download shows one moment from its first line to its last. It is complete, or the connection breaks
      off before its end, which programs report as an error: it is never short in silence. Filters work as in
      the JSON, and <code>asOf</code> gives the table as it was known at a past moment:
    </p>
    <Typed>{`curl -O ${shellAddress(publicUrl, `${DOWNLOADS_BASE}/gmp.csv?board=SME&from=2026-01-01`)}`}</Typed>
    <p>
      The files are UTF-8. Excel reads them by Data, From Text/CSV; days in <code>openDate</code> and the like
      are written as in the JSON, with a time of zero.
    </p>
    <p>
      The scoreboard has in each row all that its score is computed from.{' '}
      <a href="/method#recomputing-it">A short script</a> works every average out again.
    </p>
  </>
)

const Calendar = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="calendar">Calendar</h2>
    <p>
      Subscribe to <a href={CALENDAR_PATH}>{CALENDAR_PATH}</a> in the calendar of a phone or a computer: a day
      that is moved moves there too. Choose a board by <code>board=sme</code> or <code>board=mainboard</code>,
      and days by <code>event</code>: {joined(EVENT_NAMES, 'and')}.
    </p>
    <Typed>{`${publicUrl === '' ? 'https://YOUR-ADDRESS' : publicUrl}${CALENDAR_PATH}?board=mainboard&event=opens,lists`}</Typed>
    {publicUrl !== '' && (
      <p>
        <a href={`webcal://${new URL(publicUrl).host}${CALENDAR_PATH}`}>
          Subscribe with the calendar of this device
        </a>
      </p>
    )}
  </>
)

const Changes = ({ publicUrl }: { publicUrl: string }) => (
  <>
    <h2 id="changes">What changes</h2>
    <p>
      <a href="/changes">The latest changes</a> for people, and <a href={ATOM_PATH}>as an Atom feed</a>.
      Programs begin with <code>since=0</code>, which tells the list as it is, and follow{' '}
      <code>Link: rel="next"</code> until <code>complete</code> is true. From then on they ask for what
      changed since the <code>position</code> of their last answer, and get little or nothing to read. The
      header <code>X-Market-Version</code> of any other answer is a position too:
    </p>
    <Typed>{`curl -i ${shellAddress(publicUrl, `${BASE}/changes?since=0`)}
curl -i ${shellAddress(publicUrl, `${BASE}/changes?since=POSITION`)}`}</Typed>
    <p>
      Or they stay connected, and each change is sent as it comes. Browsers reconnect by themselves and send
      the last <code>id</code> as <code>Last-Event-ID</code>, so that they miss nothing; other programs do the
      same. A <code>reset</code> means that the store was replaced: drop what you have, and begin anew.
    </p>
    <Typed>{`curl -N ${shellAddress(publicUrl, EVENTS_PATH)}`}</Typed>
    <Typed>{followingScript(`${publicUrl}${EVENTS_PATH}`)}</Typed>
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
