import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import { counted, longDay, rupees } from '../../texts/format.ts'
import { Chart, percent, Stretched } from './chart.tsx'
import { type Amount, type DayRule, type GmpPlot, gmpPlot, rangeOf, traceOf } from './gmp-plot.ts'

/** Pixels from the top of the plot, and from its bottom. */
const SIGN_DOWN = 14
const DAYS_DOWN = 18

interface GmpChartProps {
  readonly name: string
  readonly days: readonly GmpHistoryDay[]
  /** In the order of their lines. */
  readonly sources: readonly string[]
  readonly rules: readonly DayRule[]
  readonly today: Day
  readonly readout: ComponentChildren
  /** Renders the table, whose rows have the positions of their days in the drawing. */
  readonly table: (plot: GmpPlot) => ComponentChildren
}

/** Draws each source as a thin grey line that the readout names, the median bold over the range, and disputed days in amber. */
export function GmpChart({ name, days, sources, rules, today, readout, table }: GmpChartProps) {
  const plot = gmpPlot(days, rules, today)
  // A single source is its own median, so a second line would add nothing.
  const lines = sources.length > 1 ? sources : []
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return null
  return (
    <Chart
      id="gmp"
      title={`GMP of ${name} by day`}
      description={descriptionOf(days)}
      height={plot.height}
      readout={readout}
      legend={<Legend days={days} hasSources={lines.length > 0} hasBridges={hasGaps(days, lines, plot)} />}
      table={table(plot)}
    >
      <Background plot={plot} />
      <Stretched height={plot.height}>
        <Range days={days} plot={plot} />
        {lines.map((source) => (
          <Line key={source} kind="source" amounts={quotesOf(days, source)} plot={plot} />
        ))}
        <Line kind="median" amounts={days} plot={plot} />
      </Stretched>
      <circle class="last" cx={percent(plot.x(last.day))} cy={plot.y(last.gmp)} r="4" />
      <Labels plot={plot} />
    </Chart>
  )
}

/** The disputed days, the grid and the marked days, behind the lines. */
const Background = ({ plot }: { plot: GmpPlot }) => (
  <>
    {plot.disputes.map(({ from, width }) => (
      <rect
        key={from}
        class="doubt-band"
        x={percent(from)}
        width={percent(width)}
        y={plot.top}
        height={plot.bottom - plot.top}
      />
    ))}
    {plot.amounts.map((amount) => (
      <line
        key={amount}
        class={amount === 0 ? 'axis' : 'grid'}
        x1="0"
        x2="100%"
        y1={plot.y(amount)}
        y2={plot.y(amount)}
      />
    ))}
    {plot.rules.map(({ x, y, label, side }) => (
      <g key={label}>
        <line class="rule" x1={percent(x)} x2={percent(x)} y1={y - 10} y2={plot.bottom} />
        <text class={side} x={percent(x)} dx={side === 'start' ? 4 : -4} y={y}>
          {label}
        </text>
      </g>
    ))}
  </>
)

/** The signs of dispute and the labels of both axes, above the lines. */
const Labels = ({ plot }: { plot: GmpPlot }) => (
  <>
    {plot.disputeSigns.map((x) => (
      <text key={x} class="doubt-sign middle" x={percent(x)} y={plot.top + SIGN_DOWN}>
        ⚠
      </text>
    ))}
    {plot.amounts.map((amount) => (
      <text key={amount} class="amount" x="0" y={plot.y(amount) - 4}>
        {rupees(amount)}
      </text>
    ))}
    {plot.dayLabels.map(({ day, text, x, anchor }) => (
      <text key={day} class={anchor} x={percent(x)} y={plot.bottom + DAYS_DOWN}>
        {text}
      </text>
    ))}
  </>
)

function descriptionOf(days: readonly GmpHistoryDay[]): string {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return ''
  const what = days.every(({ owners }) => owners === 1) ? 'premium' : 'median'
  const began = `${rupees(first.gmp)} on ${longDay(first.day)}`
  if (first === last) return `The ${what} was ${began}.`
  return `The ${what} went from ${began} to ${rupees(last.gmp)} on ${longDay(last.day)}, over ${counted(days.length, 'quoted day')}.`
}

const quotesOf = (days: readonly GmpHistoryDay[], source: string): Amount[] =>
  days.flatMap(({ day, quotes }) =>
    quotes.filter((quote) => quote.source === source).map(({ gmp }) => ({ day, gmp })),
  )

const hasGaps = (days: readonly GmpHistoryDay[], sources: readonly string[], plot: GmpPlot): boolean =>
  [days, ...sources.map((source) => quotesOf(days, source))].some(
    (amounts) => traceOf(amounts, plot).bridges !== '',
  )

function Range({ days, plot }: { days: readonly GmpHistoryDay[]; plot: GmpPlot }) {
  const { area, strokes } = rangeOf(days, plot)
  return (
    <>
      {area !== '' && <path class="range" d={area} />}
      {strokes !== '' && <path class="range-stroke" d={strokes} />}
    </>
  )
}

function Line({ kind, amounts, plot }: { kind: string; amounts: readonly Amount[]; plot: GmpPlot }) {
  const { line, dots, bridges } = traceOf(amounts, plot)
  return (
    <g class={kind}>
      {bridges !== '' && <path class="bridge" d={bridges} />}
      {line !== '' && <path class="trace" d={line} />}
      {dots !== '' && <path class="dots" d={dots} />}
    </g>
  )
}

const Swatch = ({ kind }: { kind: string }) => (
  <svg class="swatch" width="24" height="10" aria-hidden="true">
    <g class={kind}>
      <path class="trace" d="M1,5H23" />
    </g>
  </svg>
)

interface LegendProps {
  readonly days: readonly GmpHistoryDay[]
  readonly hasSources: boolean
  readonly hasBridges: boolean
}

const Legend = ({ days, hasSources, hasBridges }: LegendProps) => (
  <ul class="legend">
    {hasSources && (
      <>
        <li>
          <Swatch kind="median" /> median
        </li>
        <li>
          <Swatch kind="source" /> one source
        </li>
      </>
    )}
    {days.some(({ lowest, highest }) => lowest !== highest) && (
      <li>
        <svg class="swatch" width="24" height="10" aria-hidden="true">
          <rect class="range" width="24" height="10" />
        </svg>{' '}
        lowest to highest
      </li>
    )}
    {days.some(({ disputed }) => disputed) && (
      <li>
        <svg class="swatch" width="24" height="10" aria-hidden="true">
          <rect class="doubt-band" width="24" height="10" />
        </svg>{' '}
        ⚠ sources disagreed
      </li>
    )}
    {hasBridges && (
      <li>
        <svg class="swatch" width="24" height="10" aria-hidden="true">
          <g class="median">
            <path class="bridge" d="M1,5H23" />
          </g>
        </svg>{' '}
        no quote that day
      </li>
    )}
  </ul>
)
