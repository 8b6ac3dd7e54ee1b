import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { Horizon } from '../../market/scores/horizon.ts'
import type { HeadToHead } from '../../reports/schemas/accuracy.ts'
import type { AccuracyReport, SourceHorizonRecord } from '../../reports/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { Missing, Points, SourceName } from '../figures.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { accuracyAddress } from './score-addresses.ts'
import {
  ACCURACY_COLUMNS,
  averageMissColumn,
  figureColumn,
  listingsColumn,
  type Named,
  nameColumn,
  thanUsualColumn,
  wholeRow,
} from './score-figures.tsx'

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

interface SourceRow extends Named<Accuracy> {
  /** Against the median on the source's own listings; `null` for the median itself. */
  readonly against: HeadToHead | null
}

/** Averages over different listings are not comparable, so each source has beside it the median on its own. */
const medianThereColumn = figureColumn<SourceRow>(
  'medianThere',
  en.scores.medianThere,
  ({ against }) => {
    if (against === null) return <Missing>{en.scores.sameFigure}</Missing>
    const { meanAbsErrorPp: own, medianMeanAbsErrorPp: median } = against
    return (
      <>
        <Points value={median} or={en.scores.none} />{' '}
        {own !== null && median !== null && <small class="within">{en.scores.closer(own, median)}</small>}
      </>
    )
  },
  { narrowLabel: en.scores.medianThereShort },
)

const ALL: readonly Column<SourceRow>[] = [
  nameColumn(en.scores.source),
  ...ACCURACY_COLUMNS,
  thanUsualColumn,
  medianThereColumn,
]
const SHORT: readonly Column<SourceRow>[] = [
  nameColumn(en.scores.source),
  listingsColumn(({ figures }) => figures.n),
  averageMissColumn,
  medianThereColumn,
]

interface SourceTableProps {
  readonly report: AccuracyReport
  readonly horizon: Horizon
  /** Only the average miss, without what the page of accuracy explains. */
  readonly isShort?: boolean
}

/** The sources by average miss, and the median of all. Each row opens its groups. */
export const SourceTable = ({ report, horizon, isShort }: SourceTableProps) => {
  const median = report.median.find((record) => record.horizon === horizon)
  const hrefOf = (source: string | null) => `${accuracyAddress({ horizon, source })}#groups`
  const rows: SourceRow[] = rankedSources(report, horizon).map(({ source, owner, record }) => ({
    name: (
      <>
        <a href={hrefOf(source)}>
          <SourceName source={source} />
        </a>
        {owner !== source && <small> {en.scores.ownedBy(owner)}</small>}
      </>
    ),
    figures: { ...record.overall, isFew: record.rank === null },
    against: record.againstMedian,
  }))
  if (median)
    rows.push({
      name: <a href={hrefOf(null)}>{en.scores.medianOfAll}</a>,
      figures: median.overall,
      against: null,
      isWhole: true,
    })
  return (
    <Table
      id="sources-ranked"
      label={en.scores.sourcesTitle}
      columns={isShort ? SHORT : ALL}
      rows={rows}
      isDoors
      attributes={wholeRow}
    />
  )
}
