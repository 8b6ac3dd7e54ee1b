import type { ComponentChildren } from 'preact'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { areEnoughListings, HEADLINE_LISTINGS } from '../../market/scores/scoreboard.ts'
import type { Interval } from '../../market/scores/statistics.ts'
import { points, pointsChange, share } from '../../texts/format.ts'
import { Count, Missing, Points, PointsChange } from '../figures.tsx'
import { ShareOfListings } from '../scoreboard/share-of-listings.tsx'
import { stackedColumn, type TableColumn } from '../table.tsx'

/** Explains the small figures below an estimate. */
export const CONFIDENCE_NOTE = `Small figures, from ${HEADLINE_LISTINGS} listings on: 95% confidence range, somewhat too narrow because IPOs of one month move together.`

interface EstimateProps {
  readonly figure: ComponentChildren
  readonly interval: Interval | null
  /** Number of listings behind the figure. */
  readonly n: number
  readonly write: (value: number) => string
}

/** A figure above its confidence interval, which a few listings do not have. */
const Estimate = ({ figure, interval, n, write }: EstimateProps) => (
  <>
    {figure}
    {interval && areEnoughListings(n) && (
      <small class="within">
        {write(interval.low)} to {write(interval.high)}
      </small>
    )}
  </>
)

export const averageError = ({ n, meanAbsErrorPp, meanAbsErrorInterval }: Accuracy) => (
  <Estimate
    figure={<Points value={meanAbsErrorPp} or="none" />}
    interval={meanAbsErrorInterval}
    n={n}
    write={points}
  />
)

interface SkillProps {
  readonly skill: number | null
  /** Number of listings that are compared. */
  readonly n: number
}

/** How much smaller its error is than that of a forecast without the grey market; `too few` for a few listings. */
export const Skill = ({ skill, n }: SkillProps) => {
  if (skill === null) return <Missing>none</Missing>
  if (!areEnoughListings(n)) return <Missing>too few</Missing>
  return <data value={String(skill)}>{skillText(skill)}</data>
}

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
  stackedColumn('Median error', ({ n, medianAbsErrorPp, medianAbsErrorInterval }) => (
    <Estimate
      figure={<Points value={medianAbsErrorPp} or="none" />}
      interval={medianAbsErrorInterval}
      n={n}
      write={points}
    />
  )),
  stackedColumn(
    'GMP minus actual',
    ({ n, biasPp, biasInterval }) => (
      <Estimate
        figure={<PointsChange value={biasPp} or="none" />}
        interval={biasInterval}
        n={n}
        write={pointsChange}
      />
    ),
    'GMP minus actual',
  ),
  stackedColumn('Gain or loss correct', ({ directionHits, n, directionHitInterval }) => (
    <Estimate
      figure={<ShareOfListings hits={directionHits} n={n} />}
      interval={directionHitInterval}
      n={n}
      write={share}
    />
  )),
  stackedColumn('Against guessing 0', ({ n, zero }) => <Skill skill={zero.skill} n={n} />),
]
