import type { Day } from '../../market/calendar.ts'
import type { UnannouncedCompany } from '../../reports/schemas/unannounced.ts'
import { Missing, Name, PlainDay, SourceName } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { stackedColumn, Table, type TableColumn } from '../table.tsx'

/** Companies that trackers quote and no exchange has announced; nothing when there are none. */
export const Unannounced = ({
  companies,
  today,
}: {
  companies: readonly UnannouncedCompany[]
  today: Day
}) =>
  companies.length === 0 ? null : (
    <section id="unannounced">
      <SectionHeading>Not announced yet: companies that only trackers mention</SectionHeading>
      <p class="quiet">
        No exchange that we read has announced an issue of these companies. GMP and days are as the tracker
        prints them, unofficial and not confirmed.
      </p>
      <Table
        look="stack"
        wideLabel="Companies that only trackers mention"
        columns={columnsFor(today)}
        rows={companies}
      />
    </section>
  )

const columnsFor = (today: Day): TableColumn<UnannouncedCompany>[] => [
  {
    heading: 'Company',
    cell: ({ name, source }) => (
      <>
        <Name>{name}</Name>
        <small class="within">
          {' '}
          only <SourceName source={source} />
        </small>
      </>
    ),
  },
  stackedColumn('GMP as printed', ({ printed }) => <Name>{printed}</Name>),
  stackedColumn('Days as printed', ({ openDate, closeDate }) => (
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

function PrintedDays({ opens, closes, today }: { opens: Day | null; closes: Day | null; today: Day }) {
  if (opens === null && closes === null) return <Missing>none</Missing>
  return (
    <>
      {opens === null ? <Missing>not known</Missing> : <PlainDay day={opens} today={today} />} to{' '}
      {closes === null ? <Missing>not known</Missing> : <PlainDay day={closes} today={today} />}
    </>
  )
}
