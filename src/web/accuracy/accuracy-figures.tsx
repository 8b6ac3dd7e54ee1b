import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { Interval } from '../../market/scores/interval.ts'
import { Count, Missing, Points, PointsChange, Share } from '../figures.tsx'
import { points, pointsChange, share } from '../format.ts'
import { stackedColumn, type TableColumn } from '../table.tsx'

interface EstimateProps {
  readonly of: typeof Points
  readonly value: number | null
  readonly interval: Interval | null
  readonly write: (value: number) => string
}

/** A figure above its confidence interval. */
const Estimate = ({ of: Figure, value, interval, write }: EstimateProps) => (
  <>
    <Figure value={value} or="none" />
    {interval && (
      <small class="within">
        {write(interval.low)} to {write(interval.high)}
      </small>
    )}
  </>
)

export const averageMiss = ({ meanAbsErrorPp, meanAbsErrorInterval }: Accuracy) => (
  <Estimate of={Points} value={meanAbsErrorPp} interval={meanAbsErrorInterval} write={points} />
)

/** How much smaller its error is than that of a forecast without the grey market. */
export const Skill = ({ skill }: { skill: number | null }) =>
  skill === null ? <Missing>none</Missing> : <data value={String(skill)}>{skillText(skill)}</data>

/** `35% nearer`, `12% farther`, `no nearer`. */
const skillText = (skill: number): string => {
  const parts = Math.round(Math.abs(skill) * 100)
  if (parts === 0) return 'no nearer'
  return `${parts}% ${skill > 0 ? 'nearer' : 'farther'}`
}

/** The columns that every table of accuracy has. */
export const ACCURACY_COLUMNS: readonly TableColumn<Accuracy>[] = [
  stackedColumn('Listings', ({ n }) => <Count value={n} />),
  stackedColumn('Average miss, points', averageMiss),
  stackedColumn('Median miss', ({ medianAbsErrorPp, medianAbsErrorInterval }) => (
    <Estimate of={Points} value={medianAbsErrorPp} interval={medianAbsErrorInterval} write={points} />
  )),
  stackedColumn('Promised too much by', ({ biasPp, biasInterval }) => (
    <Estimate of={PointsChange} value={biasPp} interval={biasInterval} write={pointsChange} />
  )),
  stackedColumn('Direction right', ({ directionHitPct, directionHitInterval }) => (
    <Estimate of={Share} value={directionHitPct} interval={directionHitInterval} write={share} />
  )),
  stackedColumn('Against a guess of 0', ({ zero }) => <Skill skill={zero.skill} />),
]
