import type { ComponentChildren } from 'preact'
import type { Day } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import { en } from '../../texts/en.ts'
import { counted, longDay, rupees } from '../../texts/format.ts'
import { Chart, GridLine, Legend, percent, Upright } from './chart.tsx'
import { type DayRule, type GmpPlot, gmpPlot, rangeOf, traceOf } from './gmp-plot.ts'

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
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return null
  const plot = gmpPlot(days, rules, today)
  // A single source is its own median, so a second line would add nothing.
  const others = sources.length > 1 ? sources : []
  const lines = [
    ...others.map((source) => ({ kind: 'source', ...traceOf(quotesOf(days, source), plot) })),
    { kind: 'median', ...traceOf(days, plot) },
  ]
  const { area, strokes } = rangeOf(days, plot)
  const what = days.every(({ owners }) => owners === 1) ? 'premium' : 'median'
  return (
    <Chart
      id="gmp"
      title={`GMP of ${name} by day`}
      description={`The ${what} went from ${rupees(first.gmp)} on ${longDay(first.day)} to ${rupees(last.gmp)} on ${longDay(last.day)}, over ${counted(days.length, 'quoted day')}.`}
      height={plot.height}
      readout={readout}
      legend={
        <Legend
          width={24}
          entries={[
            others.length > 0 && [<Line kind="median" line="M-11,0H11" />, en.ipoPage.median],
            others.length > 0 && [<Line kind="source" line="M-11,0H11" />, 'one source'],
            days.some(({ lowest, highest }) => lowest !== highest) && [
              <rect class="range" x="-12" y="-5" width="24" height="10" />,
              'lowest to highest',
            ],
            days.some(({ disputed }) => disputed) && [
              <rect class="doubt-band" x="-12" y="-5" width="24" height="10" />,
              `⚠ ${en.ipoPage.sourcesDisagreed}`,
            ],
            lines.some(({ bridges }) => bridges !== '') && [
              <Line kind="median" bridges="M-11,0H11" />,
              'no quote that day',
            ],
          ]}
        />
      }
      table={table(plot)}
    >
      <Background plot={plot} />
      <svg
        width="100%"
        height={plot.height}
        viewBox={`0 0 100 ${plot.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {area !== '' && <path class="range" d={area} />}
        {strokes !== '' && <path class="range-stroke" d={strokes} />}
        {lines.map((line, i) => (
          <Line key={i} {...line} />
        ))}
      </svg>
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
      <GridLine key={amount} value={amount} y={plot.y(amount)} />
    ))}
    {plot.rules.map(({ x, y, label, side }) => (
      <g key={label}>
        <Upright class="rule" x={x} from={y - 10} to={plot.bottom} />
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

const quotesOf = (days: readonly GmpHistoryDay[], source: string) =>
  days.flatMap(({ day, quotes }) =>
    quotes
      .filter((quote) => quote.source === source && quote.observedAt === day)
      .map(({ gmp }) => ({ day, gmp })),
  )

interface LineProps extends Partial<ReturnType<typeof traceOf>> {
  readonly kind: string
}

const Line = ({ kind, line, dots, bridges }: LineProps) => (
  <g class={kind}>
    {bridges && <path class="bridge" d={bridges} />}
    {line && <path class="trace" d={line} />}
    {dots && <path class="dots" d={dots} />}
  </g>
)
