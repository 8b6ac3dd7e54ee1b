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
  /** The text before a point is selected. */
  readonly readout: ComponentChildren
  readonly legend: ComponentChildren
  /** The drawing: `x` in percent, `y` in pixels. */
  readonly children: ComponentChildren
  /**
   * The same figures as a table. Its rows, or the shapes of the drawing, have their position in `data-x`, in percent.
   */
  readonly table?: ComponentChildren
}

/** A chart with its readout, legend and table. The client script reads the points from all elements with `data-x`. */
export const Chart = ({ id, title, description, height, readout, legend, children, table }: ChartProps) => (
  <figure class="chart" data-chart="">
    <output class="readout quiet small" for={`${id}-table`}>
      {readout}
    </output>
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

/** Rounds a position to two decimals, which is finer than any screen. */
export const place = (value: number): number => Math.round(value * 100) / 100
export const percent = (value: number): string => `${place(value)}%`

/** With fewer points a chart shows nothing that its table does not. */
const FEWEST_POINTS = 5
export const areEnoughPoints = (points: number): boolean => points >= FEWEST_POINTS

/** A line across the chart. That of zero is the axis. */
export const GridLine = ({ value, y, from = '0' }: { value: number; y: number; from?: string }) => (
  <line class={value === 0 ? 'axis' : 'grid'} x1={from} x2="100%" y1={y} y2={y} />
)

interface UprightProps {
  readonly class?: string
  readonly width?: number
  /** In percent. */
  readonly x: number
  readonly from: number
  readonly to: number
}

/** An upright line, whose width is in pixels at any position. */
export const Upright = ({ class: look, width, x, from, to }: UprightProps) => (
  <line class={look} stroke-width={width} x1={percent(x)} x2={percent(x)} y1={place(from)} y2={place(to)} />
)

interface GroupChartProps<T> extends Omit<ChartProps, 'table'> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  /** The position of a row in the drawing, in percent. */
  readonly at: (row: T, index: number) => number
}

/** A chart of a few groups, with their table folded below it; for very few only the table. */
export function GroupChart<T>({ columns, rows, at, ...chart }: GroupChartProps<T>) {
  const table = (
    <Table
      id={`${chart.id}-table`}
      label={chart.title}
      columns={columns}
      rows={rows}
      attributes={(row, i) => ({ 'data-x': place(at(row, i)) })}
    />
  )
  if (!areEnoughPoints(rows.length)) return table
  return <Chart {...chart} table={<Fold title={en.scores.asTable}>{table}</Fold>} />
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

/** A sign of the drawing around the middle of its box, and its meaning. */
export type LegendEntry = readonly [sign: ComponentChildren, meaning: string]

interface LegendProps {
  readonly entries: readonly (LegendEntry | false)[]
  /** Of the box, in pixels. */
  readonly width?: number
}

export const Legend = ({ entries, width = 16 }: LegendProps) => (
  <ul class="legend quiet small">
    {entries.map(
      (entry) =>
        entry && (
          <li key={entry[1]}>
            {entry[0] && (
              <svg
                class="swatch"
                width={width}
                height="12"
                viewBox={`${-width / 2} -6 ${width} 12`}
                aria-hidden="true"
              >
                {entry[0]}
              </svg>
            )}{' '}
            {entry[1]}
          </li>
        ),
    )}
  </ul>
)
