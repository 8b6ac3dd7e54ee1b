import type { CalibrationBin } from '../../market/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { expectedGainText } from '../../texts/format.ts'
import { Gain } from '../figures.tsx'
import type { Column } from '../kit/table.tsx'
import { CountOfListings, figureColumn, listingsColumn } from '../scores/score-figures.tsx'
import { GroupChart, percent, place } from './chart.tsx'
import { diagonalEntry, GainAxes, type GainPlot, gainPlot } from './gain-axes.tsx'

const HEIGHT = 340
/** The axis grows by this step until it contains all points. */
const STEP = 20

/** The middle of a bin in percent; an open bin is drawn as wide as the others. */
const middleOf = ({ from, to }: CalibrationBin, width: number): number =>
  from === null ? (to ?? 0) - width / 2 : to === null ? from + width / 2 : (from + to) / 2

const widthOf = (bins: readonly CalibrationBin[]): number => {
  const closed = bins.find(({ from, to }) => from !== null && to !== null)
  return closed ? (closed.to ?? 0) - (closed.from ?? 0) : 10
}

/** The listing gain by what the GMP had said: on the dashed line both are equal. */
export function Reliability({ bins }: { bins: readonly CalibrationBin[] }) {
  const nonEmpty = bins.filter(({ n }) => n > 0)
  const width = widthOf(bins)
  const middles = nonEmpty.map((bin) => middleOf(bin, width))
  const [first, last] = [middles[0] ?? 0, middles.at(-1) ?? 0]
  const gains = nonEmpty.flatMap(({ medianActualPct, middleHalf }) => [
    medianActualPct ?? 0,
    middleHalf?.low ?? 0,
    middleHalf?.high ?? 0,
  ])
  const plot = gainPlot(
    { low: Math.min(first, 0) - width / 2, high: Math.max(last, 0) + width / 2 },
    {
      low: Math.floor(Math.min(0, first, ...gains) / STEP) * STEP,
      high: Math.ceil(Math.max(STEP, last, ...gains) / STEP) * STEP,
    },
    HEIGHT,
  )
  const at = (bin: CalibrationBin) => plot.x(middleOf(bin, width))
  return (
    <GroupChart
      id="reliability"
      title={en.scores.reliabilityTitle}
      description={en.scores.reliabilityDescription(width, nonEmpty)}
      height={HEIGHT}
      hint={en.scores.reliabilityHint}
      point="mark"
      legend={LEGEND}
      columns={COLUMNS}
      rows={nonEmpty}
      at={at}
    >
      <GainAxes plot={plot} />
      {nonEmpty.map((bin) => (
        <Mark key={bin.from ?? 'open'} bin={bin} left={percent(at(bin))} y={plot.y} />
      ))}
    </GroupChart>
  )
}

const Mark = ({ bin, left, y }: { bin: CalibrationBin; left: string; y: GainPlot['y'] }) => (
  <g class={bin.isFew ? 'outcome few-listings' : 'outcome'}>
    {bin.middleHalf && (
      <line x1={left} x2={left} y1={place(y(bin.middleHalf.low))} y2={place(y(bin.middleHalf.high))} />
    )}
    <circle cx={left} cy={place(y(bin.medianActualPct ?? 0))} r="5" />
  </g>
)

const LEGEND = [
  [
    <g class="outcome">
      <line x1="0" x2="0" y1="-6" y2="6" />
      <circle r="4" />
    </g>,
    en.scores.markMeans,
  ],
  [
    <g class="outcome few-listings">
      <circle r="4" />
    </g>,
    en.scores.fewerThan,
  ],
  diagonalEntry(en.scores.onLine),
] as const

const COLUMNS: readonly Column<CalibrationBin>[] = [
  { key: 'said', label: en.scores.gmpHadSaid, cell: expectedGainText },
  listingsColumn(({ n }) => n),
  figureColumn('median', en.scores.medianGain, ({ medianActualPct }) => <Gain value={medianActualPct} />),
  figureColumn(
    'half',
    en.scores.middleHalf,
    ({ middleHalf }) =>
      middleHalf && en.scores.interval(<Gain value={middleHalf.low} />, <Gain value={middleHalf.high} />),
  ),
  figureColumn('below', en.scores.openedBelow, ({ belowIssuePrice, n }) => (
    <CountOfListings hits={belowIssuePrice} n={n} />
  )),
]
