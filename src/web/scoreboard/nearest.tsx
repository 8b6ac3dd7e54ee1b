import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { averageError, CONFIDENCE_NOTE } from '../accuracy/accuracy-figures.tsx'
import { type RankedSource, rankedSources } from '../accuracy/source-table.tsx'
import { Reliability } from '../charts/reliability.tsx'
import { Count, SourceName } from '../figures.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { rightColumn, Table, type TableColumn } from '../table.tsx'
import { Few } from './group-table.tsx'

interface AccuracyProps {
  readonly report: AccuracyReport
  /** The note beside a heading whose figures are not restricted to the selected board. */
  readonly note: string | undefined
}

interface NearestRow {
  readonly name: ComponentChildren
  readonly overall: Accuracy
  readonly isMedian?: boolean
}

const COLUMNS: readonly TableColumn<NearestRow>[] = [
  { heading: 'Source', cell: ({ name }) => name },
  rightColumn('Listings', ({ overall }) => <Count value={overall.n} />),
  rightColumn('Average error, points', ({ overall }) => averageError(overall)),
]

const rowOf = ({ source, record: { rank, overall } }: RankedSource): NearestRow => ({
  name: (
    <>
      <SourceName source={source} />
      {rank === null && <Few />}
    </>
  ),
  overall,
})

const medianRow = (overall: Accuracy): NearestRow => ({
  name: <>Median of all sources{overall.isFew && <Few />}</>,
  overall,
  isMedian: true,
})

/** The average error of each source. */
export function Nearest({ report, note }: AccuracyProps) {
  const ranked = rankedSources(report, 'close')
  const median = report.median.find(({ horizon }) => horizon === 'close')
  if (ranked.length === 0) return null
  return (
    <section class="sheet">
      <SectionHeading note={note}>Average error of each source</SectionHeading>
      <div class="groups accuracy">
        <Table
          columns={COLUMNS}
          rows={[...ranked.map(rowOf), ...(median ? [medianRow(median.overall)] : [])]}
          rowAttributes={({ isMedian }) => ({ class: isMedian ? 'whole' : undefined })}
        />
      </div>
      <p class="quiet small">
        Each source’s quote at close. {CONFIDENCE_NOTE} Sources quote different IPOs: the order by average
        error names no winner. <a href="/accuracy">Accuracy of each source in full</a>
      </p>
    </section>
  )
}

/** Actual gains by expected gain. */
export function CalibrationSection({ report, note }: AccuracyProps) {
  const atClose = report.median.find(({ horizon }) => horizon === 'close')
  if (!atClose || atClose.overall.n === 0) return null
  return (
    <section class="sheet">
      <SectionHeading note={note}>Expected gain against actual gain</SectionHeading>
      <Reliability bins={atClose.calibration} />
    </section>
  )
}
