import type { Day } from '../../market/calendar.ts'
import { DEAL_KINDS, DEAL_TYPES, type DealKind, type DealType } from '../../market/facts/fact.ts'
import type { SymbolDay } from '../../reports/deals/deal-sums.ts'
import { en } from '../../texts/en.ts'
import {
  capitalized,
  counted,
  croreText,
  isolated,
  longDay,
  longWeekday,
  rupees,
} from '../../texts/format.ts'
import { Count, Crore, figureColumn, LongDay } from '../figures.tsx'
import { Fold } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Chart, GridLine, Legend, percent, Upright } from './chart.tsx'
import { dealsPlot, sideOf } from './deals-plot.ts'

const words = en.deals

/** More bars could not be distinguished. */
const MOST_DAYS = 250
const sideWord = (side: DealType): string => words.side(side).toLowerCase()

interface DealsChartProps {
  /** Oldest first. */
  readonly days: readonly SymbolDay[]
  readonly symbol: string
  readonly today: Day
}

/** A chart of a share's deals by day: purchases above the axis, sales below it, bulk solid and block striped. */
export function DealsChart({ days, symbol, today }: DealsChartProps) {
  const shown = days.slice(-MOST_DAYS)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const plot = dealsPlot(shown, today)
  return (
    <Chart
      id="deals-chart"
      title={`Deals in ${isolated(symbol)} by day, in crore`}
      description={`${counted(shown.length, 'day')} with deals from ${longDay(first.day)} to ${longDay(last.day)}. Purchases are above the line, sales below it.`}
      height={plot.height}
      readout={sentenceOf(last)}
      legend={<Legend width={20} entries={LEGEND} />}
      table={
        <Fold title={en.ipo.sameAsTable}>
          {shown.length < days.length && (
            <p class="quiet small">{words.newestDays(shown.length, days.length)}</p>
          )}
          <Table
            id="deals-chart-table"
            label={words.deals}
            columns={COLUMNS}
            rows={shown}
            attributes={(day) => ({ 'data-x': plot.x(day.day), 'data-text': sentenceOf(day) })}
            isScrolling
          />
        </Fold>
      }
    >
      {plot.amounts.map(({ crore, y }) => (
        <GridLine key={crore} value={crore} y={y} />
      ))}
      {plot.bars.map(({ day, side, kind, ...bar }) => (
        <Upright key={`${day} ${side} ${kind}`} class={lookOf(side, kind)} width={plot.barWidth} {...bar} />
      ))}
      <g class="value-labels">
        {plot.amounts
          .filter(({ crore }) => crore !== 0)
          .map(({ crore, y }) => (
            <text key={crore} x="0" y={y - 4}>
              {`${sideWord(crore > 0 ? 'BUY' : 'SELL')} ${rupees(Math.abs(crore))} Cr`}
            </text>
          ))}
      </g>
      {plot.dayLabels.map(({ day, text, x, anchor, isSpare }) => (
        <text key={day} class={isSpare ? `${anchor} roomy` : anchor} x={percent(x)} y={plot.height - 6}>
          {text}
        </text>
      ))}
    </Chart>
  )
}

const lookOf = (side: DealType, kind: DealKind): string => `${sideWord(side)} ${kind.toLowerCase()}`

/** `Thu 12 Nov 2026: bought ₹12.00 Cr bulk and ₹30.00 Cr block, nothing sold` */
const sentenceOf = ({ day, byKind }: SymbolDay): string => {
  const sides = DEAL_TYPES.map((side) => {
    const parts = DEAL_KINDS.flatMap((kind) => {
      const value = sideOf(byKind[kind], side)
      return value === null ? [] : [`${croreText(value)} ${kind.toLowerCase()}`]
    })
    return parts.length === 0 ? `nothing ${sideWord(side)}` : `${sideWord(side)} ${parts.join(' and ')}`
  })
  return `${longWeekday(day)}: ${sides.join(', ')}`
}

const SERIES = DEAL_TYPES.flatMap((side) => DEAL_KINDS.map((kind) => ({ side, kind })))

const LEGEND = SERIES.map(
  ({ side, kind }) =>
    [
      <line class={lookOf(side, kind)} stroke-width="10" x1="-10" x2="10" />,
      words.series(side, kind),
    ] as const,
)

const COLUMNS: readonly Column<SymbolDay>[] = [
  { key: 'day', label: words.day, cell: ({ day }) => <LongDay day={day} /> },
  ...SERIES.map(({ side, kind }) =>
    figureColumn<SymbolDay>(`${side} ${kind}`, capitalized(words.series(side, kind)), ({ byKind }) => (
      <Crore value={sideOf(byKind[kind], side)} or={words.none} />
    )),
  ),
  figureColumn('deals', words.deals, ({ sum }) => <Count value={sum.disclosed} />),
]
