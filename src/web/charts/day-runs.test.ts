import { expect, test } from 'vitest'
import { runsOf } from './day-runs.ts'

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
