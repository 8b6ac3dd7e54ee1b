import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { quickPlace } from '../test/support/quick-place.ts'
import { lastRun, newRun, type RunSettings, resumedRun, saveRun, saveUnfinished } from './results.ts'

const SETTINGS: RunSettings = {
  ...{ commit: '0a1b2c3', arch: 'arm64', rounds: 5, seconds: 2 },
  machine: [['Node', 'v24.0.0']],
}
const RESULT = { name: 'again', about: 'what it is about', figures: [], notes: ['a note'] }

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(quickPlace(), 'greymark-bench-'))
  return () => rmSync(place, { recursive: true, force: true })
})

test('an interrupted run is continued with what was measured', () => {
  saveUnfinished(place, { ...newRun(SETTINGS), results: [RESULT] })
  expect(resumedRun(place, SETTINGS)).toEqual({ ...SETTINGS, interruptions: 1, results: [RESULT] })
})

test.each([
  [{ commit: 'ffffff0' }, 'the interrupted run has another value of: commit'],
  [{ arch: 'x64', rounds: 7 }, 'the interrupted run has another value of: arch, rounds'],
  [{ machine: [['Node', 'v26.0.0']] }, 'the interrupted run has another value of: machine'],
  [{ commit: undefined }, 'the commit is unknown, or files of src or bench are changed'],
] as const)('a run with %j is not continued', (change, reason) => {
  saveUnfinished(place, { ...newRun(SETTINGS), results: [RESULT] })
  expect(resumedRun(place, { ...SETTINGS, ...change })).toBe(reason)
})

test('a whole run is kept, and cannot be continued', () => {
  saveUnfinished(place, newRun(SETTINGS))
  const run = { ...newRun(SETTINGS), day: '2026-01-15', results: [RESULT] }
  saveRun(place, run)
  expect(lastRun(place)).toEqual(run)
  expect(resumedRun(place, SETTINGS)).toBe(`there is no interrupted run in ${place}`)
})
