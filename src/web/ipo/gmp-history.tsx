import { addDays, type Day, type Instant, instantFromMs, istDay, istMs } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'
import type { GmpHistoryDay, GmpHistoryQuote } from '../../reports/ipos/gmp-history.ts'
import type { IpoReport } from '../../reports/ipos/ipo.ts'
import { counted, isolated, longDay, rupees } from '../../texts/format.ts'
import { GmpChart } from '../charts/gmp-chart.tsx'
import type { DayRule, GmpPlot } from '../charts/gmp-plot.ts'
import { CsvLink } from '../csv-link.tsx'
import { LongDay, Missing, Premium, SourceName, sourceName } from '../figures.tsx'
import { withAsOf } from '../past/moment-links.ts'
import { SectionHeading } from '../section-heading.tsx'
import { rightColumn, Table, type TableColumn } from '../table.tsx'
import { DisputedDays } from './dispute.tsx'
import type { IpoPartProps } from './ipo-part.ts'

/** The GMP by day, as a chart and as a table. */
export function GmpTrend({ report, today, clock }: IpoPartProps) {
  const { days } = report.gmpHistory
  const last = days.at(-1)
  if (!last) return null
  const sources = [...new Set(days.flatMap(({ quotes }) => quotes.map(({ source }) => source)))].sort(
    compareText,
  )
  return (
    <section>
      <SectionHeading note="in rupees a share">GMP trend</SectionHeading>
      <div class="sheet">
        <GmpChart
          name={isolated(report.ipo.name)}
          days={days}
          sources={sources}
          rules={rulesOf(report, clock, today)}
          today={today}
          readout={sentenceOf(last)}
          table={(plot) => (
            <HistoryTable slug={report.ipo.slug} days={days} sources={sources} plot={plot} today={today} />
          )}
        />
        <DisputedDays days={days} today={today} />
      </div>
    </section>
  )
}

function rulesOf(
  { ipo, milestones, listingDay, calledOff }: IpoReport,
  clock: Instant,
  today: Day,
): DayRule[] {
  if (calledOff !== null) return []
  const rule = (day: Day | null, isPast: boolean, past: string, ahead: string): DayRule[] =>
    day === null ? [] : [{ day, label: isPast ? past : ahead }]
  const { opens, closes } = milestones
  const isPast = (at: Instant | null) => at !== null && at <= clock
  return [
    ...rule(opens && istDay(opens), isPast(opens), 'opened', 'opens'),
    ...rule(closes && istDay(closes), isPast(closes), 'closed', 'closes'),
    ...rule(
      listingDay,
      ipo.listing !== null,
      'listed',
      listingDay !== null && listingDay < today ? 'listing was due' : 'lists',
    ),
  ]
}

/** The text of the readout for a day. */
function sentenceOf({ day, gmp, owners, quotes, disputed }: GmpHistoryDay): string {
  const [only, ...others] = quotes
  const parts =
    only && others.length === 0
      ? [`GMP ${rupees(gmp)}, by ${isolated(sourceName(only.source))} alone`]
      : [`${owners === 1 ? 'GMP' : 'median'} ${rupees(gmp)}`, ...quotes.map(quoteText)]
  return (
    `${longDay(day)}: ${[...parts, ...(disputed ? ['sources disagreed'] : [])].join(', ')}`
      // Prevents a line break between a minus and its amount.
      .replaceAll('−₹', '−\u2060₹')
  )
}

const quoteText = ({ source, gmp, countedSource }: GmpHistoryQuote): string =>
  `${isolated(sourceName(source))} ${rupees(gmp)}${
    countedSource === null ? '' : ` (same owner as ${isolated(sourceName(countedSource))})`
  }`

interface HistoryTableProps {
  readonly slug: string
  readonly days: readonly GmpHistoryDay[]
  readonly sources: readonly string[]
  readonly plot: GmpPlot
  readonly today: Day
}

const HistoryTable = ({ slug, days, sources, plot, today }: HistoryTableProps) => (
  <details>
    <summary>{counted(days.length, 'quoted day')} as a table</summary>
    <Table
      id="gmp-table"
      wideLabel="GMP by day and source"
      columns={[dayColumn(slug, today), ...columnsFor(sources)]}
      rows={days}
      rowAttributes={(day) => ({ 'data-x': plot.x(day.day), 'data-text': sentenceOf(day) })}
    />
    <CsvLink table="gmp" filter={{ slug }} />
  </details>
)

/** Each day before this one leads to the page as it was at the end of that day in India. */
const dayColumn = (slug: string, today: Day): TableColumn<GmpHistoryDay> => ({
  heading: 'Day',
  cell: ({ day }) =>
    day < today ? (
      <a href={withAsOf(`/ipos/${slug}`, endOf(day))} rel="nofollow" title="This page at the end of that day">
        <LongDay day={day} />
      </a>
    ) : (
      <LongDay day={day} />
    ),
})

const endOf = (day: Day): Instant => instantFromMs(istMs(addDays(day, 1), '00:00') - 1)

/** A single source is its own median and cannot be disputed, so these columns are left out. */
const columnsFor = (sources: readonly string[]): TableColumn<GmpHistoryDay>[] => [
  ...(sources.length > 1 ? COMPARISON : []),
  ...sources.map((source) =>
    rightColumn<GmpHistoryDay>(<SourceName source={source} />, ({ quotes }) => (
      <QuoteCell quote={quotes.find((quote) => quote.source === source)} />
    )),
  ),
]

const COMPARISON: readonly TableColumn<GmpHistoryDay>[] = [
  rightColumn('Median', ({ gmp }) => <Premium value={gmp} />),
  { heading: 'Do they agree?', cell: agreement },
]

const QuoteCell = ({ quote }: { quote: GmpHistoryQuote | undefined }) => (
  <>
    <Premium value={quote?.gmp ?? null} or="no quote" />
    {quote && quote.countedSource !== null && (
      <small>
        {' '}
        (same owner as <SourceName source={quote.countedSource} />)
      </small>
    )}
  </>
)

function agreement({ owners, disputed }: GmpHistoryDay) {
  if (disputed) return <strong>⚠ no</strong>
  return owners === 1 ? <Missing>one source</Missing> : 'yes'
}
