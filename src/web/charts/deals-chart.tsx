import { scaleLinear, scaleUtc } from 'd3-scale'
import { addDays, type Day, dayAsDateTime, instantFromMs, msOf } from '../../market/calendar.ts'
import type { DealKind, DealType } from '../../market/fact.ts'
import type { DealSum } from '../../reports/deal-days.ts'
import type { SymbolDay } from '../../reports/symbol-deals.ts'
import { Count, Crore, LongDay } from '../figures.tsx'
import { counted, crore, isolated, longDay, longWeekday, monthAndYear, rupees, shortDay } from '../format.ts'
import { Chart, percent, place } from './chart.tsx'

const HEIGHT = 260
/** Room for the days below the plot and for the highest label above it. */
const [TOP, BOTTOM] = [20, HEIGHT - 24]
/** In percent, so that the first and the last bar stand inside. */
const [LEFT, RIGHT] = [2, 98]
/** Fewer days would make a day look like a week. */
const SHORTEST_SPAN_DAYS = 14
/** More bars could neither be told apart nor read. */
const MOST_DAYS = 250
/** What is there is seen, however small. */
const LEAST_BAR = 2
const VALUE_TICKS = 4
const MOST_DAY_TICKS = 5
const DAY_MS = 86_400_000
/** Days of more than a year need their years. */
const ONE_YEAR_DAYS = 365

const KINDS = ['BULK', 'BLOCK'] as const satisfies readonly DealKind[]
const SIDES = ['BUY', 'SELL'] as const satisfies readonly DealType[]
const sideOf = (sum: DealSum, side: DealType): number | null => (side === 'BUY' ? sum.boughtCr : sum.soldCr)

/** What was bought stands up and what was sold hangs down, bulk solid and block striped. */
export function DealsChart({ days, symbol }: { days: readonly SymbolDay[]; symbol: string }) {
  const shown = days.slice(-MOST_DAYS)
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const x = dayScale(first.day, last.day)
  const y = scaleLinear(
    [
      -Math.max(...shown.map(({ sum }) => sideOf(sum, 'SELL') ?? 0)),
      Math.max(...shown.map(({ sum }) => sideOf(sum, 'BUY') ?? 0)),
    ],
    [BOTTOM, TOP],
  )
  const ticks = y.ticks(VALUE_TICKS)
  return (
    <Chart
      id="deals-chart"
      title={`Deals in ${isolated(symbol)} by day, in crore`}
      description={`${counted(shown.length, 'day')} with deals from ${longDay(first.day)} to ${longDay(last.day)}. What was bought stands above the line, what was sold hangs below it.`}
      height={HEIGHT}
      readout={sentenceOf(last)}
      legend={<Legend />}
      table={<DaysTable days={shown} all={days.length} x={x.at} />}
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          class={tick === 0 ? 'axis' : 'grid'}
          x1="0"
          x2="100%"
          y1={place(y(tick))}
          y2={place(y(tick))}
        />
      ))}
      {shown.map((day) => (
        <Bars key={day.day} day={day} x={percent(x.at(day.day))} y={y} width={x.barWidth} />
      ))}
      <g class="value-labels">
        {ticks
          .filter((tick) => tick !== 0)
          .map((tick) => (
            <text key={tick} x="0" y={place(y(tick)) - 4}>
              {`${tick > 0 ? 'bought' : 'sold'} ${rupees(Math.abs(tick))} Cr`}
            </text>
          ))}
      </g>
      {x.ticks.map(({ at, label, edge }) => (
        <text key={label} class={edge} x={percent(at)} y={HEIGHT - 6}>
          {label}
        </text>
      ))}
    </Chart>
  )
}

interface BarsProps {
  readonly day: SymbolDay
  readonly x: string
  readonly y: (crore: number) => number
  readonly width: number
}

/** Strokes, not boxes: their width is in pixels wherever they stand. */
const Bars = ({ day, x, y, width }: BarsProps) => (
  <>
    {SIDES.map((side) => {
      const sign = side === 'BUY' ? 1 : -1
      let from = 0
      return KINDS.map((kind) => {
        const value = sideOf(day.byKind[kind], side)
        if (value === null) return null
        const start = y(sign * from)
        from += value
        const end = y(sign * from)
        const length = Math.max(LEAST_BAR, Math.abs(end - start))
        return (
          <line
            key={`${side} ${kind}`}
            class={`${side === 'BUY' ? 'bought' : 'sold'} ${kind.toLowerCase()}`}
            stroke-width={width}
            x1={x}
            x2={x}
            y1={place(start)}
            y2={place(start - sign * length)}
          />
        )
      })
    })}
  </>
)

interface DayTick {
  readonly at: number
  readonly label: string
  readonly edge: 'start' | 'middle' | 'end'
}

/** Days across the width, in percent. */
function dayScale(first: Day, last: Day): { at: (day: Day) => number; barWidth: number; ticks: DayTick[] } {
  const dayMs = (day: Day) => msOf(dayAsDateTime(day))
  const earliest = addDays(last, -SHORTEST_SPAN_DAYS)
  const from = first < earliest ? first : earliest
  const scale = scaleUtc([dayMs(from), dayMs(last)], [LEFT, RIGHT])
  const span = (dayMs(last) - dayMs(from)) / DAY_MS
  const days = scale.ticks(MOST_DAY_TICKS)
  const every = Math.ceil(days.length / MOST_DAY_TICKS)
  const ticks = days
    .filter((_, i) => i % every === 0)
    .map((date): DayTick => {
      const day = instantFromMs(date.getTime()).slice(0, 10)
      const at = scale(date)
      const label = span > ONE_YEAR_DAYS ? monthAndYear(day) : shortDay(day)
      return { at, label, edge: at < 8 ? 'start' : at > 92 ? 'end' : 'middle' }
    })
  return { at: (day) => scale(dayMs(day)), barWidth: span <= 31 ? 8 : span <= 120 ? 5 : 3, ticks }
}

/** `Thu 12 Nov 2026: bought ₹12.00 Cr bulk and ₹30.00 Cr block, sold nothing` */
const sentenceOf = ({ day, byKind }: SymbolDay): string => {
  const side = (word: string, of: DealType) => {
    const parts = KINDS.flatMap((kind) => {
      const value = sideOf(byKind[kind], of)
      return value === null ? [] : [`${crore(value)} ${kind.toLowerCase()}`]
    })
    return `${word} ${parts.length === 0 ? 'nothing' : parts.join(' and ')}`
  }
  return `${longWeekday(day)}: ${side('bought', 'BUY')}, ${side('sold', 'SELL')}`
}

const Legend = () => (
  <ul class="legend deal-legend">
    {SIDES.flatMap((side) =>
      KINDS.map((kind) => (
        <li key={`${side} ${kind}`}>
          <svg width="20" height="12" aria-hidden="true">
            <line
              class={`${side === 'BUY' ? 'bought' : 'sold'} ${kind.toLowerCase()}`}
              stroke-width="10"
              x1="0"
              x2="20"
              y1="6"
              y2="6"
            />
          </svg>
          {`${side === 'BUY' ? 'bought' : 'sold'}, ${kind.toLowerCase()}`}
        </li>
      )),
    )}
  </ul>
)

interface DaysTableProps {
  readonly days: readonly SymbolDay[]
  readonly all: number
  readonly x: (day: Day) => number
}

const DaysTable = ({ days, all, x }: DaysTableProps) => (
  <details>
    <summary>The same figures as a table</summary>
    {days.length < all && (
      <p class="quiet small">
        The newest {counted(days.length, 'day')} with deals; {counted(all, 'day')} are counted above.
      </p>
    )}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached by keyboard. */}
    <section class="wide" tabIndex={0} aria-label="Deals by day">
      <table id="deals-chart-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {SIDES.flatMap((side) =>
              KINDS.map((kind) => (
                <th key={`${side} ${kind}`} scope="col" class="figure">
                  {`${side === 'BUY' ? 'Bought' : 'Sold'}, ${kind.toLowerCase()}`}
                </th>
              )),
            )}
            <th scope="col" class="figure">
              Deals
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} data-x={place(x(day.day))} data-says={sentenceOf(day)}>
              <th scope="row">
                <LongDay day={day.day} />
              </th>
              {SIDES.flatMap((side) =>
                KINDS.map((kind) => (
                  <td key={`${side} ${kind}`} class="figure">
                    <Crore value={sideOf(day.byKind[kind], side)} or="nothing" />
                  </td>
                )),
              )}
              <td class="figure">
                <Count value={day.sum.disclosed} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)
