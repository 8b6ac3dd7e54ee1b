import { scaleLinear } from 'd3-scale'
import { en } from '../../texts/en.ts'
import { count } from '../../texts/format.ts'
import { GridLine, type LegendEntry, percent, place, Upright } from './chart.tsx'

const words = en.scores

/** Labels of the vertical axis end here and the plot begins, in percent of the width. */
const LABELS_END = 13
const [PLOT_LEFT, PLOT_RIGHT] = [14.5, 98]
/** Room for the name of the vertical axis, and for labels and name of the other one. */
const [ABOVE, BELOW] = [32, 48]
/** With more ticks there is no room for all labels, however wide the page is. */
const MOST_LABELS = 7

/** Of an axis, in percent. */
export interface Ends {
  readonly low: number
  readonly high: number
}

/** What the GMP had said across, the listing gain upwards, in percent. */
export type GainPlot = ReturnType<typeof gainPlot>

export const gainPlot = (said: Ends, listed: Ends, height: number) => ({
  x: scaleLinear([said.low, said.high], [PLOT_LEFT, PLOT_RIGHT]).clamp(true),
  y: scaleLinear([listed.low, listed.high], [height - BELOW, ABOVE]).clamp(true),
  height,
})

/** Both axes with their grid, and the line on which both gains are equal. */
export const GainAxes = ({ plot: { x, y, height } }: { plot: GainPlot }) => {
  const ticks = x.ticks(6)
  const bottom = height - BELOW
  const looks = labelLooks(ticks)
  return (
    <g>
      {y.ticks(6).map((tick) => (
        <g key={tick}>
          <GridLine value={tick} y={place(y(tick))} from={percent(PLOT_LEFT)} />
          <text class="end" x={percent(LABELS_END)} y={place(y(tick)) + 4}>
            {gainTick(tick)}
          </text>
        </g>
      ))}
      {ticks.map((tick, i) => (
        <g key={tick}>
          <Upright class={tick === 0 ? 'axis' : 'grid'} x={x(tick)} from={ABOVE} to={bottom} />
          {looks[i] !== undefined && (
            <text
              class={`${x(tick) > 95 ? 'end' : 'middle'} ${looks[i]}`.trim()}
              x={percent(x(tick))}
              y={bottom + 20}
            >
              {gainTick(tick)}
            </text>
          )}
        </g>
      ))}
      <text x="0" y="12">
        {words.axisListingGain}
      </text>
      <text class="end" x="100%" y={bottom + 42}>
        {words.axisSaid}
      </text>
      <Diagonal x={x} y={y} />
    </g>
  )
}

/** Within both axes. */
const Diagonal = ({ x, y }: Pick<GainPlot, 'x' | 'y'>) => {
  const [[fromX = 0, toX = 0], [fromY = 0, toY = 0]] = [x.domain(), y.domain()]
  const [from, to] = [Math.max(fromX, fromY), Math.min(toX, toY)]
  return <line class="kept" x1={percent(x(from))} x2={percent(x(to))} y1={place(y(from))} y2={place(y(to))} />
}

export const diagonalEntry = (meaning: string): LegendEntry => [
  <line class="kept" x1="-8" x2="8" y1="5" y2="-5" />,
  meaning,
]

/** Classes of labels: every other one is shown only where there is room, or never (`undefined`); that of 0 always is. */
function labelLooks(ticks: readonly number[]): (string | undefined)[] {
  const others = ticks.length > MOST_LABELS ? undefined : 'roomy'
  return ticks.map((_, i) => ((i - ticks.indexOf(0)) % 2 === 0 ? '' : others))
}

/** `+20%`, `−20%` */
const gainTick = (pct: number): string => `${pct > 0 ? '+' : ''}${count(pct)}%`
