import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { addDays, type Day, dayNumber } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import { longDay, shortDay } from '../../texts/format.ts'
import { place } from './chart.tsx'

/** A milestone day and its label. */
export interface DayRule {
  readonly day: Day
  readonly label: string
}

const PLOT_HEIGHT = 208
const LABEL_ROW = 16
/** The highest amount is above its line and below the labels of the milestones. */
const AMOUNT_ROW = 22
const AXIS_HEIGHT = 24
/** Leaves room for dots at the edges. */
const EDGES = [2, 98] as const
/** The width of a milestone label in percent of the narrowest chart. */
const LABEL_WIDTH = 17
/** The width of a dispute sign in percent of it. */
const SIGN_WIDTH = 6
const DAY_STEPS = 4
const AMOUNT_STEPS = 4
/**
 * How far outside of the quoted days a milestone is still shown, as a share of their span; a farther one would squeeze
 * them.
 */
const REACH = 0.3
const LEAST_REACH_DAYS = 3

/** The positions of everything in the chart of a premium: across in percent, down in pixels. */
export type GmpPlot = ReturnType<typeof gmpPlot>

export function gmpPlot(days: readonly GmpHistoryDay[], rules: readonly DayRule[], today: Day) {
  const { first, last } = daysShown(days, rules)
  const span = dayNumber(last) - dayNumber(first)
  const across = scaleLinear([0, span], EDGES)
  const x = (day: Day) => (span === 0 ? 50 : place(across(dayNumber(day) - dayNumber(first))))
  const placed = placedRules(
    rules.filter(({ day }) => day >= first && day <= last),
    x,
  )
  const top = Math.max(0, ...placed.map(({ y }) => y)) + AMOUNT_ROW
  const bottom = top + PLOT_HEIGHT
  const down = amountScale(days).range([bottom, top])
  const half = span === 0 ? LABEL_WIDTH / 2 : (EDGES[1] - EDGES[0]) / span / 2
  const disputes = runsOf(days.filter(({ disputed }) => disputed)).map((run) => {
    const from = Math.max(0, x(run.at(0)?.day ?? first) - half)
    return { from: place(from), width: place(Math.min(100, x(run.at(-1)?.day ?? last) + half) - from) }
  })
  return {
    height: bottom + AXIS_HEIGHT,
    top,
    bottom,
    x,
    y: (gmp: number) => place(down(gmp)),
    amounts: down.ticks(down.domain().every((end) => Math.abs(end) === 1) ? 2 : AMOUNT_STEPS),
    dayLabels: dayLabels(first, span, today, x),
    rules: placed,
    disputes,
    /** Positions of the dispute signs; a band too near to the previous sign has none. */
    disputeSigns: disputeSigns(disputes),
  }
}

function daysShown(days: readonly GmpHistoryDay[], rules: readonly DayRule[]): { first: Day; last: Day } {
  const [quotedFirst, quotedLast] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? '']
  const span = dayNumber(quotedLast) - dayNumber(quotedFirst)
  const reach = Math.max(LEAST_REACH_DAYS, Math.round(span * REACH))
  const near = rules
    .map(({ day }) => day)
    .filter((day) => day >= addDays(quotedFirst, -reach) && day <= addDays(quotedLast, reach))
  const [first = '', ...rest] = [quotedFirst, quotedLast, ...near].sort()
  return { first, last: rest.at(-1) ?? first }
}

/** The scale always contains zero, because a premium is a distance from it. */
function amountScale(days: readonly GmpHistoryDay[]) {
  const quotes = days.flatMap(({ quotes }) => quotes.map(({ gmp }) => gmp))
  const [low, high] = [Math.min(0, ...quotes), Math.max(0, ...quotes)]
  return scaleLinear()
    .domain(low === high ? [-1, 1] : [low, high])
    .nice(AMOUNT_STEPS)
}

/** Labels towards the middle of the chart, so that none is cut off; those that would overlap on a phone in separate rows. */
function placedRules(rules: readonly DayRule[], x: (day: Day) => number) {
  const rows: { from: number; to: number }[][] = []
  return rules.map((rule) => {
    const at = x(rule.day)
    const side = at <= 50 ? 'start' : 'end'
    const [from, to] = side === 'start' ? [at, at + LABEL_WIDTH] : [at - LABEL_WIDTH, at]
    const free = rows.findIndex((row) => row.every((other) => to <= other.from || from >= other.to))
    const index = free < 0 ? rows.length : free
    rows[index] = [...(rows[index] ?? []), { from, to }]
    return { ...rule, x: at, y: (index + 1) * LABEL_ROW, side }
  })
}

function dayLabels(first: Day, span: number, today: Day, x: (day: Day) => number) {
  const step = Math.max(1, Math.ceil(span / DAY_STEPS))
  const days = Array.from({ length: Math.floor(span / step) + 1 }, (_, i) => addDays(first, i * step))
  const yearOf = (day: Day | undefined) => day?.slice(0, 4) ?? null
  const isPlain = days.every((day) => yearOf(day) === yearOf(today))
  return days.map((day, i) => {
    const at = x(day)
    const isNewYear = yearOf(day) !== yearOf(days[i - 1])
    const text = isNewYear && !isPlain ? longDay(day) : shortDay(day)
    return { day, text, x: at, anchor: at < 8 ? 'start' : at > 92 ? 'end' : 'middle' }
  })
}

/** One in the middle of each band, inside the chart. */
function disputeSigns(bands: readonly { readonly from: number; readonly width: number }[]): number[] {
  const signs: number[] = []
  for (const { from, width } of bands) {
    const middle = Math.min(100 - SIGN_WIDTH / 2, Math.max(SIGN_WIDTH / 2, from + width / 2))
    const before = signs.at(-1)
    if (before === undefined || middle - before >= SIGN_WIDTH) signs.push(place(middle))
  }
  return signs
}

interface Amount {
  readonly day: Day
  readonly gmp: number
}

/** A line over consecutive days. A single day is a dot, and gaps between days are bridged. */
export function traceOf(amounts: readonly Amount[], { x, y }: Pick<GmpPlot, 'x' | 'y'>) {
  const draw = line<Amount>(
    ({ day }) => x(day),
    ({ gmp }) => y(gmp),
  )
  const runs = runsOf(amounts)
  const drawn = (parts: readonly (readonly Amount[])[]) => parts.map((part) => draw([...part]) ?? '').join('')
  return {
    line: drawn(runs.filter((run) => run.length > 1)),
    dots: drawn(runs.filter((run) => run.length === 1)),
    bridges: drawn(runs.slice(1).map((run, i) => [...(runs[i] ?? []).slice(-1), ...run.slice(0, 1)])),
  }
}

/** The area from the lowest to the highest counted quote; a single day is a stroke. */
export function rangeOf(days: readonly GmpHistoryDay[], { x, y }: Pick<GmpPlot, 'x' | 'y'>) {
  const shade = area<GmpHistoryDay>()
    .x(({ day }) => x(day))
    .y0(({ lowest }) => y(lowest))
    .y1(({ highest }) => y(highest))
  const runs = runsOf(days)
  const lone = runs.flatMap((run) => (run.length === 1 ? run : []))
  return {
    area: runs
      .filter((run) => run.length > 1)
      .map((run) => shade(run) ?? '')
      .join(''),
    strokes: lone
      .filter(({ lowest, highest }) => lowest !== highest)
      .map(({ day, lowest, highest }) => `M${x(day)},${y(lowest)}V${y(highest)}`)
      .join(''),
  }
}

/** Splits days, oldest first, into runs of consecutive days. */
export function runsOf<T extends { readonly day: Day }>(days: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const each of days) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && addDays(before.day, 1) === each.day) run.push(each)
    else runs.push([each])
  }
  return runs
}
