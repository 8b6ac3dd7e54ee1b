import type { Accuracy } from '../../market/scores/accuracy.ts'
import type { Interval } from '../../market/scores/interval.ts'
import { Count, Missing, Points, PointsChange, Share } from '../figures.tsx'
import { points, pointsChange, share } from '../format.ts'

/** The confidence interval of a figure. */
export const Within = ({
  interval,
  write,
}: {
  interval: Interval | null
  write: (value: number) => string
}) =>
  interval && (
    <small class="within">
      {write(interval.low)} to {write(interval.high)}
    </small>
  )

export const AverageMiss = ({ of }: { of: Accuracy }) => (
  <>
    <Points value={of.meanAbsErrorPp} or="none" />
    <Within interval={of.meanAbsErrorInterval} write={points} />
  </>
)

const Bias = ({ of }: { of: Accuracy }) => (
  <>
    <PointsChange value={of.biasPp} or="none" />
    <Within interval={of.biasInterval} write={pointsChange} />
  </>
)

const DirectionRight = ({ of }: { of: Accuracy }) => (
  <>
    <Share value={of.directionHitPct} or="none" />
    <Within interval={of.directionHitInterval} write={share} />
  </>
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

/** The column headings that every table of accuracy has. */
export const AccuracyHeads = () => (
  <>
    <th scope="col" class="figure">
      Listings
    </th>
    <th scope="col" class="figure">
      Average miss, points
    </th>
    <th scope="col" class="figure">
      Median miss
    </th>
    <th scope="col" class="figure">
      Promised too much by
    </th>
    <th scope="col" class="figure">
      Direction right
    </th>
    <th scope="col" class="figure">
      Against a guess of 0
    </th>
  </>
)

export const AccuracyCells = ({ of }: { of: Accuracy }) => (
  <>
    <td class="figure" data-label="listings">
      <Count value={of.n} />
    </td>
    <td class="figure" data-label="average miss, points">
      <AverageMiss of={of} />
    </td>
    <td class="figure" data-label="median miss">
      <Points value={of.medianAbsErrorPp} or="none" />
      <Within interval={of.medianAbsErrorInterval} write={points} />
    </td>
    <td class="figure" data-label="promised too much by">
      <Bias of={of} />
    </td>
    <td class="figure" data-label="direction right">
      <DirectionRight of={of} />
    </td>
    <td class="figure" data-label="against a guess of 0">
      <Skill skill={of.zero.skill} />
    </td>
  </>
)
