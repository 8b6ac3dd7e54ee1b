import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { Horizon } from '../../market/scores/horizon.ts'
import type { HeadToHead } from '../../reports/schemas/accuracy.ts'
import type { AccuracyReport, SourceHorizonRecord } from '../../reports/scores/accuracy.ts'
import { Missing, Points, SourceName } from '../figures.tsx'
import { Few } from '../scoreboard/group-table.tsx'
import { columnsWithin, stackedColumn, Table, type TableColumn } from '../table.tsx'
import { accuracyAddress } from './accuracy-address.ts'
import { ACCURACY_COLUMNS, Skill } from './accuracy-figures.tsx'

export interface RankedSource {
  readonly source: string
  readonly owner: string
  readonly record: SourceHorizonRecord
}

/** The sources with predictions at a horizon, by error; those with too few listings come last. */
export const rankedSources = ({ sources }: Pick<AccuracyReport, 'sources'>, at: Horizon): RankedSource[] =>
  sources
    .flatMap(({ source, owner, horizons }) => {
      const record = horizons.find(({ horizon }) => horizon === at)
      return record && record.overall.n > 0 ? [{ source, owner, record }] : []
    })
    .sort(
      (a, b) =>
        (a.record.rank ?? Number.POSITIVE_INFINITY) - (b.record.rank ?? Number.POSITIVE_INFINITY) ||
        b.record.overall.n - a.record.overall.n,
    )

interface SourceTableRow {
  readonly name: ComponentChildren
  readonly accuracy: Accuracy
  /** The error of the median on the same listings. */
  readonly medianThere: ComponentChildren
  readonly isMedian?: boolean
}

const COLUMNS: readonly TableColumn<SourceTableRow>[] = [
  { heading: 'Source', cell: ({ name }) => name },
  ...columnsWithin(ACCURACY_COLUMNS, ({ accuracy }: SourceTableRow) => accuracy),
  stackedColumn('Against the board’s average', ({ accuracy }) => (
    <Skill skill={accuracy.boardAverage.skill} n={accuracy.n} />
  )),
  stackedColumn('Median, same IPOs', ({ medianThere }) => medianThere, 'median, same IPOs'),
]

/** The sources by average error, with their confidence intervals. */
export const SourceTable = ({ report, horizon }: { report: AccuracyReport; horizon: Horizon }) => {
  const median = report.median.find((record) => record.horizon === horizon)
  return (
    <div class="sheet groups accuracy sources-ranked">
      <Table
        look="stack"
        columns={COLUMNS}
        rows={[
          ...rankedSources(report, horizon).map((ranked) => rowOf(ranked, horizon)),
          ...(median ? [medianRow(median.overall, horizon)] : []),
        ]}
        rowAttributes={({ isMedian }) => ({ class: isMedian ? 'whole' : undefined })}
      />
    </div>
  )
}

const rowOf = ({ source, owner, record }: RankedSource, horizon: Horizon): SourceTableRow => ({
  name: (
    <>
      <a href={accuracyAddress({ horizon, source })}>
        <SourceName source={source} />
      </a>
      {record.rank === null && <Few />}
      {owner !== source && <small class="within">of {owner}</small>}
    </>
  ),
  accuracy: record.overall,
  medianThere: <MedianThere of={record.againstMedian} />,
})

const medianRow = (accuracy: Accuracy, horizon: Horizon): SourceTableRow => ({
  name: (
    <>
      <a href={accuracyAddress({ horizon, source: null })}>Median of all sources</a>
      {accuracy.isFew && <Few />}
    </>
  ),
  accuracy,
  medianThere: <Missing>same</Missing>,
  isMedian: true,
})

/** Compares a source with the median on its own listings: averages over different listings are not comparable. */
const MedianThere = ({ of: { meanAbsErrorPp, medianMeanAbsErrorPp } }: { of: HeadToHead }) => (
  <>
    <Points value={medianMeanAbsErrorPp} or="none" />
    {meanAbsErrorPp !== null && medianMeanAbsErrorPp !== null && (
      <small class="within">{closerText(meanAbsErrorPp, medianMeanAbsErrorPp)}</small>
    )}
  </>
)

const closerText = (own: number, median: number): string =>
  own === median ? 'equally close' : own < median ? 'source closer' : 'median closer'
