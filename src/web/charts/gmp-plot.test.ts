import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../market/calendar.ts'
import type { GmpHistoryDay } from '../../reports/ipos/gmp-history.ts'
import { gmpPlot, rangeOf, runsOf, traceOf } from './gmp-plot.ts'

const FIRST = '2026-01-05'

const quoted = (day: string, amounts: readonly number[], disputed = false): GmpHistoryDay => ({
  day,
  gmp: amounts[0] ?? 0,
  gmpPct: null,
  lowest: Math.min(...amounts),
  highest: Math.max(...amounts),
  lowestPct: null,
  highestPct: null,
  spread: Math.max(...amounts) - Math.min(...amounts),
  owners: amounts.length,
  ownersOfDay: amounts.length,
  disputed,
  quotes: amounts.map((gmp, i) => ({ source: `source ${i}`, observedAt: day, gmp, countedSource: null })),
})

const anyHistory = fc
  .array(
    fc.record({
      n: fc.integer({ min: 0, max: 90 }),
      amounts: fc.array(fc.integer({ min: -500, max: 3000 }), { minLength: 1, maxLength: 6 }),
      disputed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((days) =>
    [...new Map(days.map((day) => [day.n, day])).values()]
      .sort((a, b) => a.n - b.n)
      .map(({ n, amounts, disputed }) => quoted(addDays(FIRST, n), amounts, disputed)),
  )

const anyRules = fc
  .tuple(...[-40, 0, 10].map((from) => fc.integer({ min: from, max: from + 80 })))
  .map((days) =>
    days.map((n, i) => ({ day: addDays(FIRST, n), label: ['opened', 'closed', 'listed'][i] ?? '' })),
  )

/** The width of a label and of a sign in a chart of 294 px, which a phone of 360 px has. */
const LABEL = (42 / 294) * 100
const SIGN = (16 / 294) * 100

test('places everything inside the drawing, without overlapping milestone labels on a phone', () => {
  fc.assert(
    fc.property(anyHistory, anyRules, (days, rules) => {
      const plot = gmpPlot(days, rules, FIRST)
      for (const day of days) {
        expect(plot.x(day.day)).toBeGreaterThanOrEqual(0)
        expect(plot.x(day.day)).toBeLessThanOrEqual(100)
        for (const { gmp } of day.quotes) {
          expect(plot.y(gmp)).toBeGreaterThanOrEqual(plot.top)
          expect(plot.y(gmp)).toBeLessThanOrEqual(plot.bottom)
        }
      }
      for (const { from, width } of plot.disputes) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from + width).toBeLessThanOrEqual(100.01)
      }
      const labels = plot.rules.map(({ x, y, side }) => ({ y, from: side === 'start' ? x : x - LABEL }))
      for (const [i, label] of labels.entries()) {
        expect(label.from).toBeGreaterThanOrEqual(0)
        expect(label.from + LABEL).toBeLessThanOrEqual(100)
        expect(label.y).toBeLessThan(plot.top)
        for (const other of labels.slice(i + 1)) {
          const isApart = Math.abs(other.from - label.from) >= LABEL || other.y !== label.y
          expect(isApart, JSON.stringify(labels)).toBe(true)
        }
      }
    }),
  )
})

test('every dispute has a sign over it or near it, and no two signs overlap', () => {
  fc.assert(
    fc.property(anyHistory, (days) => {
      const { disputes, disputeSigns } = gmpPlot(days, [], FIRST)
      for (const { from, width } of disputes) {
        const distances = disputeSigns.map((x) => Math.max(from - x, x - (from + width), 0))
        expect(Math.min(...distances)).toBeLessThan(SIGN * 1.5)
      }
      for (const [i, x] of disputeSigns.entries()) {
        expect(x - SIGN / 2).toBeGreaterThanOrEqual(0)
        expect(x + SIGN / 2).toBeLessThanOrEqual(100)
        expect(x - (disputeSigns[i - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(SIGN)
      }
    }),
  )
})

test('a single disputed day among ninety has its sign', () => {
  const days = Array.from({ length: 90 }, (_, n) => quoted(addDays(FIRST, n), [10, 30], n === 45))
  expect(gmpPlot(days, [], FIRST).disputeSigns.length).toBe(1)
})

describe('the days shown', () => {
  const history = [quoted(FIRST, [10]), quoted(addDays(FIRST, 10), [20])]
  const ruleDays = (n: number) =>
    gmpPlot(history, [{ day: addDays(FIRST, n), label: 'lists' }], FIRST).rules.map(({ day }) => day)

  test.each([-3, 0, 5, 13])('include a milestone %i days from the first quote', (n) => {
    expect(ruleDays(n)).toEqual([addDays(FIRST, n)])
  })

  test.each([-4, 14, 60])('exclude a milestone %i days from the first quote', (n) => {
    expect(ruleDays(n)).toEqual([])
    expect(gmpPlot(history, [], FIRST).x(FIRST)).toBe(2)
  })

  test.each([
    ['2026-01-05', '2026-01-09', '2026-02-01', ['5 Jan', '6 Jan', '7 Jan', '8 Jan', '9 Jan']],
    ['2025-01-05', '2025-01-09', '2026-02-01', ['5 Jan 2025', '6 Jan', '7 Jan', '8 Jan', '9 Jan']],
    ['2025-12-30', '2026-01-03', '2026-02-01', ['30 Dec 2025', '31 Dec', '1 Jan 2026', '2 Jan', '3 Jan']],
  ])('from %s to %s have their year where it is not obvious on %s', (first, last, today, texts) => {
    const { dayLabels } = gmpPlot([quoted(first, [1]), quoted(last, [1])], [], today)
    expect(dayLabels.map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual(texts)
  })

  test('have at most five labels', () => {
    for (let span = 0; span < 120; span++) {
      const { dayLabels } = gmpPlot([quoted(FIRST, [1]), quoted(addDays(FIRST, span), [1])], [], FIRST)
      expect(dayLabels.length).toBeLessThanOrEqual(5)
    }
  })
})

describe('the amounts', () => {
  test.each([
    ['premiums', [20, 45], [0, 45]],
    ['discounts', [-20, -45], [-45, 0]],
    ['both', [-20, 45], [-20, 45]],
  ])('of %s include zero', (_name, amounts, [low = 0, high = 0]) => {
    const { amounts: labels } = gmpPlot([quoted(FIRST, amounts)], [], FIRST)
    expect(labels).toContain(0)
    expect(Math.min(...labels)).toBeLessThanOrEqual(low)
    expect(Math.max(...labels)).toBeGreaterThanOrEqual(high)
  })

  test('that are all zero are in the middle', () => {
    const plot = gmpPlot([quoted(FIRST, [0, 0])], [], FIRST)
    expect(plot.amounts).toEqual([-1, 0, 1])
    expect(plot.y(0)).toBe((plot.top + plot.bottom) / 2)
  })
})

describe('lines', () => {
  const at = { x: (day: string) => Number(day.slice(8)), y: (gmp: number) => gmp }
  const amounts = (...days: [number, number][]) =>
    days.map(([n, gmp]) => ({ day: addDays('2026-01-01', n - 1), gmp }))

  test('join consecutive days, and bridge days without a quote', () => {
    expect(traceOf(amounts([1, 5], [2, 6], [5, 7], [6, 8]), at)).toEqual({
      line: 'M1,5L2,6M5,7L6,8',
      dots: '',
      bridges: 'M2,6L5,7',
    })
  })

  test('of a single day are a dot', () => {
    expect(traceOf(amounts([1, 5]), at)).toEqual({ line: '', dots: 'M1,5Z', bridges: '' })
  })

  test('shade the range from the lowest to the highest quote by day', () => {
    const days = [
      quoted('2026-01-01', [5, 9]),
      quoted('2026-01-02', [6, 8]),
      quoted('2026-01-04', [3, 1]),
      quoted('2026-01-08', [4]),
    ]
    expect(rangeOf(days, at)).toEqual({ area: 'M1,9L2,8L2,6L1,5Z', strokes: 'M4,1V3' })
  })
})

const on = (...days: string[]) => days.map((day) => ({ day }))

test('joins consecutive days into one run, also across the end of a month', () => {
  expect(runsOf(on('2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03'))).toEqual([
    on('2026-01-30', '2026-01-31', '2026-02-01'),
    on('2026-02-03'),
  ])
})

test('gives no run without days', () => {
  expect(runsOf([])).toEqual([])
})
