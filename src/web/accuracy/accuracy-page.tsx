import type { ComponentProps } from 'preact'
import { invariant } from '../../invariant.ts'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { HORIZONS } from '../../market/scores/horizon.ts'
import {
  areEnoughListings,
  FEW_LISTINGS,
  HEADLINE_LISTINGS,
  type ScoreSummary,
} from '../../market/scores/scoreboard.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { HorizonRanges } from '../../reports/schemas/range.ts'
import { type AccuracyReport, accuracyReport, type HorizonRecord } from '../../reports/scores/accuracy.ts'
import { HORIZON_NAMES, HORIZON_PHRASES } from '../../reports/scores/horizon-names.ts'
import { rangeRecords } from '../../reports/scores/range.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { boardName, expectedGainText, isolated, points } from '../../texts/format.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { CsvLink } from '../csv-link.tsx'
import { SourceName, SourceNames, sourceName } from '../figures.tsx'
import type { Page, PageRequest } from '../page.ts'
import { GroupTable } from '../scoreboard/group-table.tsx'
import {
  type AccuracyState,
  type AccuracyValues,
  accuracyAddress,
  accuracyState,
} from './accuracy-address.ts'
import { ACCURACY_COLUMNS, CONFIDENCE_NOTE } from './accuracy-figures.tsx'
import { RangesHeld } from './ranges-held.tsx'
import { rankedSources, SourceTable } from './source-table.tsx'
import { WhyOtherNumber } from './why-other-number.tsx'
import { Yardsticks } from './yardsticks.tsx'

/** Which source is most accurate, at which horizon, and how certain that is. */
export async function accuracyPage({ query, values }: PageRequest<AccuracyValues>): Promise<Page> {
  const requested = accuracyState(values)
  const report = await accuracyReport(query.market, query.moment)
  const named = report.sources.find(({ source }) => asciiUpper(source) === asciiUpper(requested.source ?? ''))
  if (requested.source !== null && !named)
    throw new Problem('NOT_FOUND', 'no source of this name has quoted a GMP of a listed IPO')
  // The name as the source writes it, in any letter case of the address.
  const state = { ...requested, source: named?.source ?? null }
  const records = named?.horizons ?? report.median
  const { score } = await scoreTotals(query.market, query.moment)
  const ranges = await rangeRecords(query.market, query.moment)
  return {
    title: 'How accurate each GMP source is',
    description:
      'How far each GMP source and the median of all were off, by what was known at the time: average error with its confidence range, too high or too low, gain or loss, and how much better than a guess.',
    path: accuracyAddress(state),
    card: SCOREBOARD_CARD,
    json: accuracyAddress(state, `${BASE}/accuracy`),
    span: UNCHANGED_BY_CLOCK,
    content: <Content report={report} records={records} score={score} ranges={ranges} state={state} />,
  }
}

interface ContentProps {
  readonly report: AccuracyReport
  readonly records: readonly HorizonRecord[]
  /** The summary of all listings on the scoreboard. */
  readonly score: ScoreSummary
  /** Of the median, at every horizon. */
  readonly ranges: readonly HorizonRanges[]
  readonly state: AccuracyState
}

const Content = ({ report, records, score, ranges, state }: ContentProps) => {
  const range = ranges.find(({ horizon }) => horizon === state.horizon)
  const record = records.find(({ horizon }) => horizon === state.horizon)
  return (
    <>
      <h1>{headlineOf(report, state)}</h1>
      <p class="lead">
        The GMP as it was known {HORIZON_PHRASES[state.horizon]}, against the price at which the share began
        to trade.
      </p>
      <Horizons state={state} />
      {rankedSources(report, state.horizon).length === 0 ? (
        <p>
          No source quoted a GMP {HORIZON_PHRASES[state.horizon]} for an IPO that has listed since.{' '}
          <a href="/">See</a> which IPOs are open or await listing.
        </p>
      ) : (
        <Sources report={report} state={state} />
      )}
      {record && record.overall.n > 0 && <Parts record={record} records={records} state={state} />}
      {range && range.overall.n > 0 && state.source === null && <RangesHeld {...range} />}
      <WhyOtherNumber report={report} score={score} />
      <p>
        <a href="/method#accuracy">How it is calculated</a>
      </p>
    </>
  )
}

function headlineOf(report: AccuracyReport, { horizon }: AccuracyState): string {
  const sources = rankedSources(report, horizon)
  const leader = report.leaders.get(horizon)
  const best = sources.find(({ source }) => source === leader?.source)
  if (!leader || !best)
    return sources.some(({ record }) => areEnoughListings(record.overall.n))
      ? 'No source is clearly the most accurate so far'
      : 'Too few listings to say which source is most accurate'
  const error = `off by ${points(invariant(best.record.overall.meanAbsErrorPp, 'the error of a ranked source'))} points on average`
  const name = isolated(sourceName(best.source))
  return `${name} is the most accurate so far${leader.rivals.length > 0 ? ', but its lead could be luck' : ''}: ${error}`
}

const Horizons = ({ state }: { state: AccuracyState }) => (
  <nav class="tabs" aria-label="Time of the quote">
    {HORIZONS.map((horizon) => (
      <a
        key={horizon}
        href={accuracyAddress({ ...state, horizon })}
        aria-current={horizon === state.horizon ? 'true' : undefined}
      >
        {HORIZON_NAMES[horizon]}
      </a>
    ))}
  </nav>
)

const Sources = ({ report, state }: Pick<ContentProps, 'report' | 'state'>) => (
  <section>
    <h2>Average error of each source</h2>
    <p>
      <Sureness report={report} state={state} />
    </p>
    <SourceTable report={report} horizon={state.horizon} />
    <CsvLink table="accuracy" filter={{ horizon: state.horizon, group: 'all' }} />
    <p class="quiet small">
      Sources quote different IPOs, some of them easier to predict: the order by average error names no
      winner. The last column has the average error of the median on the same IPOs. {CONFIDENCE_NOTE} Half of
      all errors are smaller than the median error, which a single misprint does not change. Above 0, “GMP
      minus actual” means that the GMP was too high on average, below 0 too low. Guessing 0 means that every
      share opens at its issue price; the board’s average is what its listings had gained up to then. With
      fewer than {HEADLINE_LISTINGS} listings there is no such comparison. Sources with fewer than{' '}
      {FEW_LISTINGS} listings are marked few and come last.
    </p>
  </section>
)

/** How the most accurate source is found, and whether its lead could be due to chance. */
function Sureness({ report, state: { horizon } }: Pick<ContentProps, 'report' | 'state'>) {
  const leader = report.leaders.get(horizon)
  if (!leader)
    return (
      <>
        A source is named the most accurate only if it was closer than every other one on the IPOs that both
        quoted, at least {HEADLINE_LISTINGS} of them.
      </>
    )
  return (
    <>
      On the IPOs that both quoted, <SourceName source={leader.source} /> was closer than every other source
      with at least {HEADLINE_LISTINGS} listings.{' '}
      {leader.rivals.length === 0 ? (
        'Its lead is more than luck.'
      ) : (
        <>
          Its lead over <SourceNames sources={leader.rivals} /> could be luck.
        </>
      )}
    </>
  )
}

const Parts = ({
  record,
  records,
  state,
}: Pick<ContentProps, 'records' | 'state'> & { record: HorizonRecord }) => (
  <>
    <h2>
      {state.source === null ? (
        'Median of all sources, by group'
      ) : (
        <>
          <SourceName source={state.source} />, by group
        </>
      )}
    </h2>
    <Yardsticks figures={record.overall} />
    <AccuracyTable
      title="By time of the quote"
      of="When"
      groups={records.map(({ horizon, overall }) => ({
        label: HORIZON_NAMES[horizon],
        figures: overall,
        href: accuracyAddress({ ...state, horizon }),
      }))}
    />
    <AccuracyTable
      title="By board"
      of="Board"
      groups={record.byBoard.map((figures) => ({ label: boardName(figures.board), figures }))}
    />
    <AccuracyTable
      title="By implied gain"
      of="Implied gain"
      groups={record.bySize.map((figures) => ({ label: expectedGainText(figures), figures }))}
    />
    <AccuracyTable
      title="By year of listing"
      of="Year"
      groups={record.byYear.map((figures) => ({ label: figures.year, figures }))}
    />
    <CsvLink table="accuracy" filter={{ source: state.source ?? undefined }} />
    <section class="sheet" id="actual-gains">
      <h2>Expected gain against actual gain</h2>
      <Reliability bins={record.calibration} />
    </section>
  </>
)

const AccuracyTable = (
  props: Pick<ComponentProps<typeof GroupTable<Accuracy>>, 'title' | 'of' | 'groups'>,
) => <GroupTable look="accuracy" columns={ACCURACY_COLUMNS} {...props} />
