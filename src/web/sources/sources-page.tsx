import type { Day, Instant } from '../../market/calendar.ts'
import { RANK } from '../../market/facts/publisher.ts'
import { restOfMinute } from '../../reports/moment.ts'
import { type PublisherReport, publisherReports, QUOTES_COUNTED_DAYS } from '../../reports/publishers.ts'
import type { SourceStatus } from '../../reports/schemas/sources.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { count } from '../../texts/format.ts'
import { Count, DayAndTime, figureColumn, Missing, Name, SourceName, SourceNames } from '../figures.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'

/** A publisher, and one of its upstreams: none where it is not downloaded. */
interface SourceRow {
  readonly publisher: PublisherReport
  readonly source: SourceStatus | undefined
  /** What it publishes. */
  readonly contents: string
}

/** Publishers that only imported files name have quotes. */
const UNLISTED_CONTENTS = 'GMP quotes'

/** All sources, how far each is trusted, and its state. */
export async function sourcesPage(
  { query, today }: PageRequest<unknown>,
  choice: SourceChoice,
): Promise<Page> {
  const { market, moment } = query
  const publishers = await publisherReports(market, choice, moment)
  const quoted = publishers.filter(({ quotes }) => quotes > 0).map(({ name }) => name)
  const contents = new Map(choice.known.map((source) => [source.id, source.contents]))
  const tableOf = (rank: number, label: string) => {
    const rows = publishers
      .filter((publisher) => publisher.rank === rank)
      .flatMap((publisher) =>
        (publisher.sources.length === 0 ? [undefined] : publisher.sources).map((source) => ({
          publisher,
          source,
          contents: contents.get(source?.id ?? '') ?? UNLISTED_CONTENTS,
        })),
      )
    return (
      <>
        <h2>{label}</h2>
        <p class="quiet">{en.sources.trust(rank)}</p>
        <Table label={label} columns={columnsFor(rows, today)} rows={rows} />
      </>
    )
  }
  return {
    title: 'Sources',
    description:
      'Where the figures come from: the exchanges and the grey-market trackers, who owns them, how far each is trusted, and when each was last updated.',
    path: '/sources',
    json: `${BASE}/sources`,
    span: restOfMinute(moment.clock),
    content: (
      <>
        <h1>Our sources</h1>
        <p class="lead">
          Every figure here comes from a named source.{' '}
          <strong>{market.demo ? en.sources.demoSources : healthOf(publishers)}</strong>{' '}
          <a href="/method#what-we-collect-and-from-whom">How we use them</a>
        </p>
        {market.demo && quoted.length > 0 && <p>{en.sources.demoQuotes(<SourceNames sources={quoted} />)}</p>}
        {tableOf(RANK.exchange, 'The exchanges')}
        {tableOf(RANK.tracker, 'Grey-market trackers')}
        <h2>The operator</h2>
        <p class="quiet">{en.sources.trust(RANK.operator)}</p>
        <h2>How they are read</h2>
        <p class="quiet">
          Greymark asks each site for one document at a time, with pauses, and obeys its robots.txt. It names
          no browser. Where an exchange does not answer programs that it does not know, the operator may
          choose an introduction that begins with <code>Mozilla/5.0</code>; <code>Referer</code> and{' '}
          <code>Origin</code> name the exchange's own site, because its addresses for data want that.
        </p>
      </>
    ),
  }
}

const isInDoubt = ({ state }: SourceStatus): boolean => state === 'failing' || state === 'quiet'

function healthOf(publishers: readonly PublisherReport[]): string {
  const all = publishers.flatMap(({ sources }) => sources)
  const read = all.filter(({ state }) => state !== 'off')
  return en.sources.sourcesWorking({
    all: all.length,
    read: read.length,
    inDoubt: read.filter(isInDoubt).length,
    waiting: read.filter(({ state }) => state === 'waiting').length,
  })
}

/** Columns for exchanges and trackers alike. One that has nothing of any row is left out. */
const columnsFor = (rows: readonly SourceRow[], today: Day): Column<SourceRow>[] =>
  [
    { key: 'source', label: 'Source', cell: (row: SourceRow) => <NameAndState {...row} today={today} /> },
    momentColumn('Last checked', ({ source }) => source?.lastSuccess, today),
    momentColumn('Last change', ({ source, publisher }) => isTracker(publisher) || source?.lastChange, today),
    momentColumn('Last quote', ({ publisher }) => !isTracker(publisher) || publisher.lastQuote, today),
    figureColumn<SourceRow>(
      'rows',
      'Rows',
      ({ source, publisher }) => source && !isTracker(publisher) && rowsOf(source),
    ),
    figureColumn<SourceRow>(
      'quotes',
      `Quotes in ${QUOTES_COUNTED_DAYS} days`,
      ({ publisher: { quotes } }) => quotes > 0 && <Count value={quotes} />,
    ),
  ].filter(({ cell }) => rows.some((row, i) => cell?.(row, i)))

const isTracker = ({ rank }: PublisherReport): boolean => rank === RANK.tracker

/** True for what a row cannot have. A source that is not downloaded and has nothing says so by its name. */
const momentColumn = (
  label: string,
  of: (row: SourceRow) => Instant | true | null | undefined,
  today: Day,
): Column<SourceRow> =>
  figureColumn(label, label, (row) => {
    const at = of(row)
    if (typeof at === 'string') return <DayAndTime at={at} today={today} />
    return at === null && row.source && row.source.state !== 'off' && <Missing>not yet</Missing>
  })

const rowsOf = ({ rowsLast, rowsUsual }: SourceStatus) =>
  rowsLast !== null && (
    <>
      <Count value={rowsLast} />
      {rowsUsual !== null && <small class="within"> usually {count(rowsUsual)}</small>}
    </>
  )

/** Its name, contents and owner, when it is downloaded, and what is wrong with it, for those who can mend it. */
function NameAndState({ publisher: { name, owner }, source, contents, today }: SourceRow & { today: Day }) {
  const shown = <SourceName source={name} />
  const isOwnOwner = name.toLowerCase() === owner.toLowerCase()
  return (
    <>
      {source ? <a href={source.url}>{shown}</a> : shown}{' '}
      <span class="note">
        {en.sources.sourceContents(contents, isOwnOwner ? null : <Name>{owner}</Name>)}
      </span>{' '}
      {source && isInDoubt(source) && (
        <span class="doubt-tag">
          <span aria-hidden="true">⚠</span> {en.sources.sourceState[source.state]}
        </span>
      )}
      <small class="within">{readingText(source)}</small>
      {source && isInDoubt(source) && <Fault source={source} today={today} />}
    </>
  )
}

function readingText(source: SourceStatus | undefined): string {
  if (!source) return en.sources.importedSource
  const { state, cadence } = source
  return state === 'off' || state === 'waiting' ? en.sources.sourceState[state] : en.sources.updated(cadence)
}

function Fault({ source, today }: { source: SourceStatus; today: Day }) {
  const { fault, faultSince, faultDetail, roundsMissed, state } = source
  const since = faultSince === null ? null : <DayAndTime at={faultSince} today={today} />
  if (fault !== null)
    return (
      <small class="fault">
        {en.sources.sourceFault(fault, since, faultDetail === null ? null : <Name>{faultDetail}</Name>)}
      </small>
    )
  return state === 'failing' && roundsMissed !== null ? (
    <small class="fault">{en.sources.missedUpdates(roundsMissed)}</small>
  ) : null
}
