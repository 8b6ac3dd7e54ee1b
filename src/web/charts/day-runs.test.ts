import { expect, test } from 'vitest'
import { listed, runsOf, wordsOfRun } from './day-runs.ts'

const on = (...days: string[]) => days.map((day) => ({ day }))
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('days that follow one another are one run, also across the end of a month', () => {
  expect(runsOf(on('2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03'))).toEqual([
    on('2026-01-30', '2026-01-31', '2026-02-01'),
    on('2026-02-03'),
  ])
})

test('no days make no run', () => {
  expect(runsOf([])).toEqual([])
})

test.each([
  [on('2026-11-03'), 'on 3 Nov'],
  [on('2026-11-07', '2026-11-08', '2026-11-09'), 'from 7 to 9 Nov'],
  [on('2026-10-31', '2026-11-01'), 'from 31 Oct to 1 Nov'],
  [on('2025-12-31', '2026-01-01'), 'from 31 Dec to 1 Jan'],
])('a run in words: %j', (run, words) => {
  expect(plain(wordsOfRun(run))).toBe(words)
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j as a list', (parts, words) => {
  expect(listed(parts)).toBe(words)
})
