import { expect, test } from 'vitest'
import { CATEGORIES } from '../../market/facts/fact.ts'
import { categoryName } from './category-names.ts'
import { reach } from './subscription-bars.tsx'

test.each([
  [0, 0],
  [0.001, 1],
  [0.2, 6.72],
  [1, 22.34],
  [10, 44.67],
  [400, 80.45],
  [2000, 96.07],
  [50_000, 100],
])('draws %d times as %d percent of the track', (times, percent) => {
  expect(reach(times)).toBe(percent)
})

test('gives each category its own name on each board', () => {
  for (const board of ['MAINBOARD', 'SME'] as const) {
    const names = CATEGORIES.map((category) => categoryName(category, board))
    expect(new Set(names).size).toBe(CATEGORIES.length)
  }
  expect(categoryName('RII', 'SME')).toBe('Individuals (RII)')
  expect(categoryName('RII', 'MAINBOARD')).toBe('Retail (RII)')
})
