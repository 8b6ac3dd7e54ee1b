import type { Horizon } from '../../market/scores/horizon.ts'
import type { HeadToHead } from '../../reports/schemas/accuracy.ts'
import type { AccuracyReport, SourceHorizonRecord } from '../../reports/scores/accuracy.ts'
import { Missing, Points, SourceName } from '../figures.tsx'
import { accuracyAddress } from './accuracy-address.ts'
import { AccuracyCells, AccuracyHeads, Skill } from './accuracy-figures.tsx'

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

/** The sources by accuracy, with their confidence intervals. */
export const SourceTable = ({ report, horizon }: { report: AccuracyReport; horizon: Horizon }) => {
  const median = report.median.find((record) => record.horizon === horizon)
  return (
    <div class="sheet groups accuracy sources-ranked">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">Source</th>
            <AccuracyHeads />
            <th scope="col" class="figure">
              Against the board’s average
            </th>
            <th scope="col" class="figure">
              The median on its listings
            </th>
          </tr>
        </thead>
        <tbody>
          {rankedSources(report, horizon).map(
            ({ source, owner, record: { rank, overall, againstMedian } }) => (
              <tr key={source}>
                <th scope="row">
                  {rank !== null && <span class="rank">{rank}.</span>}{' '}
                  <a href={accuracyAddress({ horizon, source })}>
                    <SourceName source={source} />
                  </a>
                  {rank === null && <span class="few"> few</span>}
                  {owner !== source && <small class="within">of {owner}</small>}
                </th>
                <AccuracyCells of={overall} />
                <td class="figure" data-label="against the board’s average">
                  <Skill skill={overall.boardAverage.skill} />
                </td>
                <td class="figure" data-label="the median on its listings">
                  <MedianThere of={againstMedian} />
                </td>
              </tr>
            ),
          )}
          {median && (
            <tr class="whole">
              <th scope="row">
                <a href={accuracyAddress({ horizon, source: null })}>The median of all</a>
                {median.overall.isFew && <span class="few"> few</span>}
              </th>
              <AccuracyCells of={median.overall} />
              <td class="figure" data-label="against the board’s average">
                <Skill skill={median.overall.boardAverage.skill} />
              </td>
              <td class="figure" data-label="the median on its listings">
                <Missing>the same</Missing>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Compares a source with the median on its own listings: averages over different listings are not comparable. */
const MedianThere = ({ of: { meanAbsErrorPp, medianMeanAbsErrorPp } }: { of: HeadToHead }) => (
  <>
    <Points value={medianMeanAbsErrorPp} or="none" />
    {meanAbsErrorPp !== null && medianMeanAbsErrorPp !== null && (
      <small class="within">{nearerText(meanAbsErrorPp, medianMeanAbsErrorPp)}</small>
    )}
  </>
)

const nearerText = (own: number, median: number): string =>
  own === median ? 'just as near' : own < median ? 'source nearer' : 'median nearer'
