import type { ComponentChildren } from 'preact'
import { percentOf } from '../../market/money.ts'
import type { Accuracy } from '../../market/scores/accuracy.ts'
import { areEnoughListings, type ScoreSummary } from '../../market/scores/scoreboard.ts'
import type { Interval } from '../../market/scores/statistics.ts'
import type { AccuracyReport } from '../../reports/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { points, pointsChange, share } from '../../texts/format.ts'
import { Count, Missing, Points, PointsChange, Share } from '../figures.tsx'
import type { Column } from '../kit/table.tsx'

interface HitsProps {
  /** Number of listings that the share is about. */
  readonly hits: number
  /** Number of all listings. */
  readonly n: number
}

/** A share in percent, or `12 of 17` while there are too few listings for a percentage. */
export const ShareOfListings = ({ hits, n }: HitsProps) => {
  if (n === 0) return <Missing>{en.scores.none}</Missing>
  return areEnoughListings(n) ? <Share value={percentOf(hits, n)} /> : <CountOfListings hits={hits} n={n} />
}

/** `105 of 388` */
export const CountOfListings = ({ hits, n }: HitsProps) => (
  <data class="num" value={String(hits)}>
    {en.scores.outOf(hits, n)}
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
      <small class="within">{en.scores.interval(write(interval.low), write(interval.high))}</small>
    )}
  </>
)

/** How much smaller its miss is than that of a forecast without the grey market. */
const Skill = ({ skill, n }: { skill: number | null; n: number }) => {
  if (skill === null) return <Missing>{en.scores.none}</Missing>
  if (!areEnoughListings(n)) return <Missing>{en.scores.tooFew}</Missing>
  return <data value={String(skill)}>{en.scores.skill(skill)}</data>
}

/** Marks figures of too few listings. */
export const Few = () => <small> {en.scores.few}</small>

/** The figures of a group of listings, of a source, or of the median. */
export interface Named<T> {
  readonly name: ComponentChildren
  readonly figures: T
  /** A row for all of the others. */
  readonly isWhole?: boolean
}

export const nameColumn = (label: string): Column<Named<{ readonly isFew: boolean }>> => ({
  key: 'name',
  label,
  cell: ({ name, figures }) => (
    <>
      {name}
      {figures.isFew && <Few />}
    </>
  ),
})

export const wholeRow = ({ isWhole }: { readonly isWhole?: boolean }) => ({
  class: isWhole ? 'whole' : undefined,
})

/** A figure, below its label on a phone. */
export const figureColumn = <T, K extends string = string>(
  key: K,
  label: string,
  cell: (row: T) => ComponentChildren,
  more: Partial<Column<T, K>> = {},
): Column<T, K> => ({ key, label, cell, isFigure: true, ...more })

/** Beside the name on a phone: how many listings the figures are of. */
export const listingsColumn = <T,>(nOf: (row: T) => number): Column<T> =>
  figureColumn('n', en.scores.listings, (row) => <Count value={nOf(row)} />, {
    narrow: 'fact',
    narrowLabel: en.scores.listingsInline,
  })

type AccuracyColumn = Column<Named<Accuracy>>
const accuracyColumn = (
  key: string,
  label: string,
  cell: (figures: Accuracy) => ComponentChildren,
  narrowLabel = label,
): AccuracyColumn => figureColumn(key, label, ({ figures }) => cell(figures), { narrowLabel })

export const averageMissColumn = accuracyColumn(
  'averageMiss',
  en.scores.averageMiss,
  ({ n, meanAbsErrorPp, meanAbsErrorInterval }) => (
    <Estimate n={n} interval={meanAbsErrorInterval} write={points}>
      <Points value={meanAbsErrorPp} or={en.scores.none} />
    </Estimate>
  ),
)

/** The columns that every table of accuracy has. */
export const ACCURACY_COLUMNS: readonly AccuracyColumn[] = [
  listingsColumn(({ figures }) => figures.n),
  averageMissColumn,
  accuracyColumn('medianMiss', en.scores.medianMiss, ({ n, medianAbsErrorPp, medianAbsErrorInterval }) => (
    <Estimate n={n} interval={medianAbsErrorInterval} write={points}>
      <Points value={medianAbsErrorPp} or={en.scores.none} />
    </Estimate>
  )),
  accuracyColumn(
    'bias',
    en.scores.bias,
    ({ n, biasPp, biasInterval }) => (
      <Estimate n={n} interval={biasInterval} write={pointsChange}>
        <PointsChange value={biasPp} or={en.scores.none} />
      </Estimate>
    ),
    en.scores.biasShort,
  ),
  accuracyColumn('direction', en.scores.directionRight, ({ n, directionHits, directionHitInterval }) => (
    <Estimate n={n} interval={directionHitInterval} write={share}>
      <ShareOfListings hits={directionHits} n={n} />
    </Estimate>
  )),
  accuracyColumn(
    'thanZero',
    en.scores.thanZero,
    ({ n, zero }) => <Skill skill={zero.skill} n={n} />,
    en.scores.thanZeroShort,
  ),
]

export const thanUsualColumn = accuracyColumn('thanUsual', en.scores.thanUsual, ({ n, boardAverage }) => (
  <Skill skill={boardAverage.skill} n={n} />
))

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
  return <p class="quiet small">{en.scores.whyOther(scoreboardN, n, inBothN, misses)}</p>
}
