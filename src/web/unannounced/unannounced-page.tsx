import type { Day } from '../../market/calendar.ts'
import { restOfMinute } from '../../reports/moment.ts'
import type { UnannouncedCompany } from '../../reports/schemas/unannounced.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { unannounced } from '../../reports/unannounced.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { Missing, Name, PlainDay, SourceName } from '../figures.tsx'
import { GmpAge, OneGmp } from '../gmp/quoted-gmp.tsx'
import type { Page, PageRequest } from '../page.ts'
import { stackedColumn, Table, type TableColumn } from '../table.tsx'

/** Companies that trackers quote and no exchange has announced. Nothing is calculated from these quotes. */
export async function unannouncedPage(
  { query, today }: PageRequest<unknown>,
  sources: Pick<SourceChoice, 'known'>,
): Promise<Page> {
  const companies = await unannounced(query.market.db, sources.known, query.moment.asOf)
  return {
    title: en.unannouncedTitle,
    description: en.unannouncedMeaning,
    path: '/unannounced',
    json: `${BASE}/unannounced`,
    noindex: true,
    // Rows that wait change without a new market version.
    span: restOfMinute(query.moment.clock),
    content: (
      <>
        <h1>{en.unannouncedTitle}</h1>
        <p class="lead">{en.unannouncedMeaning}</p>
        {companies.length === 0 ? (
          <p>{en.noneUnannounced}</p>
        ) : (
          <Table look="stack" wideLabel={en.unannouncedTitle} columns={columnsFor(today)} rows={companies} />
        )}
        <p>
          <a href="/ipos">All announced IPOs</a>
        </p>
      </>
    ),
  }
}

const columnsFor = (today: Day): TableColumn<UnannouncedCompany>[] => {
  const shown = (day: Day | null) => day && <PlainDay day={day} today={today} />
  return [
    {
      heading: 'Company',
      cell: ({ name, source }) => (
        <>
          <Name>{name}</Name> <small class="within">{en.fromSource(<SourceName source={source} />)}</small>
        </>
      ),
    },
    stackedColumn(
      'GMP',
      ({ gmp, lastDay: day }) =>
        gmp === null ? (
          <Missing>not known</Missing>
        ) : (
          <>
            <OneGmp {...{ gmp, day, today }} /> <GmpAge {...{ day, today }} />
          </>
        ),
      'GMP',
    ),
    stackedColumn('Bidding days', ({ openDate, closeDate }) =>
      openDate === null && closeDate === null ? (
        <Missing>not known</Missing>
      ) : (
        en.dayRange(shown(openDate), shown(closeDate))
      ),
    ),
    stackedColumn('Quoted', ({ firstDay, lastDay }) =>
      firstDay === lastDay ? shown(lastDay) : en.dayRange(shown(firstDay), shown(lastDay)),
    ),
  ]
}
