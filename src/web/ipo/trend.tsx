import { addDays, type Day, type Instant, instantFromMs, istMs } from '../../market/calendar.ts'
import { compareText } from '../../market/text-order.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import type { IpoView } from '../../reports/ipos/ipo-view.ts'
import { en } from '../../texts/en.ts'
import { isolated, longDay, plainDay, rupees } from '../../texts/format.ts'
import { GmpChart } from '../charts/gmp-chart.tsx'
import type { DayRule, GmpPlot } from '../charts/gmp-plot.ts'
import { LiveLink } from '../copy/static-copy.tsx'
import { CsvLink } from '../csv-link.tsx'
import { DisputedTag, LongDay, PlainDay, Premium, SourceName, sourceName } from '../figures.tsx'
import { Fold, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { withAsOf } from '../past/moment-links.ts'

/** Fewer days are no trend: the table says it all. */
const FEWEST_DAYS_DRAWN = 5

/** The GMP by day, as a chart and as a table. */
export function TrendSection({ view }: { view: IpoView }) {
  const { today, gmpHistory } = view
  const { days } = gmpHistory
  const last = days.at(-1)
  if (!last) return null
  const sources = [...new Set(days.flatMap(({ quotes }) => quotes.map(({ source }) => source)))].sort(
    compareText,
  )
  /** The chart reads its points from the rows. */
  const table = (plot?: GmpPlot) => (
    <Table
      id="gmp-table"
      label={en.ipoPage.trendTitle}
      columns={columnsFor(view, sources)}
      rows={days}
      attributes={(day) => (plot ? { 'data-x': plot.x(day.day), 'data-text': sentenceOf(day) } : {})}
      isScrolling
    />
  )
  return (
    <Section id="trend" title={en.ipoPage.trendTitle} note={en.ipoPage.trendNote}>
      {days.length < FEWEST_DAYS_DRAWN ? (
        table()
      ) : (
        <div class="sheet">
          <GmpChart
            name={isolated(view.name)}
            days={days}
            sources={sources}
            rules={rulesOf(view)}
            today={today}
            readout={sentenceOf(last)}
            table={(plot) => <Fold title={en.ipoPage.daysAsTable(days.length)}>{table(plot)}</Fold>}
          />
        </div>
      )}
      <CsvLink table="gmp" filter={{ slug: view.slug }} />
    </Section>
  )
}

/** The milestones that the chart marks. */
const rulesOf = (view: IpoView): DayRule[] =>
  view.calledOff !== null
    ? []
    : view.milestones.flatMap((one) =>
        one.day !== null && (one.kind === 'opens' || one.kind === 'closes' || one.kind === 'lists')
          ? [{ day: one.day, label: en.states.milestoneMark(one) }]
          : [],
      )

/** The text of the readout for a day. */
function sentenceOf({ day, gmp, owners, quotes, disputed }: GmpHistoryDay): string {
  const parts = [
    `${owners === 1 ? en.ipo.gmp : en.ipoPage.median} ${rupees(gmp)}`,
    ...quotes.map(({ source, gmp: quote, observedAt }) => {
      const of = observedAt === day ? '' : ` (${plainDay(observedAt, day)})`
      return `${isolated(sourceName(source))} ${rupees(quote)}${of}`
    }),
    ...(disputed ? [en.ipoPage.sourcesDisagreed] : []),
  ]
  // Prevents a line break between a minus and its amount.
  return `${longDay(day)}: ${parts.join(', ')}`.replaceAll('−₹', '−\u2060₹')
}

/** A single source is its own median, and cannot be disputed. */
const columnsFor = ({ slug, today }: IpoView, sources: readonly string[]): Column<GmpHistoryDay>[] => [
  {
    key: 'day',
    label: en.ipoPage.day,
    // Each day before this one leads to the page as it was at the end of that day in India.
    cell: ({ day }) =>
      day < today ? (
        <LiveLink href={withAsOf(`/ipos/${slug}`, endOf(day))} rel="nofollow" title={en.ipoPage.pageThen}>
          <LongDay day={day} />
        </LiveLink>
      ) : (
        <LongDay day={day} />
      ),
  },
  ...(sources.length > 1 ? [MEDIAN] : []),
  ...sources.map(sourceColumn),
]

const endOf = (day: Day): Instant => instantFromMs(istMs(addDays(day, 1), '00:00') - 1)

const MEDIAN: Column<GmpHistoryDay> = {
  key: 'median',
  label: en.ipoPage.medianLabel,
  cell: ({ gmp, disputed }) => (
    <>
      {disputed && <DisputedTag />} <Premium value={gmp} />
    </>
  ),
  isFigure: true,
}

const sourceColumn = (source: string): Column<GmpHistoryDay> => ({
  key: source,
  label: <SourceName source={source} />,
  cell: ({ day, quotes }) => {
    const quote = quotes.find((one) => one.source === source)
    const { gmp = null, countedSource = null } = quote ?? {}
    return (
      <>
        <Premium value={gmp} or={en.ipo.noQuote} />
        {quote && quote.observedAt !== day && (
          <small> {en.ipoPage.quotedOn(<PlainDay day={quote.observedAt} today={day} />)}</small>
        )}
        {countedSource !== null && (
          <small> {en.ipoPage.sameOwner(<SourceName source={countedSource} />)}</small>
        )}
      </>
    )
  },
  isFigure: true,
})
