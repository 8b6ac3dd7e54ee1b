import { describe, expect, test } from 'vitest'
import type { AllotmentChance } from '../../market/issues/chances.ts'
import { chances } from './chances.ts'

const of = (chance: number | null, basis: AllotmentChance['basis'] = 'at-least') =>
  ({ category: 'RII', chance, basis }) as const

describe('in brief', () => {
  test.each<[ReturnType<typeof of>, string[]]>([
    [of(0.1634), ['Retail at least 1 in 7']],
    [of(0.25), ['Retail at least 1 in 4']],
    [of(0.2499), ['Retail at least 1 in 5']],
    [of(0.0001), ['Retail at least 1 in 10,000']],
    [of(0.5), ['Retail at least 1 in 2']],
    [of(0.8996), ['Retail at least 1 in 2 (89%)']],
    [of(0.265, 'applications'), ['Retail about 1 in 4']],
    [of(0.0296, 'applications'), ['Retail about 1 in 34']],
    [of(0.57, 'applications'), ['Retail about 57 in 100']],
    [of(1), ['Retail enough for one smallest allotment each']],
    [of(null), []],
    [of(0), []],
  ])('%j', (one, words) => {
    expect(chances.brief([one], 'MAINBOARD')).toEqual(words)
  })
})

test('no chance is shown as better than it is', () => {
  for (let parts = 1; parts < 10_000; parts++) {
    const [text = ''] = chances.brief([of(parts / 10_000)], 'MAINBOARD')
    const [, n = '', pct] = /1 in ([\d,]+)(?: \((\d+)%\))?$/.exec(text) ?? []
    expect(1 / Number(n.replaceAll(',', ''))).toBeLessThanOrEqual(parts / 10_000)
    expect(Number(pct ?? 0) * 100).toBeLessThanOrEqual(parts)
  }
})

test('the words name each category, and say by which bids', () => {
  const both = [of(0.12), { ...of(1), category: 'SNII' as const }]
  expect(chances.line(both, 'MAINBOARD', 'now')).toEqual([
    'chance of allotment if bidding ended now: Retail at least 1 in 9, sHNI enough for one smallest allotment each',
  ])
  expect(chances.line([of(0.12)], 'SME', 'final')).toEqual([
    'chance of allotment by the final bids: Individuals at least 1 in 9',
  ])
  expect(chances.line([of(null)], 'SME', 'final')).toEqual([])
  expect(chances.inList(both, 'MAINBOARD', 'now')).toBe('Chance now: Retail at least 1 in 9')
  expect(chances.inList(both, 'MAINBOARD', 'final')).toBe('Chance: Retail at least 1 in 9')
  expect(chances.inList(both, 'MAINBOARD', 'earlier')).toBeNull()
  expect(chances.inList([of(null)], 'MAINBOARD', 'now')).toBeNull()
  expect(chances.inList([], 'MAINBOARD', 'now')).toBeNull()
})
