import type { Day } from '../../market/calendar.ts'
import type { DealKind, DealType } from '../../market/facts/fact.ts'
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
import { Count, Crore, LongDay } from '../figures.tsx'
import { Fold } from '../kit/parts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Chart, percent } from './chart.tsx'
import { type Bar, type DealsPlot, dealsPlot, KINDS, SIDES, sideOf } from './deals-plot.ts'

const words = en.deals

/** More bars could not be distinguished. */
const MOST_DAYS = 250
const SIDE_WORDS: Readonly<Record<DealType, string>> = { BUY: 'bought', SELL: 'sold' }

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
      legend={<Legend />}
      table={<DaysTable days={shown} all={days.length} x={plot.x} />}
    >
      {plot.amounts.map(({ crore, y }) => (
        <line key={crore} class={crore === 0 ? 'axis' : 'grid'} x1="0" x2="100%" y1={y} y2={y} />
      ))}
      {plot.bars.map((bar) => (
        <BarStroke key={`${bar.day} ${bar.side} ${bar.kind}`} bar={bar} width={plot.barWidth} />
      ))}
      <Labels plot={plot} />
    </Chart>
  )
}

const strokeOf = (side: DealType, kind: DealKind): string => `${SIDE_WORDS[side]} ${kind.toLowerCase()}`

/** A bar drawn as a stroke, because its width is in pixels at any position. */
const BarStroke = ({ bar: { side, kind, x, from, to }, width }: { bar: Bar; width: number }) => (
  <line class={strokeOf(side, kind)} stroke-width={width} x1={percent(x)} x2={percent(x)} y1={from} y2={to} />
)

const Labels = ({ plot: { amounts, dayLabels, height } }: { plot: DealsPlot }) => (
  <>
    <g class="value-labels">
      {amounts
        .filter(({ crore }) => crore !== 0)
        .map(({ crore, y }) => (
          <text key={crore} x="0" y={y - 4}>
            {`${SIDE_WORDS[crore > 0 ? 'BUY' : 'SELL']} ${rupees(Math.abs(crore))} Cr`}
          </text>
        ))}
    </g>
    {dayLabels.map(({ day, text, x, anchor, isSpare }) => (
      <text key={day} class={isSpare ? `${anchor} roomy` : anchor} x={percent(x)} y={height - 6}>
        {text}
      </text>
    ))}
  </>
)

/** `Thu 12 Nov 2026: bought ₹12.00 Cr bulk and ₹30.00 Cr block, nothing sold` */
const sentenceOf = ({ day, byKind }: SymbolDay): string => {
  const sides = SIDES.map((side) => {
    const parts = KINDS.flatMap((kind) => {
      const value = sideOf(byKind[kind], side)
      return value === null ? [] : [`${croreText(value)} ${kind.toLowerCase()}`]
    })
    return parts.length === 0 ? `nothing ${SIDE_WORDS[side]}` : `${SIDE_WORDS[side]} ${parts.join(' and ')}`
  })
  return `${longWeekday(day)}: ${sides.join(', ')}`
}

const Legend = () => (
  <ul class="legend deal-legend">
    {SIDES.flatMap((side) =>
      KINDS.map((kind) => (
        <li key={`${side} ${kind}`}>
          <svg width="20" height="12" aria-hidden="true">
            <line class={strokeOf(side, kind)} stroke-width="10" x1="0" x2="20" y1="6" y2="6" />
          </svg>
          {words.series(side, kind)}
        </li>
      )),
    )}
  </ul>
)

const COLUMNS: readonly Column<SymbolDay>[] = [
  { key: 'day', label: words.day, cell: ({ day }) => <LongDay day={day} /> },
  ...SIDES.flatMap((side) =>
    KINDS.map(
      (kind): Column<SymbolDay> => ({
        key: `${side} ${kind}`,
        label: capitalized(words.series(side, kind)),
        cell: ({ byKind }) => <Crore value={sideOf(byKind[kind], side)} or={words.none} />,
        isFigure: true,
      }),
    ),
  ),
  { key: 'deals', label: words.deals, cell: ({ sum }) => <Count value={sum.disclosed} />, isFigure: true },
]

interface DaysTableProps {
  readonly days: readonly SymbolDay[]
  readonly all: number
  readonly x: (day: Day) => number
}

const DaysTable = ({ days, all, x }: DaysTableProps) => (
  <Fold title={en.ipo.sameAsTable}>
    {days.length < all && <p class="quiet small">{words.newestDays(days.length, all)}</p>}
    <Table
      id="deals-chart-table"
      label={words.deals}
      columns={COLUMNS}
      rows={days}
      attributes={(day) => ({ 'data-x': x(day.day), 'data-text': sentenceOf(day) })}
      isScrolling
    />
  </Fold>
)
