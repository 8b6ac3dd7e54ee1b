import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { Interval } from '../../market/scores/interval.ts'
import { areEnoughListings } from '../../market/scores/score-spread.ts'
import { Count, Missing, Points, PointsChange } from '../figures.tsx'
import { points, pointsChange, share } from '../format.ts'
import { ShareOfListings } from '../scoreboard/share-of-listings.tsx'
import { stackedColumn, type TableColumn } from '../table.tsx'

/** Explains the small figures below an estimate. */
export const CONFIDENCE_NOTE =
  'Small figures: 95% confidence range, somewhat too narrow because IPOs of one month move together.'

interface EstimateProps {
  readonly figure: ComponentChildren
  readonly interval: Interval | null
  readonly write: (value: number) => string
}

/** A figure above its confidence interval. */
const Estimate = ({ figure, interval, write }: EstimateProps) => (
  <>
    {figure}
    {interval && (
      <small class="within">
        {write(interval.low)} to {write(interval.high)}
      </small>
    )}
  </>
)

export const averageError = ({ meanAbsErrorPp, meanAbsErrorInterval }: Accuracy) => (
  <Estimate
    figure={<Points value={meanAbsErrorPp} or="none" />}
    interval={meanAbsErrorInterval}
    write={points}
  />
)

/** How much smaller its error is than that of a forecast without the grey market. */
export const Skill = ({ skill }: { skill: number | null }) =>
  skill === null ? <Missing>none</Missing> : <data value={String(skill)}>{skillText(skill)}</data>

/** `35% better`, `12% worse`, `no better`. */
const skillText = (skill: number): string => {
  const parts = Math.round(Math.abs(skill) * 100)
  if (parts === 0) return 'no better'
  return `${parts}% ${skill > 0 ? 'better' : 'worse'}`
}

/** The columns that every table of accuracy has. */
export const ACCURACY_COLUMNS: readonly TableColumn<Accuracy>[] = [
  stackedColumn('Listings', ({ n }) => <Count value={n} />),
  stackedColumn('Average error, points', averageError),
  stackedColumn('Median error', ({ medianAbsErrorPp, medianAbsErrorInterval }) => (
    <Estimate
      figure={<Points value={medianAbsErrorPp} or="none" />}
      interval={medianAbsErrorInterval}
      write={points}
    />
  )),
  stackedColumn(
    'GMP too high by',
    ({ biasPp, biasInterval }) => (
      <Estimate
        figure={<PointsChange value={biasPp} or="none" />}
        interval={biasInterval}
        write={pointsChange}
      />
    ),
    'GMP too high by',
  ),
  stackedColumn('Gain or loss correct', ({ directionHits, n, directionHitInterval }) => (
    <Estimate
      figure={<ShareOfListings hits={directionHits} n={n} />}
      interval={areEnoughListings(n) ? directionHitInterval : null}
      write={share}
    />
  )),
  stackedColumn('Against guessing 0', ({ zero }) => <Skill skill={zero.skill} />),
]
