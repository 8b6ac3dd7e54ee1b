import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { HORIZONS, type Horizon } from '../../market/scores/horizon.ts'
import { MIN_RANGE_LISTINGS, NAMED_RANGE_LISTINGS, type RangeRecord } from '../../market/scores/range.ts'
import { areEnoughListings, FEW_LISTINGS } from '../../market/scores/scoreboard.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { UNCHANGED_BY_CLOCK } from '../../reports/moment.ts'
import type { HorizonRanges } from '../../reports/schemas/range.ts'
import { type AccuracyReport, accuracyReport, type HorizonRecord } from '../../reports/scores/accuracy.ts'
import { rangeRecords } from '../../reports/scores/range.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import { STANDARD_HORIZON } from '../../request/market-parameters.ts'
import { BASE } from '../../request/paths.ts'
import { Problem } from '../../request/problems.ts'
import { en } from '../../texts/en.ts'
import { boardName, expectedGainText, isolated, share } from '../../texts/format.ts'
import { SCOREBOARD_CARD } from '../cards/page-card.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { CsvLink } from '../csv-link.tsx'
import { Count, figureColumn, Points, SourceName, SourceNames, sourceName } from '../figures.tsx'
import { Fold, Section } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import type { Page, PageRequest } from '../page.ts'
import { type AccuracyState, type AccuracyValues, accuracyAddress } from './score-addresses.ts'
import {
  ACCURACY_COLUMNS,
  Estimate,
  LISTINGS_COLUMN,
  nameColumn,
  ShareOfListings,
  Tabs,
  WhyOtherNumber,
} from './score-figures.tsx'
import { rankedSources, SourceTable } from './source-table.tsx'

const words = en.scores

/** Which source is most accurate, at which horizon, and how certain that is. */
export async function accuracyPage({ query, values }: PageRequest<AccuracyValues>): Promise<Page> {
  const report = await accuracyReport(query.market, query.moment)
  const named = report.sources.find(({ source }) => asciiUpper(source) === asciiUpper(values.source ?? ''))
  if (values.source !== undefined && !named)
    throw new Problem('NOT_FOUND', 'no source of this name has quoted a GMP of a listed IPO')
  const { horizon = STANDARD_HORIZON } = values
  // The name as the source writes it, in any letter case of the address.
  const state = { horizon, source: named?.source }
  const records = named?.horizons ?? report.median
  const record = records.find((one) => one.horizon === horizon)
  const { score } = await scoreTotals(query.market, query.moment)
  const ranges = await rangeRecords(query.market, query.moment)
  const range = ranges.find((one) => one.horizon === horizon)
  return {
    title: words.accuracyTitle,
    description: words.accuracyDescription,
    path: accuracyAddress(state),
    card: SCOREBOARD_CARD,
    json: accuracyAddress(state, `${BASE}/accuracy`),
    span: UNCHANGED_BY_CLOCK,
    content: (
      <div class="scores">
        <h1>{headlineOf(report, horizon)}</h1>
        <p class="lead">{words.accuracyLead(horizon)}</p>
        <Tabs
          label={words.horizonTabs}
          all={HORIZONS}
          current={horizon}
          name={words.horizon}
          href={(next) => accuracyAddress({ ...state, horizon: next })}
        />
        {rankedSources(report, horizon).length === 0 ? (
          <p>
            {words.noQuotesThen(horizon)} <a href="/">{words.seeOpen}</a>
          </p>
        ) : (
          <Sources report={report} horizon={horizon} />
        )}
        {record && record.overall.n > 0 && <Groups record={record} records={records} state={state} />}
        {range && range.overall.n > 0 && !named && <RangesHeld {...range} />}
        <WhyOtherNumber report={report} score={score} />
        <p>
          <a href="/method#accuracy">{words.calculation}</a>
        </p>
      </div>
    ),
  }
}

/** A source is named only if it leads every other one on the listings that both quoted. */
function headlineOf(report: AccuracyReport, horizon: Horizon): string {
  const leader = report.leaders.get(horizon)
  if (leader) return words.leads(isolated(sourceName(leader.source)), leader.rivals.length === 0)
  return rankedSources(report, horizon).some(({ record }) => areEnoughListings(record.overall.n))
    ? words.nobodyLeads
    : words.tooFewToSay
}

const Sources = ({ report, horizon }: { report: AccuracyReport; horizon: Horizon }) => (
  <Section title={words.sourcesTitle}>
    <p>{leadOf(report, horizon)}</p>
    <SourceTable report={report} horizon={horizon} />
    <CsvLink table="accuracy" filter={{ horizon, group: 'all' }} />
    <Fold title={words.howToRead}>
      <ul class="small">
        {words.readSources.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Fold>
  </Section>
)

/** How the most accurate source is found, and whether its lead could be due to chance. */
function leadOf(report: AccuracyReport, horizon: Horizon): ComponentChildren {
  const leader = report.leaders.get(horizon)
  if (!leader) return words.leadMeans
  const source = <SourceName source={leader.source} />
  return leader.rivals.length === 0
    ? words.leadIsSure(source)
    : words.leadCouldBeLuck(source, <SourceNames sources={leader.rivals} />)
}

interface GroupsProps {
  readonly record: HorizonRecord
  readonly records: readonly HorizonRecord[]
  readonly state: AccuracyState
}

const Groups = ({ record, records, state }: GroupsProps) => {
  const tables = [
    {
      title: words.byHorizon,
      of: words.when,
      rows: records.map(({ horizon, overall }) => ({
        ...overall,
        name: <a href={accuracyAddress({ ...state, horizon })}>{words.horizon(horizon)}</a>,
      })),
    },
    {
      title: words.byBoard,
      of: words.board,
      rows: record.byBoard.map((figures) => ({ ...figures, name: boardName(figures.board) })),
    },
    {
      title: words.bySize,
      of: words.gmpHadSaid,
      rows: record.bySize.map((figures) => ({ ...figures, name: expectedGainText(figures) })),
    },
    {
      title: words.byYear,
      of: words.year,
      rows: record.byYear.map((figures) => ({ ...figures, name: figures.year })),
    },
  ]
  return (
    <>
      <Section
        id="groups"
        title={
          state.source === undefined
            ? words.groupsOfMedian
            : words.groupsOf(<SourceName source={state.source} />)
        }
      >
        <Guesses figures={record.overall} />
        {tables.map(({ title, of, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <Table label={title} columns={[nameColumn(of), ...ACCURACY_COLUMNS]} rows={rows} />
          </section>
        ))}
        <CsvLink table="accuracy" filter={{ source: state.source }} />
      </Section>
      <Reliability bins={record.calibration} />
    </>
  )
}

/** The GMP against guesses that do not use it, and without the listings that cannot be compared. */
const Guesses = ({ figures }: { figures: Accuracy }) => {
  const { n, zeroGmp, directionWithoutZero: nonzero, atLimitN, withoutLimits } = figures
  const lines = [
    words.guessDirection(
      <ShareOfListings hits={figures.directionHits} n={n} />,
      <ShareOfListings hits={figures.alwaysGainHits} n={n} />,
    ),
    zeroGmp.n > 0 &&
      words.guessZero(
        zeroGmp,
        <ShareOfListings hits={nonzero.hits} n={nonzero.n} />,
        <ShareOfListings hits={nonzero.alwaysGainHits} n={nonzero.n} />,
      ),
    words.guessMiss(
      <Points value={figures.meanAbsErrorPp} />,
      <Points value={figures.zero.meanAbsErrorPp} />,
      <Points value={figures.boardAverage.meanAbsErrorPp} />,
      <Points value={figures.boardMedian.meanAbsErrorPp} />,
    ),
    atLimitN > 0 && words.cutOff(atLimitN, <Points value={withoutLimits.meanAbsErrorPp} or={words.none} />),
  ]
  return (
    <section id="guesses">
      <h3>{words.guessesTitle}</h3>
      <ul>{lines.map((line, i) => line && <li key={i}>{line}</li>)}</ul>
    </section>
  )
}

const RANGE_COLUMNS: readonly Column<RangeRecord & { readonly name: string; readonly isFew: boolean }>[] = [
  nameColumn(words.board),
  LISTINGS_COLUMN,
  figureColumn('judged', words.withRange, ({ judged }) => <Count value={judged} />),
  figureColumn('held', words.within, ({ held, judged, heldInterval }) => (
    <Estimate n={judged} interval={heldInterval} write={share}>
      <ShareOfListings hits={held} n={judged} />
    </Estimate>
  )),
  figureColumn(
    'width',
    words.medianWidth,
    ({ medianWidthPp }) => <Points value={medianWidthPp} or={words.none} />,
    { narrowLabel: words.medianWidthShort },
  ),
]

/** How often listings opened within the range around their GMP. */
const RangesHeld = ({ horizon, overall, byBoard }: HorizonRanges) => {
  const { held, judged } = overall
  const rows = [
    { ...overall, name: words.bothBoards },
    ...byBoard.map((record) => ({ ...record, name: boardName(record.board) })),
  ].map((row) => ({ ...row, isFew: row.judged < FEW_LISTINGS }))
  return (
    <Section id="ranges" title={words.rangesTitle}>
      {judged === 0 ? (
        <p>{words.rangeNeeds(MIN_RANGE_LISTINGS)}</p>
      ) : (
        <>
          <p>
            {words.held<ComponentChildren>(
              held,
              judged,
              areEnoughListings(judged) ? <ShareOfListings hits={held} n={judged} /> : null,
            )}
          </p>
          <Table label={words.rangesTitle} columns={RANGE_COLUMNS} rows={rows} />
        </>
      )}
      <p class="quiet small">
        {words.rangesKnownBefore} {judged >= NAMED_RANGE_LISTINGS && words.rangesLeaveOut} {words.noForecast}{' '}
        <a href="/method#range-around-the-gmp">{words.methodLink}</a>
      </p>
      {judged > 0 && <CsvLink table="ranges" filter={{ horizon }} />}
    </Section>
  )
}
