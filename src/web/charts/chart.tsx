import type { scaleLinear } from 'd3-scale'
import type { ComponentChildren } from 'preact'
import { en } from '../../texts/en.ts'
import { Fold } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'

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

/** With fewer points a chart shows nothing that its table does not. */
const FEWEST_POINTS = 5
export const areEnoughPoints = (points: number): boolean => points >= FEWEST_POINTS

interface PointChartProps<T>
  extends Pick<ChartProps, 'id' | 'title' | 'description' | 'height' | 'children'> {
  /** What the chart shows before a point is selected, and what a point is called. */
  readonly hint: string
  readonly point: string
  readonly legend: readonly LegendEntry[]
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  /** The position of a row in the drawing, in percent. */
  readonly at: (row: T, index: number) => number
}

/** A chart of a few groups, with their table folded below it; for very few only the table. */
export function GroupChart<T>({
  id,
  title,
  hint,
  point,
  legend,
  columns,
  rows,
  at,
  ...drawing
}: PointChartProps<T>) {
  const table = (
    <Table
      id={`${id}-table`}
      label={title}
      columns={columns}
      rows={rows}
      attributes={(row, i) => ({ 'data-x': place(at(row, i)) })}
    />
  )
  if (!areEnoughPoints(rows.length)) return table
  return (
    <Chart
      id={id}
      title={title}
      readout={<ReadingHint point={point}>{hint}</ReadingHint>}
      legend={<Legend entries={legend} />}
      table={<Fold title={en.scores.asTable}>{table}</Fold>}
      {...drawing}
    />
  )
}

/**
 * The text of a readout before a point is selected. The script adds how to select one, because only it makes that
 * possible.
 */
export const ReadingHint = ({ point, children }: { point: string; children: string }) => (
  <>
    {children}
    <span class="hint" hidden>
      {' '}
      {en.scores.tapHint(point)}
    </span>
  </>
)

/** A sign of the drawing around the middle of a small square, and its meaning. */
export type LegendEntry = readonly [sign: ComponentChildren, meaning: string]

export const Legend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul class="legend">
    {entries.map(([sign, meaning]) => (
      <li key={meaning}>
        {sign && (
          <svg class="swatch" width="16" height="12" viewBox="-8 -6 16 12" aria-hidden="true">
            {sign}
          </svg>
        )}{' '}
        {meaning}
      </li>
    ))}
  </ul>
)
