import type { Horizon } from '../../market/scores/horizon.ts'
import { areEnoughListings } from '../../market/scores/scoreboard.ts'
import type { HeadToHead } from '../../reports/schemas/accuracy.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { figureColumn, Missing, Points, SourceName, SourceNames } from '../figures.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { accuracyAddress } from './score-addresses.ts'
import {
  ACCURACY_COLUMNS,
  type AccuracyRow,
  AVERAGE_MISS_COLUMN,
  LISTINGS_COLUMN,
  nameColumn,
  THAN_USUAL_COLUMN,
} from './score-figures.tsx'

const words = en.scores

/** The sources with predictions at a horizon, by error; those with too few listings come last. */
export const rankedSources = ({ sources }: Pick<AccuracyReport, 'sources'>, at: Horizon) =>
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

interface SourceRow extends AccuracyRow {
  /** Against the median on the source's own listings; `null` for the median itself. */
  readonly against: HeadToHead | null
  readonly source: string | null
}

/** Averages over different listings are not comparable, so each source has beside it the median on its own. */
const MEDIAN_THERE_COLUMN: Column<SourceRow> = figureColumn(
  'medianThere',
  words.medianThere,
  ({ against }) => {
    if (against === null) return <Missing>{words.sameFigure}</Missing>
    const { meanAbsErrorPp: own, medianMeanAbsErrorPp: median } = against
    return (
      <>
        <Points value={median} or={words.none} />{' '}
        {own !== null && median !== null && <small class="within">{words.closer(own, median)}</small>}
      </>
    )
  },
  { narrowLabel: words.medianThereShort },
)

const NAME = nameColumn(words.source)
const ALL: readonly Column<SourceRow>[] = [NAME, ...ACCURACY_COLUMNS, THAN_USUAL_COLUMN, MEDIAN_THERE_COLUMN]
const SHORT: readonly Column<SourceRow>[] = [NAME, LISTINGS_COLUMN, AVERAGE_MISS_COLUMN, MEDIAN_THERE_COLUMN]

interface SourceTableProps {
  readonly report: AccuracyReport
  readonly horizon: Horizon
  /** Only the average miss of each source, without what the page of accuracy explains. */
  readonly isShort?: boolean
}

/** The sources by average miss, and below them the median of all. Each row opens its groups. */
export const SourceTable = ({ report, horizon, isShort }: SourceTableProps) => {
  const median = report.median.find((record) => record.horizon === horizon)
  const hrefOf = (source?: string) => `${accuracyAddress({ horizon, source })}#groups`
  const rows: SourceRow[] = rankedSources(report, horizon).map(({ source, owner, record }) => ({
    ...record.overall,
    source,
    name: (
      <>
        <a href={hrefOf(source)}>
          <SourceName source={source} />
        </a>
        {owner !== source && <small> {words.ownedBy(owner)}</small>}
      </>
    ),
    isFew: record.rank === null,
    against: record.againstMedian,
  }))
  // Beside the scoreboard, whose own average is of other listings, the median is only in the last column.
  if (median && !isShort)
    rows.push({
      ...median.overall,
      name: <a href={hrefOf()}>{words.medianOfAll}</a>,
      source: null,
      against: null,
    })
  const compared = rows.flatMap(({ n, source, against }) =>
    source !== null && against !== null && areEnoughListings(n) ? { source, ...against } : [],
  )
  const closer = compared.filter(
    ({ meanAbsErrorPp: own, medianMeanAbsErrorPp: median }) =>
      own !== null && median !== null && own < median,
  )
  return (
    <>
      <Table
        id="sources-ranked"
        label={words.sourcesTitle}
        columns={isShort ? SHORT : ALL}
        rows={rows}
        isDoors
        attributes={({ against }) => ({ class: against === null ? 'whole' : undefined })}
      />
      {compared.length > 0 && (
        <p>
          {words.closerThanMedian(
            closer.length,
            compared.length,
            <SourceNames sources={closer.map(({ source }) => source)} />,
          )}
        </p>
      )}
    </>
  )
}
