import { scaleLinear } from 'd3-scale'
import type { CalibrationBin } from '../../market/scores/accuracy.ts'
import { FEW_LISTINGS } from '../../market/scores/scoreboard.ts'
import { count, counted, expectedGainText, gain } from '../../texts/format.ts'
import { Count, Gain } from '../figures.tsx'
import { CountOfListings } from '../scoreboard/share-of-listings.tsx'
import { rightColumn, Table, type TableColumn } from '../table.tsx'
import {
  Chart,
  GainLine,
  gainTick,
  labelClasses,
  PLOT_LEFT,
  PLOT_RIGHT,
  percent,
  place,
  ReadingHint,
  type Scale,
} from './chart.tsx'

const HEIGHT = 368
const TOP = 32
const BOTTOM = 300
/** The axis grows by this step until it contains all points. */
const STEP = 20
/** Numbers of listings from here on are set in two rows where the chart is narrow. */
const LONG_COUNT = 100

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
  const x = scaleLinear(
    [Math.min(first, 0) - step / 2, Math.max(last, 0) + step / 2],
    [PLOT_LEFT, PLOT_RIGHT],
  )
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
      title="Actual gain by implied gain"
      description={`Listings by implied gain in bins of ${step} points: ${nonEmpty.map(binText).join('; ')}.`}
      height={HEIGHT}
      readout={<ReadingHint at="mark">Each mark is one range of implied gains.</ReadingHint>}
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
      {y.ticks(6).map((tick) => (
        <GainLine key={tick} tick={tick} y={y} />
      ))}
      <Diagonal x={x} y={y} />
      {nonEmpty.map((bin) => (
        <Mark key={bin.from ?? 'open'} bin={bin} left={percent(x(middleOf(bin, step)))} y={y} />
      ))}
      <text x="0" y="12">
        ↑ actual gain
      </text>
      <ExpectedAxis x={x} />
      <Counts bins={nonEmpty} left={(bin) => percent(x(middleOf(bin, step)))} />
      <text class="end" x="100%" y={BOTTOM + 64}>
        ↑ number of IPOs, by implied gain →
      </text>
    </Chart>
  )
}

/** The ticks with the expected gains, below the plot. */
const ExpectedAxis = ({ x }: { x: Scale }) => {
  const ticks = x.ticks(6)
  const labelled = labelClasses(ticks)
  return (
    <>
      {ticks.map((tick, i) => (
        <g key={tick}>
          <line class="axis" x1={percent(x(tick))} x2={percent(x(tick))} y1={BOTTOM} y2={BOTTOM + 4} />
          {labelled[i] !== undefined && (
            <text class={`middle ${labelled[i]}`.trim()} x={percent(x(tick))} y={BOTTOM + 18}>
              {gainTick(tick)}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

interface CountsProps {
  readonly bins: readonly CalibrationBin[]
  readonly left: (bin: CalibrationBin) => string
}

/** The numbers of listings below the axis; every second one is lower where long ones would touch. */
const Counts = ({ bins, left }: CountsProps) => {
  const areLong = bins.some(({ n }) => n >= LONG_COUNT)
  return (
    <>
      {bins.map((bin, i) => (
        <text
          key={bin.from ?? 'open'}
          class={areLong && i % 2 === 1 ? 'middle n lower' : 'middle n'}
          x={left(bin)}
          y={BOTTOM + 36}
        >
          {count(bin.n)}
        </text>
      ))}
    </>
  )
}

/** The line on which actual and expected gain are equal, within both axes. */
const Diagonal = ({ x, y }: { x: Scale; y: Scale }) => {
  const [[fromX = 0, toX = 0], [fromY = 0, toY = 0]] = [x.domain(), y.domain()]
  const [from, to] = [Math.max(fromX, fromY), Math.min(toX, toY)]
  return <line class="kept" x1={percent(x(from))} x2={percent(x(to))} y1={place(y(from))} y2={place(y(to))} />
}

const Mark = ({ bin, left, y }: { bin: CalibrationBin; left: string; y: Scale }) => (
  <g class={bin.isFew ? 'outcome few-listings' : 'outcome'}>
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
        <g class="outcome">
          <line x1="0" x2="0" y1="-6" y2="6" />
          <circle r="4" />
        </g>
      </svg>{' '}
      median, and the middle half of the IPOs
    </li>
    <li>
      <svg class="swatch" width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
        <g class="outcome few-listings">
          <circle r="4" />
        </g>
      </svg>{' '}
      fewer than {FEW_LISTINGS} listings
    </li>
    <li>
      <svg class="swatch" width="20" height="12" aria-hidden="true">
        <line class="kept" x1="0" x2="20" y1="11" y2="1" />
      </svg>{' '}
      actual = implied gain
    </li>
  </ul>
)

const binText = (bin: CalibrationBin): string =>
  `implied gain ${expectedGainText(bin)}: ${counted(bin.n, 'listing')}, median actual gain ${gain(bin.medianActualPct ?? 0)}, ${count(bin.belowIssuePrice)} opened below the issue price`

const COLUMNS: readonly TableColumn<CalibrationBin>[] = [
  { heading: 'Implied gain', cell: expectedGainText },
  rightColumn('Listings', ({ n }) => <Count value={n} />),
  rightColumn('Listed at (median)', ({ medianActualPct }) => <Gain value={medianActualPct} />),
  rightColumn(
    'Middle half',
    ({ middleHalf }) =>
      middleHalf && (
        <>
          <Gain value={middleHalf.low} />{' '}
          <span class="num">
            to <Gain value={middleHalf.high} />
          </span>
        </>
      ),
  ),
  rightColumn('Opened below issue price', ({ belowIssuePrice, n }) => (
    <CountOfListings hits={belowIssuePrice} n={n} />
  )),
]
