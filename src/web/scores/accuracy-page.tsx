import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { HORIZONS } from '../../market/scores/horizon.ts'
import { MIN_RANGE_LISTINGS, NAMED_RANGE_LISTINGS, type RangeRecord } from '../../market/scores/range.ts'
import { areEnoughListings, FEW_LISTINGS, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { HorizonRanges } from '../../reports/schemas/range.ts'
import { type AccuracyReport, accuracyReport, type HorizonRecord } from '../../reports/scores/accuracy.ts'
import { rangeRecords } from '../../reports/scores/range.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { boardName, expectedGainText, isolated, share } from '../../texts/format.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Count, Points, SourceName, SourceNames, sourceName } from '../figures.tsx'
import { Fold, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { type AccuracyState, type AccuracyValues, accuracyAddress, accuracyState } from './score-addresses.ts'
import {
  ACCURACY_COLUMNS,
  Estimate,
  figureColumn,
  listingsColumn,
  type Named,
  nameColumn,
  ShareOfListings,
  Tabs,
  WhyOtherNumber,
} from './score-figures.tsx'
import { rankedSources, SourceTable } from './source-table.tsx'

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
    title: en.scores.accuracyTitle,
    description: en.scores.accuracyDescription,
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
  const { horizon, source } = state
  const range = ranges.find((one) => one.horizon === horizon)
  const record = records.find((one) => one.horizon === horizon)
  return (
    <div class="scores">
      <h1>{headlineOf(report, state)}</h1>
      <p class="lead">{en.scores.accuracyLead(horizon)}</p>
      <Tabs
        label={en.scores.horizonTabs}
        all={HORIZONS}
        current={horizon}
        name={en.scores.horizon}
        href={(next) => accuracyAddress({ ...state, horizon: next })}
      />
      {rankedSources(report, horizon).length === 0 ? (
        <p>
          {en.scores.noQuotesThen(horizon)} <a href="/">{en.scores.seeOpen}</a>
        </p>
      ) : (
        <Sources report={report} state={state} />
      )}
      {record && record.overall.n > 0 && <Groups record={record} records={records} state={state} />}
      {range && range.overall.n > 0 && source === null && <RangesHeld {...range} />}
      <WhyOtherNumber report={report} score={score} />
      <p>
        <a href="/method#accuracy">{en.scores.calculation}</a>
      </p>
    </div>
  )
}

/** A source is named only if it leads every other one on the listings that both quoted. */
function headlineOf(report: AccuracyReport, { horizon }: AccuracyState): string {
  const leader = report.leaders.get(horizon)
  if (leader) return en.scores.leads(isolated(sourceName(leader.source)), leader.rivals.length === 0)
  return rankedSources(report, horizon).some(({ record }) => areEnoughListings(record.overall.n))
    ? en.scores.nobodyLeads
    : en.scores.tooFewToSay
}

const Sources = ({ report, state: { horizon } }: Pick<ContentProps, 'report' | 'state'>) => (
  <Section title={en.scores.sourcesTitle}>
    <p>{leadOf(report, horizon)}</p>
    <SourceTable report={report} horizon={horizon} />
    <CsvLink table="accuracy" filter={{ horizon, group: 'all' }} />
    <Fold title={en.scores.howToRead}>
      <ul class="small">
        {en.scores.readSources.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fold>
  </Section>
)

/** How the most accurate source is found, and whether its lead could be due to chance. */
function leadOf(report: AccuracyReport, horizon: AccuracyState['horizon']): ComponentChildren {
  const leader = report.leaders.get(horizon)
  if (!leader) return en.scores.leadMeans
  const source = <SourceName source={leader.source} />
  return leader.rivals.length === 0
    ? en.scores.leadIsSure(source)
    : en.scores.leadCouldBeLuck(source, <SourceNames sources={leader.rivals} />)
}

type Row = Named<Accuracy>

const Groups = ({
  record,
  records,
  state,
}: Pick<ContentProps, 'records' | 'state'> & { record: HorizonRecord }) => {
  const tables: (readonly [title: string, of: string, rows: readonly Row[]])[] = [
    [
      en.scores.byHorizon,
      en.scores.when,
      records.map(({ horizon, overall }) => ({
        name: <a href={accuracyAddress({ ...state, horizon })}>{en.scores.horizon(horizon)}</a>,
        figures: overall,
      })),
    ],
    [
      en.scores.byBoard,
      en.scores.board,
      record.byBoard.map((figures) => ({ name: boardName(figures.board), figures })),
    ],
    [
      en.scores.bySize,
      en.scores.gmpHadSaid,
      record.bySize.map((figures) => ({ name: expectedGainText(figures), figures })),
    ],
    [en.scores.byYear, en.scores.year, record.byYear.map((figures) => ({ name: figures.year, figures }))],
  ]
  return (
    <>
      <Section
        id="groups"
        title={
          state.source === null
            ? en.scores.groupsOfMedian
            : en.scores.groupsOf(<SourceName source={state.source} />)
        }
      >
        <Guesses figures={record.overall} />
        {tables.map(([title, of, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <Table label={title} columns={[nameColumn(of), ...ACCURACY_COLUMNS]} rows={rows} />
          </section>
        ))}
        <CsvLink table="accuracy" filter={{ source: state.source ?? undefined }} />
      </Section>
      <Section id="actual-gains" title={en.scores.reliabilityTitle}>
        <div class="sheet">
          <Reliability bins={record.calibration} />
        </div>
      </Section>
    </>
  )
}

/** The GMP against guesses that do not use it, and without the listings that cannot be compared. */
const Guesses = ({ figures }: { figures: Accuracy }) => {
  const { n, zeroGmp, directionWithoutZero: nonzero, atLimitN, withoutLimits } = figures
  const lines = [
    en.scores.guessDirection(
      <ShareOfListings hits={figures.directionHits} n={n} />,
      <ShareOfListings hits={figures.alwaysGainHits} n={n} />,
    ),
    zeroGmp.n > 0 &&
      en.scores.guessZero(
        zeroGmp,
        <ShareOfListings hits={nonzero.hits} n={nonzero.n} />,
        <ShareOfListings hits={nonzero.alwaysGainHits} n={nonzero.n} />,
      ),
    en.scores.guessMiss(
      <Points value={figures.meanAbsErrorPp} />,
      <Points value={figures.zero.meanAbsErrorPp} />,
      <Points value={figures.boardAverage.meanAbsErrorPp} />,
      <Points value={figures.boardMedian.meanAbsErrorPp} />,
    ),
    atLimitN > 0 &&
      en.scores.cutOff(atLimitN, <Points value={withoutLimits.meanAbsErrorPp} or={en.scores.none} />),
  ]
  return (
    <section id="guesses">
      <h3>{en.scores.guessesTitle}</h3>
      <ul>{lines.map((line, i) => line && <li key={i}>{line}</li>)}</ul>
    </section>
  )
}

const RANGE_COLUMNS: readonly Column<Named<RangeRecord & { readonly isFew: boolean }>>[] = [
  nameColumn(en.scores.board),
  listingsColumn(({ figures }) => figures.n),
  figureColumn('judged', en.scores.withRange, ({ figures }) => <Count value={figures.judged} />),
  figureColumn('held', en.scores.within, ({ figures: { held, judged, heldInterval } }) => (
    <Estimate n={judged} interval={heldInterval} write={share}>
      <ShareOfListings hits={held} n={judged} />
    </Estimate>
  )),
  figureColumn(
    'width',
    en.scores.medianWidth,
    ({ figures }) => <Points value={figures.medianWidthPp} or={en.scores.none} />,
    { narrowLabel: en.scores.medianWidthShort },
  ),
]

/** How often listings opened within the range around their GMP. */
const RangesHeld = ({ horizon, overall, byBoard }: HorizonRanges) => {
  const { held, judged } = overall
  const groups = [
    { name: en.scores.bothBoards, of: overall },
    ...byBoard.map((of) => ({ name: boardName(of.board), of })),
  ]
  return (
    <Section id="ranges" title={en.scores.rangesTitle}>
      {judged === 0 ? (
        <p>{en.scores.rangeNeeds(MIN_RANGE_LISTINGS)}</p>
      ) : (
        <>
          <p>
            {en.scores.held<ComponentChildren>(
              held,
              judged,
              areEnoughListings(judged) ? <ShareOfListings hits={held} n={judged} /> : null,
            )}
          </p>
          <Table
            label={en.scores.rangesTitle}
            columns={RANGE_COLUMNS}
            rows={groups.map(({ name, of }) => ({
              name,
              figures: { ...of, isFew: of.judged < FEW_LISTINGS },
            }))}
          />
        </>
      )}
      <p class="quiet small">
        {en.scores.rangesKnownBefore} {judged >= NAMED_RANGE_LISTINGS && en.scores.rangesLeaveOut}{' '}
        {en.scores.noForecast} <a href="/method#range-around-the-gmp">{en.scores.methodLink}</a>
      </p>
      {judged > 0 && <CsvLink table="ranges" filter={{ horizon }} />}
    </Section>
  )
}
