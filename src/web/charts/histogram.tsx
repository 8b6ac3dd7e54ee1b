import { scaleLinear } from 'd3-scale'
import { invariant } from '../../invariant.ts'
import { areEnoughListings, BIN_POINTS, type ErrorBin } from '../../market/scores/scoreboard.ts'
import { en } from '../../texts/en.ts'
import { count } from '../../texts/format.ts'
import { Count, figureColumn, Share } from '../figures.tsx'
import type { Column } from '../kit/table.tsx'
import {
  areEnoughPoints,
  GridLine,
  GroupChart,
  Legend,
  percent,
  place,
  ReadingHint,
  Upright,
} from './chart.tsx'

const words = en.scores

const HEIGHT = 300
const TOP = 48
const BOTTOM = 276
/** The gap between bars, in percent of the width. */
const GAP = 0.5
/** The height of the number above a bar. */
const COUNT_HEIGHT = 20
/** A shorter piece of a line would look like a speck. */
const LEAST_PIECE = 8

/** How far the GMP was off: the number of listings by error. */
export function Histogram({ bins, median }: { bins: readonly ErrorBin[]; median: number }) {
  const total = bins.reduce((sum, { n }) => sum + n, 0)
  if (!areEnoughPoints(total)) return null
  const width = 100 / bins.length
  const y = scaleLinear([0, Math.max(1, ...bins.map(({ n }) => n))], [BOTTOM, TOP])
  const medianBin = bins.findIndex(({ to }) => to === null || median < to)
  const { from, to, n } = invariant(bins[medianBin], 'the bin of the median')
  // In an open bin it is in the middle.
  const within = from === null || to === null ? 0.5 : (median - from) / (to - from)
  const zero = bins.findIndex(({ from }) => from === 0) * width
  return (
    <GroupChart
      id="errors"
      title={words.histogramTitle}
      description={words.histogramDescription(BIN_POINTS)}
      height={HEIGHT}
      readout={<ReadingHint point="bar">{words.histogramHint}</ReadingHint>}
      legend={<Legend entries={LEGEND} />}
      columns={areEnoughListings(total) ? COLUMNS : COLUMNS.slice(0, -1)}
      rows={bins}
      at={(_, i) => (i + 0.5) * width}
    >
      <text class="end" x={percent(zero)} dx="-8" y="12">
        {words.gmpTooLow}
      </text>
      <text x={percent(zero)} dx="8" y="12">
        {words.gmpTooHigh}
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
      <GridLine value={0} y={BOTTOM} />
      <Upright class="axis" x={zero} from={0} to={BOTTOM} />
      <MedianRule at={(medianBin + within) * width} barTop={y(n)} />
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
    </GroupChart>
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
          <Upright key={`${look} ${from}`} class={look} x={at} from={from} to={to} />
        )),
      )}
    </g>
  )
}

const LEGEND = [
  [<line class="median-rule" x1="0" x2="0" y1="-6" y2="6" />, words.median],
  [null, words.barMeans],
] as const

const COLUMNS: readonly Column<ErrorBin>[] = [
  { key: 'miss', label: words.miss, cell: words.errorRange },
  figureColumn('n', words.listings, ({ n }) => <Count value={n} />, { narrow: 'aside' }),
  figureColumn('share', words.share, ({ pct }) => <Share value={pct} />, { narrow: 'fact' }),
]
