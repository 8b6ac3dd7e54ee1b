import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { quickPlace } from '../test/support/quick-place.ts'
import type { Figure } from './figure.ts'
import {
  isMeasured,
  lastRun,
  type NamedResult,
  newRun,
  type RunSettings,
  resumedRun,
  saveRun,
  saveUnfinished,
  withResult,
} from './results.ts'

const SETTINGS: RunSettings = {
  ...{ commit: '0a1b2c3', arch: 'arm64', rounds: 5, seconds: 2 },
  machine: [['Node', 'v24.0.0']],
}
const RESULT = { name: 'again', about: 'what it is about', figures: [], notes: ['a note'] }

/** A result of a part with some disturbed figures and some undisturbed ones. */
const result = (name: string, disturbed: number, undisturbed = 0): NamedResult => {
  const figure = (isDisturbed: boolean): Figure => ({
    ...{ work: '/ipos', against: 'another', unit: 'ms', goal: { atMost: 2, aim: 1 } },
    rounds: [{ ours: 1, theirs: 1, isDisturbed }],
  })
  const isDisturbed = (_: unknown, index: number) => index < disturbed
  const figures = Array.from({ length: disturbed + undisturbed }, isDisturbed).map(figure)
  return { name, about: 'what it is about', figures, notes: [] }
}

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(quickPlace(), 'greymark-bench-'))
  return () => rmSync(place, { recursive: true, force: true })
})

test('an interrupted run is continued with what was measured', () => {
  saveUnfinished(place, { ...newRun(SETTINGS), results: [RESULT] })
  expect(resumedRun(place, SETTINGS)).toEqual({
    ...{ ...newRun(SETTINGS), interruptions: 1 },
    results: [RESULT],
  })
})

test.each([
  [{ commit: 'ffffff0' }, 'the last run has another value of: commit'],
  [{ arch: 'x64', rounds: 7 }, 'the last run has another value of: arch, rounds'],
  [{ machine: [['Node', 'v26.0.0']] }, 'the last run has another value of: machine'],
  [{ commit: undefined }, 'the commit is unknown, or files of src or bench are changed'],
] as const)('a run with %j is not continued', (change, reason) => {
  saveUnfinished(place, { ...newRun(SETTINGS), results: [RESULT] })
  expect(resumedRun(place, { ...SETTINGS, ...change })).toBe(reason)
})

/** A whole run with these results. */
const wholeRun = (results: readonly NamedResult[]) => {
  const { toRepeat: _, ...run } = newRun(SETTINGS)
  return { ...run, day: '2026-01-15', results }
}

test('a whole run is kept, and cannot be continued if all its figures are reliable', () => {
  saveUnfinished(place, newRun(SETTINGS))
  const run = wholeRun([result('again', 0, 2)])
  saveRun(place, run)
  expect(lastRun(place)).toEqual(run)
  expect(resumedRun(place, SETTINGS)).toBe(
    `there is no run in ${place} that was interrupted or has figures that are not reliable`,
  )
})

test('the disturbed parts of a whole run are measured again on the same commit', () => {
  const run = wholeRun([result('again', 0, 2), result('engines', 1, 1)])
  saveRun(place, run)
  const resumed = resumedRun(place, SETTINGS)
  if (typeof resumed === 'string') throw new Error(resumed)
  expect(resumed).toEqual({ ...run, toRepeat: ['engines'] })
  expect(['again', 'engines', 'memory'].filter((part) => isMeasured(resumed, part))).toEqual(['again'])
  expect(resumedRun(place, { ...SETTINGS, commit: 'ffffff0' })).toBe(
    'the last run has another value of: commit',
  )
})

test.each([
  {
    what: 'replaces a less reliable one',
    known: result('engines', 2),
    added: result('engines', 1, 1),
    kept: 'added',
  },
  {
    what: 'does not replace an equally reliable one',
    known: result('engines', 1, 1),
    added: result('engines', 1),
    kept: 'known',
  },
] as const)('a second result of a part $what', ({ known, added, kept }) => {
  const run = withResult(
    { ...newRun(SETTINGS), results: [RESULT, known], toRepeat: ['engines', 'rounds'] },
    added,
  )
  expect(run.results).toEqual([RESULT, kept === 'added' ? added : known])
  expect(run).toMatchObject({ repeated: ['engines'], toRepeat: ['rounds'] })
})

test('the first result of a part is no repetition', () => {
  const run = withResult(newRun(SETTINGS), result('engines', 1))
  expect(run).toEqual({ ...newRun(SETTINGS), results: [result('engines', 1)] })
})
