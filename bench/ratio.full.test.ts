import { expect, test } from 'vitest'
import type { Goal } from './figure.ts'
import { median, percentile, ratioOf, verdictOf, verdictOfFigure } from './ratio.ts'

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle)
})

test('a percentile is a measured value, and 99 of 100 values are at or below it', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentile(values, 0.99)).toBe(198)
  expect(percentile(values, 1)).toBe(200)
  expect(percentile([5], 0.5)).toBe(5)
})

test('a ratio is the median of the ratios of the rounds, not the ratio of the medians', () => {
  const rounds = [
    { ours: 50, theirs: 100 },
    { ours: 90, theirs: 100 },
    { ours: 160, theirs: 200 },
  ]
  expect(ratioOf(rounds)).toEqual({ median: 0.8, min: 0.5, max: 0.9 })
})

const MORE: Goal = { atLeast: 0.8, aim: 0.9 }
const LESS: Goal = { atMost: 2, aim: 1.3 }

test.each([
  [MORE, 0.9, 'aim reached'],
  [MORE, 0.8, 'reached'],
  [MORE, 0.79, 'missed'],
  [LESS, 1.3, 'aim reached'],
  [LESS, 2, 'reached'],
  [LESS, 2.1, 'missed'],
] as const)('with the goal %j a ratio of %d is %s', (goal, ratio, verdict) => {
  expect(verdictOf(goal, ratio)).toBe(verdict)
})

test('a figure with a disturbed round is not reliable, whatever its ratio', () => {
  const figure = { work: '/ipos', against: 'raw', unit: 'requests/s', goal: MORE }
  const round = { ours: 95, theirs: 100 }
  expect(verdictOfFigure({ ...figure, rounds: [round, { ...round, isDisturbed: false }] })).toBe(
    'aim reached',
  )
  expect(verdictOfFigure({ ...figure, rounds: [round, { ...round, isDisturbed: true }] })).toBe(
    'not reliable',
  )
})
