import { scaleLinear } from 'd3-scale'
import { areEnoughListings, type ErrorBin } from '../../market/scores/scoreboard.ts'
import { count } from '../../texts/format.ts'
import { Count, Share } from '../figures.tsx'
import { rightColumn, Table, type TableColumn } from '../table.tsx'
import { Chart, percent, place, ReadingHint, type Scale } from './chart.tsx'

const HEIGHT = 300
const TOP = 48
const BOTTOM = 276
/** The gap between bars, in percent of the width. */
const GAP = 0.5
/** The height of the number above a bar. */
const COUNT_HEIGHT = 20
/** A shorter piece of a line would look like a speck. */
const LEAST_PIECE = 8

const LEGEND = (
  <ul class="legend">
    <li>
      <svg class="swatch" width="12" height="12" aria-hidden="true">
        <line class="median-rule" x1="6" x2="6" y1="0" y2="12" />
      </svg>{' '}
      median
    </li>
    <li>number of IPOs by error, in points</li>
  </ul>
)

/** A histogram of the errors of expected gains. */
export function Histogram({ bins, median }: { bins: readonly ErrorBin[]; median: number }) {
  const width = 100 / bins.length
  const y = scaleLinear([0, Math.max(1, ...bins.map(({ n }) => n))], [BOTTOM, TOP])
  const total = bins.reduce((sum, { n }) => sum + n, 0)
  const zero = bins.findIndex(({ from }) => from === 0) * width
  return (
    <Chart
      id="errors"
      title="How far off the GMP was"
      description="Listings by error in bins of 10 points: on the left the GMP was too low, on the right too high."
      height={HEIGHT}
      readout={<ReadingHint at="bar">Each bar is one range of errors.</ReadingHint>}
      legend={LEGEND}
      table={
        <details>
          <summary>The same as a table</summary>
          <Table
            id="errors-table"
            columns={areEnoughListings(total) ? COLUMNS : COLUMNS.slice(0, -1)}
            rows={bins}
            rowAttributes={(_, i) => ({ 'data-x': place((i + 0.5) * width) })}
          />
        </details>
      }
    >
      <text class="end" x={percent(zero)} dx="-8" y="12">
        GMP too low
      </text>
      <text x={percent(zero)} dx="8" y="12">
        GMP too high
      </text>
      {bins.map(({ from, n }, i) => (
        <rect
          key={from ?? 'open'}
          class={from === null || from < 0 ? 'error-bar under' : 'error-bar'}
          x={percent(i * width + GAP)}
          width={percent(width - 2 * GAP)}
          y={place(y(n))}
          height={place(BOTTOM - y(n))}
        />
      ))}
      <line class="axis" x1="0" x2="100%" y1={BOTTOM} y2={BOTTOM} />
      <line class="axis" x1={percent(zero)} x2={percent(zero)} y1="0" y2={BOTTOM} />
      <MedianRule at={positionOf(bins, median)} barTop={barTopAt(bins, median, y)} />
      {bins.map(({ from, n }, i) => (
        <g key={from ?? 'open'}>
          {n > 0 && (
            <text class="middle count" x={percent((i + 0.5) * width)} y={place(y(n)) - 5}>
              {count(n)}
            </text>
          )}
          {from !== null && from % 20 === 0 && (
            <text class="middle" x={percent(i * width)} y={BOTTOM + 17}>
              {from > 0 ? `+${from}` : count(from)}
            </text>
          )}
        </g>
      ))}
    </Chart>
  )
}

/** A line from top to bottom, except through the count above its bar. */
const MedianRule = ({ at, barTop }: { at: number; barTop: number }) => {
  const pieces = [
    { from: TOP - 24, to: barTop === BOTTOM ? BOTTOM : barTop - COUNT_HEIGHT },
    { from: barTop, to: BOTTOM },
  ].filter(({ from, to }) => to - from >= LEAST_PIECE)
  return (
    <g>
      {['median-rule edge', 'median-rule'].map((look) =>
        pieces.map(({ from, to }) => (
          <line
            key={`${look} ${from}`}
            class={look}
            x1={percent(at)}
            x2={percent(at)}
            y1={place(from)}
            y2={place(to)}
          />
        )),
      )}
    </g>
  )
}

const barTopAt = (bins: readonly ErrorBin[], value: number, y: Scale): number =>
  y(bins.find(({ from, to }) => value >= (from ?? -Infinity) && value < (to ?? Infinity))?.n ?? 0)

/** The position of a value on the axis; beyond the last bounds it is the middle of the open bin. */
function positionOf(bins: readonly ErrorBin[], value: number): number {
  const width = 100 / bins.length
  const bounds = bins.flatMap(({ from }) => from ?? [])
  const [low = 0, high = 0] = [bounds[0], bounds.at(-1)]
  if (value < low) return width / 2
  if (value >= high) return 100 - width / 2
  return scaleLinear([low, high], [width, 100 - width])(value)
}

const COLUMNS: readonly TableColumn<ErrorBin>[] = [
  { heading: 'Error', cell: binText },
  rightColumn('Listings', ({ n }) => <Count value={n} />),
  rightColumn('Share', ({ pct }) => <Share value={pct} />),
]

/** The meaning of a bin's errors in words. */
function binText({ from, to }: ErrorBin): string {
  if (from === null) return `GMP more than ${-(to ?? 0)} points too low`
  if (to === null) return `GMP ${from} points too high or more`
  if (from === 0) return `GMP exact, or up to ${to} points too high`
  return from < 0 ? `GMP ${-to} to ${-from} points too low` : `GMP ${from} to ${to} points too high`
}
