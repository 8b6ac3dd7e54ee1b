import { expect, test } from 'vitest'
import { dayRunText, runsOf } from './day-runs.ts'

const on = (...days: string[]) => days.map((day) => ({ day }))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('joins consecutive days into one run, also across the end of a month', () => {
  expect(runsOf(on('2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03'))).toEqual([
    on('2026-01-30', '2026-01-31', '2026-02-01'),
    on('2026-02-03'),
  ])
})

test('gives no run without days', () => {
  expect(runsOf([])).toEqual([])
})

test.each([
  [on('2026-11-03'), 'on 3 Nov'],
  [on('2026-11-07', '2026-11-08', '2026-11-09'), 'from 7 to 9 Nov'],
  [on('2026-10-31', '2026-11-01'), 'from 31 Oct to 1 Nov'],
  [on('2025-11-03'), 'on 3 Nov 2025'],
  [on('2025-11-07', '2025-11-08'), 'from 7 to 8 Nov 2025'],
  [on('2025-10-31', '2025-11-01'), 'from 31 Oct to 1 Nov 2025'],
  [on('2025-12-31', '2026-01-01'), 'from 31 Dec 2025 to 1 Jan 2026'],
])('describes a run, seen in 2026: %j', (run, words) => {
  expect(plain(dayRunText(run, '2026-11-15'))).toBe(words)
})
