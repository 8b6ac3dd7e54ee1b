import type { scaleLinear } from 'd3-scale'
import type { ComponentChildren } from 'preact'
import { count } from '../../texts/format.ts'

interface ChartProps {
  /** Unique on the page. */
  readonly id: string
  readonly title: string
  /** One sentence that describes the drawing, for screen readers. */
  readonly description: string
  /** In CSS pixels; the width is that of the page. */
  readonly height: number
  /** The text of the readout before a point is selected; without it the chart has no readout. */
  readonly readout?: ComponentChildren
  readonly legend?: ComponentChildren
  /** The drawing: `x` in percent, `y` in pixels. Paths go into a `Stretched`. */
  readonly children: ComponentChildren
  /**
   * The same figures as a table. Its rows, or the shapes of the drawing, have their position in `data-x`, in percent.
   */
  readonly table?: ComponentChildren
}

/** A chart with its readout, legend and table. The client script reads the points from all elements with `data-x`. */
export const Chart = ({ id, title, description, height, readout, legend, children, table }: ChartProps) => (
  <figure class="chart" data-chart={readout === undefined ? undefined : ''}>
    {readout !== undefined && (
      <output class="readout" for={`${id}-table`}>
        {readout}
      </output>
    )}
    <div class="plot">
      <svg height={height} role="img" aria-labelledby={`${id}-title ${id}-description`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {children}
      </svg>
    </div>
    {legend}
    {table}
  </figure>
)

/**
 * The text of a readout before a point is selected. The script adds how to select one, because only it makes that
 * possible.
 */
export const ReadingHint = ({ at, children }: { at: string; children: ComponentChildren }) => (
  <>
    {children}
    <span class="hint" hidden>
      {' '}
      Tap or point at a {at}, or use the arrow keys.
    </span>
  </>
)

/** Draws paths in a box of 100 by `height` that stretches across the chart; strokes keep their width. */
export const Stretched = ({ height, children }: { height: number; children: ComponentChildren }) => (
  <svg
    width="100%"
    height={height}
    viewBox={`0 0 100 ${height}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** Rounds a position to two decimals, which is finer than any screen. */
export const place = (value: number): number => Math.round(value * 100) / 100
export const percent = (value: number): string => `${place(value)}%`

export type Scale = ReturnType<typeof scaleLinear<number, number>>

/** In a chart of gains, the labels of the vertical axis end here and the plot begins, in percent of the width. */
const LABELS_END = 13
export const PLOT_LEFT = 14.5
export const PLOT_RIGHT = 98

/** With more ticks there is no room for all labels, however wide the page is. */
const MOST_LABELS = 7

/** Classes of labels: every other one is shown only where there is room, or never (`undefined`); that of 0 always is. */
export function labelClasses(ticks: readonly number[]): (string | undefined)[] {
  const others = ticks.length > MOST_LABELS ? undefined : 'roomy'
  return ticks.map((_, i) => ((i - ticks.indexOf(0)) % 2 === 0 ? '' : others))
}

/** A horizontal grid line of a chart of gains, with its label beside the plot so that no line crosses it. */
export const GainLine = ({ tick, y }: { tick: number; y: Scale }) => (
  <>
    <line
      class={tick === 0 ? 'axis' : 'grid'}
      x1={percent(PLOT_LEFT)}
      x2="100%"
      y1={place(y(tick))}
      y2={place(y(tick))}
    />
    <text class="end" x={percent(LABELS_END)} y={place(y(tick)) + 4}>
      {gainTick(tick)}
    </text>
  </>
)

/** The label of a gain on an axis: `+20%`, `−20%`. */
export const gainTick = (pct: number): string => `${pct > 0 ? '+' : ''}${count(pct)}%`
