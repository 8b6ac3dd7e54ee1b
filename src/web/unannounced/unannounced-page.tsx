import type { Day } from '../../market/calendar.ts'
import { restOfMinute } from '../../reports/moment.ts'
import type { UnannouncedCompany } from '../../reports/schemas/unannounced.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { unannounced } from '../../reports/unannounced.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { figureColumn, Missing, Name, PlainDay, SourceName } from '../figures.tsx'
import { OneGmp } from '../gmp/quoted-gmp.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'

/** Companies that trackers quote and no exchange has announced. Nothing is calculated from these quotes. */
export async function unannouncedPage(
  { query, today }: PageRequest<unknown>,
  sources: Pick<SourceChoice, 'known'>,
): Promise<Page> {
  const companies = await unannounced(query.market.db, sources.known, query.moment.asOf)
  return {
    title: en.unannounced.unannouncedTitle,
    description: en.unannounced.unannouncedMeaning,
    path: '/unannounced',
    json: `${BASE}/unannounced`,
    noindex: true,
    // Rows that wait change without a new market version.
    span: restOfMinute(query.moment.clock),
    content: (
      <>
        <h1>{en.unannounced.unannouncedTitle}</h1>
        <p class="lead">{en.unannounced.unannouncedMeaning}</p>
        {companies.length === 0 ? (
          <p>{en.unannounced.noneUnannounced}</p>
        ) : (
          <Table label={en.unannounced.unannouncedTitle} columns={columnsFor(today)} rows={companies} />
        )}
        <p>
          <a href="/ipos">All announced IPOs</a>
        </p>
      </>
    ),
  }
}

const columnsFor = (today: Day): Column<UnannouncedCompany>[] => {
  const shown = (day: Day | null) => day && <PlainDay day={day} today={today} />
  return [
    {
      key: 'company',
      label: 'Company',
      cell: ({ name, source }) => (
        <>
          <Name>{name}</Name> <small>{en.unannounced.fromSource(<SourceName source={source} />)}</small>
        </>
      ),
    },
    figureColumn(
      'gmp',
      en.ipo.gmp,
      ({ gmp, lastDay: day }) =>
        gmp === null ? <Missing>{en.fields.notKnown}</Missing> : <OneGmp {...{ gmp, day, today }} />,
      { narrow: 'aside' },
    ),
    figureColumn(
      'days',
      'Bidding days',
      ({ openDate, closeDate }) =>
        (openDate !== null || closeDate !== null) &&
        en.unannounced.dayRange(shown(openDate), shown(closeDate)),
      { narrow: 'fact', narrowLabel: 'bidding' },
    ),
    figureColumn(
      'quoted',
      'Quoted',
      ({ firstDay, lastDay }) =>
        firstDay === lastDay ? shown(lastDay) : en.unannounced.dayRange(shown(firstDay), shown(lastDay)),
      { narrow: 'fact', narrowLabel: 'quoted' },
    ),
  ]
}
