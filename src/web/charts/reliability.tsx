import { scaleLinear } from 'd3-scale'
import type { CalibrationBin } from '../../market/scores/calibration.ts'
import { FEW_LISTINGS } from '../../market/scores/score-spread.ts'
import { Count, Gain, Share } from '../figures.tsx'
import { count, counted, gain, share } from '../format.ts'
import { rightColumn, Table, type TableColumn } from '../table.tsx'
import { Chart, gainTick, percent, place, ReadingHint, type Scale } from './chart.tsx'

const HEIGHT = 364
const TOP = 44
const BOTTOM = 300
/** The axis grows by this step until it contains all points. */
const STEP = 20

/** The middle of a bin in percent; an open bin is drawn as wide as the others. */
const middleOf = ({ from, to }: CalibrationBin, width: number): number =>
  from === null ? (to ?? 0) - width / 2 : to === null ? from + width / 2 : (from + to) / 2

const widthOf = (bins: readonly CalibrationBin[]): number => {
  const closed = bins.find(({ from, to }) => from !== null && to !== null)
  return closed ? (closed.to ?? 0) - (closed.from ?? 0) : 10
}

/** Actual gain by expected gain: on the dashed line both are equal. */
export function Reliability({ bins }: { bins: readonly CalibrationBin[] }) {
  const nonEmpty = bins.filter(({ n }) => n > 0)
  const step = widthOf(bins)
  const middles = nonEmpty.map((bin) => middleOf(bin, step))
  const [first, last] = [middles[0] ?? 0, middles.at(-1) ?? 0]
  const x = scaleLinear([Math.min(first, 0) - step / 2, Math.max(last, 0) + step / 2], [0, 100])
  const actual = nonEmpty.flatMap(({ medianActualPct, middleHalf }) => [
    medianActualPct ?? 0,
    middleHalf?.low ?? 0,
    middleHalf?.high ?? 0,
  ])
  const low = Math.floor(Math.min(0, first, ...actual) / STEP) * STEP
  const high = Math.ceil(Math.max(STEP, last, ...actual) / STEP) * STEP
  const y = scaleLinear([low, high], [BOTTOM, TOP])
  return (
    <Chart
      id="reliability"
      title="What came when the grey market promised so much"
      description={`Listings by implied gain in bins of ${step} points: ${nonEmpty.map(binText).join('; ')}.`}
      height={HEIGHT}
      readout={<ReadingHint at="mark">Each mark is one range of promises.</ReadingHint>}
      legend={<Legend />}
      table={
        <details>
          <summary>The same as a table</summary>
          <Table
            id="reliability-table"
            columns={COLUMNS}
            rows={nonEmpty}
            rowAttributes={(bin) => ({ 'data-x': place(x(middleOf(bin, step))) })}
          />
        </details>
      }
    >
      <ActualAxis y={y} />
      <line class="axis" x1="0" x2="100%" y1={place(y(0))} y2={place(y(0))} />
      <Diagonal x={x} y={y} />
      {nonEmpty.map((bin) => (
        <Mark key={bin.from ?? 'open'} bin={bin} left={percent(x(middleOf(bin, step)))} y={y} />
      ))}
      <text x="0" y="12">
        ↑ what came
      </text>
      <ExpectedAxis x={x} />
      {nonEmpty.map((bin) => (
        <text key={bin.from ?? 'open'} class="middle n" x={percent(x(middleOf(bin, step)))} y={BOTTOM + 38}>
          {count(bin.n)}
        </text>
      ))}
      <text class="end" x="100%" y={BOTTOM + 58}>
        ↑ number of listings, by what was promised →
      </text>
    </Chart>
  )
}

/** The horizontal grid lines with the actual gains. */
const ActualAxis = ({ y }: { y: Scale }) => (
  <>
    {y.ticks(6).map((tick) => (
      <g key={tick}>
        <line class="grid" x1="0" x2="100%" y1={place(y(tick))} y2={place(y(tick))} />
        <text x="0" y={place(y(tick)) - 4}>
          {gainTick(tick)}
        </text>
      </g>
    ))}
  </>
)

/** The ticks with the expected gains, below the plot. */
const ExpectedAxis = ({ x }: { x: Scale }) => (
  <>
    {x.ticks(6).map((tick) => (
      <g key={tick}>
        <line class="axis" x1={percent(x(tick))} x2={percent(x(tick))} y1={BOTTOM} y2={BOTTOM + 4} />
        <text class="middle" x={percent(x(tick))} y={BOTTOM + 18}>
          {gainTick(tick)}
        </text>
      </g>
    ))}
  </>
)

/** The line on which actual and expected gain are equal, within both axes. */
const Diagonal = ({ x, y }: { x: Scale; y: Scale }) => {
  const [[fromX = 0, toX = 0], [fromY = 0, toY = 0]] = [x.domain(), y.domain()]
  const [from, to] = [Math.max(fromX, fromY), Math.min(toX, toY)]
  return <line class="kept" x1={percent(x(from))} x2={percent(x(to))} y1={place(y(from))} y2={place(y(to))} />
}

const Mark = ({ bin, left, y }: { bin: CalibrationBin; left: string; y: Scale }) => (
  <g class={bin.isFew ? 'came few-listings' : 'came'}>
    {bin.middleHalf && (
      <line x1={left} x2={left} y1={place(y(bin.middleHalf.low))} y2={place(y(bin.middleHalf.high))} />
    )}
    <circle cx={left} cy={place(y(bin.medianActualPct ?? 0))} r="5" />
  </g>
)

const Legend = () => (
  <ul class="legend">
    <li>
      <svg class="swatch" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
        <g class="came">
          <line x1="0" x2="0" y1="-6" y2="6" />
          <circle r="4" />
        </g>
      </svg>{' '}
      the median, and the middle half
    </li>
    <li>
      <svg class="swatch" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
        <g class="came few-listings">
          <circle r="4" />
        </g>
      </svg>{' '}
      fewer than {FEW_LISTINGS} listings
    </li>
    <li>
      <svg class="swatch" width="20" height="12" aria-hidden="true">
        <line class="kept" x1="0" x2="20" y1="11" y2="1" />
      </svg>{' '}
      promise kept
    </li>
  </ul>
)

/** The range of expected gains of a bin in words. */
export function expectedGainText({ from, to }: Pick<CalibrationBin, 'from' | 'to'>): string {
  if (from === null) return `less than ${count(to ?? 0)}%`
  return to === null ? `${count(from)}% or more` : `${count(from)} to ${count(to)}%`
}

const binText = (bin: CalibrationBin): string =>
  `promised ${expectedGainText(bin)}, ${counted(bin.n, 'listing')}, median ${gain(bin.medianActualPct ?? 0)}, ${share(bin.aboveIssuePricePct ?? 0)} above the issue price`

const COLUMNS: readonly TableColumn<CalibrationBin>[] = [
  { heading: 'Promised', cell: expectedGainText },
  rightColumn('Listings', ({ n }) => <Count value={n} />),
  rightColumn('Median', ({ medianActualPct }) => <Gain value={medianActualPct} />),
  rightColumn(
    'Middle half',
    ({ middleHalf }) =>
      middleHalf && (
        <>
          <Gain value={middleHalf.low} /> to <Gain value={middleHalf.high} />
        </>
      ),
  ),
  rightColumn('Above issue price', ({ aboveIssuePricePct }) => <Share value={aboveIssuePricePct} />),
]
