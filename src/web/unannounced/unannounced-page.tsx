import type { Day } from '../../market/calendar.ts'
import { restOfMinute } from '../../reports/moment.ts'
import type { UnannouncedCompany } from '../../reports/schemas/unannounced.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { unannounced } from '../../reports/unannounced.ts'
import { BASE } from '../../request/paths.ts'
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
    title: 'Companies that only trackers mention',
    description: 'Companies that grey-market trackers quote and for which no exchange document was seen.',
    path: '/unannounced',
    json: `${BASE}/unannounced`,
    noindex: true,
    // Rows that wait change without a new market version.
    span: restOfMinute(query.moment.clock),
    content: (
      <>
        <h1>Companies that only trackers mention</h1>
        <p class="lead">
          No exchange document was seen for an IPO of these companies. GMP and days are the tracker’s own,
          unofficial and not confirmed.
        </p>
        {companies.length === 0 ? (
          <p>There is no such company now.</p>
        ) : (
          <Table
            look="stack"
            wideLabel="Companies that only trackers mention"
            columns={columnsFor(today)}
            rows={companies}
          />
        )}
        <p>
          <a href="/ipos">All announced IPOs</a>
        </p>
      </>
    ),
  }
}

const columnsFor = (today: Day): TableColumn<UnannouncedCompany>[] => [
  {
    heading: 'Company',
    cell: ({ name, source }) => (
      <>
        <Name>{name}</Name>
        <small class="within">
          {' '}
          from <SourceName source={source} />
        </small>
      </>
    ),
  },
  stackedColumn('GMP', (company) => <PrintedGmp of={company} today={today} />, 'GMP'),
  stackedColumn('Bidding days', ({ openDate, closeDate }) => (
    <PrintedDays opens={openDate} closes={closeDate} today={today} />
  )),
  stackedColumn('Quoted', ({ firstDay, lastDay }) => (
    <>
      <PlainDay day={firstDay} today={today} />
      {lastDay !== firstDay && (
        <>
          {' '}
          to <PlainDay day={lastDay} today={today} />
        </>
      )}
    </>
  )),
]

/** Grey and with its age once it is too old for today. */
function PrintedGmp({ of: { gmp, lastDay }, today }: { of: UnannouncedCompany; today: Day }) {
  if (gmp === null) return <Missing>not known</Missing>
  return (
    <>
      <OneGmp gmp={gmp} day={lastDay} today={today} /> <GmpAge day={lastDay} today={today} />
    </>
  )
}

function PrintedDays({ opens, closes, today }: { opens: Day | null; closes: Day | null; today: Day }) {
  if (opens === null && closes === null) return <Missing>not known</Missing>
  return (
    <>
      {opens === null ? <Missing>not known</Missing> : <PlainDay day={opens} today={today} />} to{' '}
      {closes === null ? <Missing>not known</Missing> : <PlainDay day={closes} today={today} />}
    </>
  )
}
