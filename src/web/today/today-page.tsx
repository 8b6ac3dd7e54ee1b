import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { RECENTLY_LISTED_DAYS, type Today, today } from '../../reports/ipos/today.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import { unannounced } from '../../reports/unannounced.ts'
import { BASE } from '../../request/paths.ts'
import { en } from '../../texts/en.ts'
import { count } from '../../texts/format.ts'
import { AlertsLine } from '../alerts/alerts-line.tsx'
import { LongWeekday, PointsInWords, Share } from '../figures.tsx'
import { IPO_COLUMNS_SHOWN } from '../ipos/ipo-columns.tsx'
import { iposAddress, iposState } from '../ipos/ipos-address.ts'
import { Fold, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { websiteData } from '../share/structured-data.tsx'

const ALL_UPCOMING = iposAddress(iposState({ status: ['UPCOMING'] }))

const { name, when, minimum, gmp, bar, gain, subscribed, listedAt, listingGain, gmpHadSaid } =
  IPO_COLUMNS_SHOWN
const OPEN = [name, when, minimum, gmp, bar, gain, subscribed]
const UPCOMING = [name, when, minimum, gmp, bar, gain]
const LISTED = [name, when, listedAt, listingGain, gmpHadSaid]

/** Open, upcoming, closed and recently listed IPOs, and how accurate the GMP has been. */
export async function todayPage(
  { query, today: day }: PageRequest<unknown>,
  { known }: SourceChoice,
): Promise<Page> {
  const report = await today(query.market, query.moment)
  const trackersOnly = await unannounced(query.market.userStore, known, query.moment.asOf)
  const headline = en.today.openNow(report.open.length)
  return {
    title: `Greymark: ${headline}`,
    description: en.today.todayDescription,
    path: '/',
    json: `${BASE}/ipos`,
    structuredData: websiteData,
    span: report.span,
    countsTo: report.open.map(({ moments }) => moments.closes),
    content: (
      <>
        <h1>{headline}</h1>
        <p class="lead">
          <LongWeekday day={day} />. <ScoreSentence {...report} /> ·{' '}
          <a href="/new-to-ipos">{en.today.newToIpos}</a>
        </p>
        {query.isPresent && <section id="my-ipos" data-heading={en.share.myIpos} hidden />}
        {report.open.length > 0 && (
          <Ipos
            title={en.today.openSection}
            note={en.today.closingFirst}
            columns={OPEN}
            views={report.open}
          />
        )}
        {trackersOnly.length > 0 && (
          <p class="small">
            <a href="/unannounced">{en.today.trackersOnly(trackersOnly.length)}</a>
          </p>
        )}
        <AlertsLine />
        <Ipos
          title={en.today.upcomingSection}
          note={en.today.openingFirst}
          columns={UPCOMING}
          views={report.upcoming}
          empty={en.today.nothingUpcoming}
        />
        {report.moreUpcoming > 0 && (
          <p>
            <a href={ALL_UPCOMING}>{en.today.moreUpcoming(report.moreUpcoming)}</a>
          </p>
        )}
        <Ipos
          title={en.today.awaitingSection}
          columns={OPEN}
          views={report.awaiting}
          empty={en.today.nothingAwaiting}
        />
        <ShouldHaveListed report={report} />
        <Ipos
          title={en.today.listedSection}
          note={en.today.listedNote}
          columns={LISTED}
          views={report.listed}
          empty={en.today.nothingListed(RECENTLY_LISTED_DAYS)}
        />
        <p>
          <a href="/ipos">{en.today.allIpos}</a> · <a href="/calendar">{en.today.calendar}</a>
        </p>
      </>
    ),
  }
}

/** The accuracy of past quotes in one sentence. */
const ScoreSentence = ({ score, tooHigh }: Today) => (
  <>
    {en.today.score(
      score.n,
      tooHigh.n,
      <strong>
        <Share value={tooHigh.pct} />
      </strong>,
      <strong>
        <PointsInWords value={score.avgAbsErrorPp} />
      </strong>,
    )}{' '}
    <a href="/scoreboard">{en.today.scoreboard}</a>
  </>
)

interface IposProps {
  readonly title: string
  readonly note?: string
  readonly columns: readonly Column<IpoView>[]
  readonly views: readonly IpoView[]
  /** Of a section that may have no rows. */
  readonly empty?: string
}

const Ipos = ({ title, note, columns, views, empty }: IposProps) => (
  <Section title={title} {...(note !== undefined && views.length > 0 && { note })}>
    {views.length === 0 ? (
      <p class="quiet">{empty}</p>
    ) : (
      <IpoTable label={title} columns={columns} views={views} />
    )}
  </Section>
)

const IpoTable = ({ label, columns, views }: Pick<IposProps, 'columns' | 'views'> & { label: string }) => (
  <Table
    label={label}
    columns={columns}
    rows={views}
    isDoors
    attributes={({ slug }) => ({ 'data-slug': slug })}
  />
)

/** One line that opens; nothing when there are none. */
const ShouldHaveListed = ({ report: { overdue, moreOverdue } }: { report: Today }) =>
  overdue.length === 0 ? null : (
    <Fold title={en.today.shouldHaveListed(overdue.length + moreOverdue)}>
      <IpoTable label={en.today.shouldHaveListed(overdue.length)} columns={[name, when]} views={overdue} />
      {moreOverdue > 0 && (
        <p>
          <a href="/ipos">{count(moreOverdue)}</a>
        </p>
      )}
    </Fold>
  )
