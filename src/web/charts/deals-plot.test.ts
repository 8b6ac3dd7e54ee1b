import { describe, expect, test } from 'vitest'
import { plain } from '../../../test/support/pages.ts'
import { addDays } from '../../market/calendar.ts'
import type { SymbolDay } from '../../reports/deals/deal-sums.ts'
import { dealsPlot } from './deals-plot.ts'

const sum = (boughtCr: number | null, soldCr: number | null) => ({
  disclosed: 1,
  inBothLists: 0,
  boughtShares: 0,
  soldShares: 0,
  boughtCr,
  soldCr,
})
const traded = (day: string, bulk = sum(10, null), block = sum(null, null)): SymbolDay => ({
  day,
  sum: sum(
    (bulk.boughtCr ?? 0) + (block.boughtCr ?? 0) || null,
    (bulk.soldCr ?? 0) + (block.soldCr ?? 0) || null,
  ),
  byKind: { BULK: bulk, BLOCK: block },
})

describe('day labels', () => {
  const labelsOf = (first: string, last: string, today: string) =>
    dealsPlot([traded(first), traded(last)], today).dayLabels

  test.each([
    ['two years', '2024-11-13', '2026-11-13'],
    ['some months', '2026-03-31', '2026-11-02'],
    ['a month', '2026-10-12', '2026-11-13'],
    ['one day', '2026-11-13', '2026-11-13'],
  ])('of %s are in even steps, all of them and those that a phone shows', (_name, first, last) => {
    const { dayLabels: labels, x } = dealsPlot([traded(first), traded(last)], '2026-11-15')
    const oneDay = x(last) - x(addDays(last, -1))
    for (const shown of [labels, labels.filter(({ isSpare }) => !isSpare)]) {
      const gaps = shown.slice(1).map((label, i) => label.x - (shown[i]?.x ?? 0))
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(oneDay + 0.05)
    }
    expect(labels.map(({ anchor }) => anchor)).toEqual(['start', 'middle', 'middle', 'middle', 'end'])
  })

  test('have their year where it is another, and then a phone shows three', () => {
    const labels = labelsOf('2025-11-15', '2026-01-14', '2026-01-15')
    expect(labels.map(({ text }) => plain(text))).toEqual([
      '15 Nov 2025',
      '30 Nov 2025',
      '15 Dec 2025',
      '30 Dec 2025',
      '14 Jan',
    ])
    expect(labels.map(({ isSpare }) => isSpare)).toEqual([false, true, false, true, false])
  })

  test('of this year are all short enough for a phone', () => {
    const labels = labelsOf('2026-01-05', '2026-01-14', '2026-01-15')
    expect(labels.map(({ text }) => plain(text)).at(-1)).toBe('14 Jan')
    expect(labelsOf('2026-02-05', '2026-03-14', '2026-03-15').some(({ isSpare }) => isSpare)).toBe(false)
  })
})

describe('bars', () => {
  const day = '2026-11-13'
  const barsOf = (...days: SymbolDay[]) => dealsPlot(days, day).bars

  test('are stacked, purchases upwards and sales downwards', () => {
    const [bulk, block, sold] = barsOf(traded(day, sum(10, 5), sum(20, null)))
    expect([bulk?.kind, block?.kind, sold?.side]).toEqual(['BULK', 'BLOCK', 'SELL'])
    expect(block?.from).toBe(bulk?.to)
    expect(bulk?.to).toBeLessThan(bulk?.from ?? 0)
    expect(sold?.to).toBeGreaterThan(sold?.from ?? 0)
    const length = (bar: typeof bulk) => Math.abs((bar?.to ?? 0) - (bar?.from ?? 0))
    expect(length(block) / length(bulk)).toBeCloseTo(2, 1)
  })

  test('are visible however small they are', () => {
    const [small] = barsOf(traded(addDays(day, -1), sum(0.0001, null)), traded(day, sum(1000, null)))
    expect((small?.from ?? 0) - (small?.to ?? 0)).toBe(2)
  })
})
