import type { ComponentChildren } from 'preact'
import { percentOf } from '../../market/money.ts'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { areEnoughListings, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { Interval } from '../../market/scores/statistics.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { points, pointsChange, share } from '../../texts/format.ts'
import { Count, figureColumn, Missing, Points, PointsChange, Share } from '../figures.tsx'
import type { Column } from '../kit/table.tsx'

const words = en.scores

interface HitsProps {
  /** Number of listings that the share is about. */
  readonly hits: number
  /** Number of all listings. */
  readonly n: number
}

/** A share in percent, or `12 of 17` while there are too few listings for a percentage. */
export const ShareOfListings = ({ hits, n }: HitsProps) => {
  if (n === 0) return <Missing>{words.none}</Missing>
  return areEnoughListings(n) ? <Share value={percentOf(hits, n)} /> : <CountOfListings hits={hits} n={n} />
}

/** `105 of 388` */
export const CountOfListings = ({ hits, n }: HitsProps) => (
  <data class="num" value={String(hits)}>
    {words.outOf(hits, n)}
  </data>
)

interface EstimateProps {
  readonly interval: Interval | null
  /** Number of listings behind the figure. */
  readonly n: number
  readonly write: (value: number) => string
  readonly children: ComponentChildren
}

/** A figure above its confidence interval, which a few listings do not have. */
export const Estimate = ({ interval, n, write, children }: EstimateProps) => (
  <>
    {children}{' '}
    {interval && areEnoughListings(n) && (
      <small class="within">{words.interval(write(interval.low), write(interval.high))}</small>
    )}
  </>
)

/** How much smaller its miss is than that of a forecast without the grey market. */
const Skill = ({ skill, n }: { skill: number | null; n: number }) => {
  if (skill === null) return <Missing>{words.none}</Missing>
  if (!areEnoughListings(n)) return <Missing>{words.tooFew}</Missing>
  return <data value={String(skill)}>{words.skill(skill)}</data>
}

/** The name of a row of figures, of which too few listings are marked. */
export const nameColumn = (
  label: string,
): Column<{ readonly name: ComponentChildren; readonly isFew: boolean }> => ({
  key: 'name',
  label,
  cell: ({ name, isFew }) => (
    <>
      {name}
      {isFew && <small> {words.few}</small>}
    </>
  ),
})

/** Beside the name on a phone: how many listings the figures are of. */
export const LISTINGS_COLUMN: Column<{ readonly n: number }> = figureColumn(
  'n',
  words.listings,
  ({ n }) => <Count value={n} />,
  { narrow: 'fact', narrowLabel: words.listingsInline },
)

/** The accuracy of a source, of a group, or of the median. */
export interface AccuracyRow extends Accuracy {
  readonly name: ComponentChildren
}

export const AVERAGE_MISS_COLUMN: Column<AccuracyRow> = figureColumn(
  'averageMiss',
  words.averageMiss,
  ({ n, meanAbsErrorPp, meanAbsErrorInterval }) => (
    <Estimate n={n} interval={meanAbsErrorInterval} write={points}>
      <Points value={meanAbsErrorPp} or={words.none} />
    </Estimate>
  ),
)

/** The columns that every table of accuracy has. */
export const ACCURACY_COLUMNS: readonly Column<AccuracyRow>[] = [
  LISTINGS_COLUMN,
  AVERAGE_MISS_COLUMN,
  figureColumn('medianMiss', words.medianMiss, ({ n, medianAbsErrorPp, medianAbsErrorInterval }) => (
    <Estimate n={n} interval={medianAbsErrorInterval} write={points}>
      <Points value={medianAbsErrorPp} or={words.none} />
    </Estimate>
  )),
  figureColumn(
    'bias',
    words.bias,
    ({ n, biasPp, biasInterval }) => (
      <Estimate n={n} interval={biasInterval} write={pointsChange}>
        <PointsChange value={biasPp} or={words.none} />
      </Estimate>
    ),
    { narrowLabel: words.biasShort },
  ),
  figureColumn('direction', words.directionRight, ({ n, directionHits, directionHitInterval }) => (
    <Estimate n={n} interval={directionHitInterval} write={share}>
      <ShareOfListings hits={directionHits} n={n} />
    </Estimate>
  )),
  figureColumn('thanZero', words.thanZero, ({ n, zero }) => <Skill skill={zero.skill} n={n} />, {
    narrowLabel: words.thanZeroShort,
  }),
]

export const THAN_USUAL_COLUMN: Column<AccuracyRow> = figureColumn(
  'thanUsual',
  words.thanUsual,
  ({ n, boardAverage }) => <Skill skill={boardAverage.skill} n={n} />,
)

interface TabsProps<T> {
  readonly label: string
  readonly all: readonly T[]
  readonly current: T
  readonly name: (value: T) => string
  readonly href: (value: T) => string
}

/** One choice of several, each of which is a page. */
export const Tabs = <T,>({ label, all, current, name, href }: TabsProps<T>) => (
  <nav class="tabs" aria-label={label}>
    {all.map((value) => (
      <a key={value} href={href(value)} aria-current={value === current ? 'true' : undefined}>
        {name(value)}
      </a>
    ))}
  </nav>
)

/** Explains why the scoreboard and the page of accuracy have different figures. */
export const WhyOtherNumber = ({ report, score }: { report: AccuracyReport; score: ScoreSummary }) => {
  const { median, scoreboardN, inBothN } = report
  const atClose = median.find(({ horizon }) => horizon === 'close')?.overall
  const [n, miss] = [atClose?.n ?? 0, atClose?.meanAbsErrorPp ?? null]
  if (n === scoreboardN && inBothN === n && miss === score.avgAbsErrorPp) return null
  const misses = miss === null || score.avgAbsErrorPp === null ? null : ([score.avgAbsErrorPp, miss] as const)
  return <p class="quiet small">{words.whyOther(scoreboardN, n, inBothN, misses)}</p>
}
