import { type CalibrationBin, CALIBRATION_BIN_POINTS as WIDTH } from '../../market/scores/accuracy.ts'
import { en } from '../../texts/en.ts'
import { expectedGainText } from '../../texts/format.ts'
import { figureColumn, Gain } from '../figures.tsx'
import { Section } from '../kit/parts.tsx'
import type { Column } from '../kit/table.tsx'
import { CountOfListings, LISTINGS_COLUMN } from '../scores/score-figures.tsx'
import { GroupChart, Legend, percent, place, ReadingHint, Upright } from './chart.tsx'
import { diagonalEntry, GainAxes, type GainPlot, gainPlot } from './gain-axes.tsx'

const words = en.scores

const HEIGHT = 340
/** The axis grows by this step until it contains all points. */
const STEP = 20

/** The middle of a bin in percent; an open bin is drawn as wide as the others. */
const middleOf = ({ from, to }: CalibrationBin): number =>
  from === null ? (to ?? 0) - WIDTH / 2 : from + WIDTH / 2

interface ReliabilityProps {
  readonly bins: readonly CalibrationBin[]
  readonly note?: string | undefined
}

/** The listing gain by what the GMP had said: on the dashed line both are equal. */
export const Reliability = ({ bins, note }: ReliabilityProps) => (
  <Section id="actual-gains" title={words.reliabilityTitle} note={note}>
    <div class="sheet">
      <Drawing bins={bins.filter(({ n }) => n > 0)} />
    </div>
  </Section>
)

function Drawing({ bins }: { bins: readonly CalibrationBin[] }) {
  const middles = bins.map(middleOf)
  const [first, last] = [middles[0] ?? 0, middles.at(-1) ?? 0]
  const gains = bins.flatMap(({ medianActualPct, middleHalf }) => [
    medianActualPct ?? 0,
    middleHalf?.low ?? 0,
    middleHalf?.high ?? 0,
  ])
  const plot = gainPlot(
    { low: Math.min(first, 0) - WIDTH / 2, high: Math.max(last, 0) + WIDTH / 2 },
    {
      low: Math.floor(Math.min(0, first, ...gains) / STEP) * STEP,
      high: Math.ceil(Math.max(STEP, last, ...gains) / STEP) * STEP,
    },
    HEIGHT,
  )
  const at = (bin: CalibrationBin) => plot.x(middleOf(bin))
  return (
    <GroupChart
      id="reliability"
      title={words.reliabilityTitle}
      description={words.reliabilityDescription(WIDTH, bins)}
      height={HEIGHT}
      readout={<ReadingHint point="mark">{words.reliabilityHint}</ReadingHint>}
      legend={<Legend entries={LEGEND} />}
      columns={COLUMNS}
      rows={bins}
      at={at}
    >
      <GainAxes plot={plot} />
      {bins.map((bin) => (
        <Mark key={bin.from ?? 'open'} bin={bin} x={at(bin)} y={plot.y} />
      ))}
    </GroupChart>
  )
}

const Mark = ({ bin, x, y }: { bin: CalibrationBin; x: number; y: GainPlot['y'] }) => (
  <g class={bin.isFew ? 'outcome few-listings' : 'outcome'}>
    {bin.middleHalf && <Upright x={x} from={y(bin.middleHalf.low)} to={y(bin.middleHalf.high)} />}
    <circle cx={percent(x)} cy={place(y(bin.medianActualPct ?? 0))} r="5" />
  </g>
)

const LEGEND = [
  [
    <g class="outcome">
      <line x1="0" x2="0" y1="-6" y2="6" />
      <circle r="4" />
    </g>,
    words.markMeans,
  ],
  [
    <g class="outcome few-listings">
      <circle r="4" />
    </g>,
    words.fewerThan,
  ],
  diagonalEntry(words.onLine),
] as const

const COLUMNS: readonly Column<CalibrationBin>[] = [
  { key: 'said', label: words.gmpHadSaid, cell: expectedGainText },
  LISTINGS_COLUMN,
  figureColumn('median', words.medianGain, ({ medianActualPct }) => <Gain value={medianActualPct} />),
  figureColumn(
    'half',
    words.middleHalf,
    ({ middleHalf }) =>
      middleHalf && words.interval(<Gain value={middleHalf.low} />, <Gain value={middleHalf.high} />),
  ),
  figureColumn('below', words.openedBelow, ({ belowIssuePrice, n }) => (
    <CountOfListings hits={belowIssuePrice} n={n} />
  )),
]
