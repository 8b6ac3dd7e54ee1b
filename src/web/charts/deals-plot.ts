import { scaleLinear } from 'd3-scale'
import { addDays, type Day, dayNumber } from '../../market/calendar.ts'
import { DEAL_KINDS, DEAL_TYPES, type DealType } from '../../market/facts/fact.ts'
import type { DealSum } from '../../reports/deals/deal-days.ts'
import type { SymbolDay } from '../../reports/deals/deal-sums.ts'
import { plainDay } from '../../texts/format.ts'
import { place } from './chart.tsx'

export const sideOf = (sum: DealSum, side: DealType): number | null =>
  side === 'BUY' ? sum.boughtCr : sum.soldCr

const HEIGHT = 260
/** Leaves room for the days below the plot and for the highest label above it. */
const [TOP, BOTTOM] = [20, HEIGHT - 24]
/** Keeps the first and the last bar inside the chart. */
const EDGES = [2, 98] as const
/** With fewer days, a day would look like a week. */
const SHORTEST_SPAN_DAYS = 16
/** The smallest height in pixels, so that every bar is visible. */
const LEAST_BAR = 2
const AMOUNT_STEPS = 4
const DAY_STEPS = 4

/**
 * The positions of everything in the chart of a share's deals: across in percent, down in pixels. Requires at least one
 * day; the days are ordered oldest first.
 */
export function dealsPlot(days: readonly SymbolDay[], today: Day) {
  const last = days.at(-1)?.day ?? today
  const earliest = addDays(last, -SHORTEST_SPAN_DAYS)
  const first = days[0] && days[0].day < earliest ? days[0].day : earliest
  const span = dayNumber(last) - dayNumber(first)
  const across = scaleLinear([dayNumber(first), dayNumber(last)], EDGES)
  const x = (day: Day) => place(across(dayNumber(day)))
  const most = (side: DealType) => Math.max(...days.map(({ sum }) => sideOf(sum, side) ?? 0))
  const y = scaleLinear([-most('SELL'), most('BUY')], [BOTTOM, TOP])
  return {
    height: HEIGHT,
    x,
    amounts: y.ticks(AMOUNT_STEPS).map((crore) => ({ crore, y: place(y(crore)) })),
    bars: days.flatMap((day) => DEAL_TYPES.flatMap((side) => stacked(day, side, x(day.day), y))),
    barWidth: span <= 31 ? 8 : span <= 120 ? 5 : 3,
    dayLabels: dayLabels(first, span, today, x),
  }
}

/** Stacks the bars of one side: purchases upwards, sales downwards. */
function stacked({ day, byKind }: SymbolDay, side: DealType, x: number, y: (crore: number) => number) {
  const sign = side === 'BUY' ? 1 : -1
  let reached = 0
  return DEAL_KINDS.flatMap((kind) => {
    const value = sideOf(byKind[kind], side)
    if (value === null) return []
    const from = y(sign * reached)
    reached += value
    const length = Math.max(LEAST_BAR, Math.abs(y(sign * reached) - from))
    return [{ day, side, kind, x, from: place(from), to: place(from - sign * length) }]
  })
}

/** Labels in even steps. With years, every other label is left out on a phone. */
function dayLabels(first: Day, span: number, today: Day, x: (day: Day) => number) {
  const days = Array.from({ length: DAY_STEPS + 1 }, (_, i) =>
    addDays(first, Math.round((i * span) / DAY_STEPS)),
  )
  const isLong = days.some((day) => day.slice(0, 4) !== today.slice(0, 4))
  return days.map((day, i) => ({
    day,
    text: plainDay(day, today),
    x: x(day),
    anchor: i === 0 ? 'start' : i === DAY_STEPS ? 'end' : 'middle',
    /** True when a phone has no room for it. */
    isSpare: isLong && i % 2 === 1,
  }))
}
