import { expect, test } from 'vitest'
import { BuildPause } from './build-pause.ts'

const NOON = '2026-01-28T06:30:00.000Z'

test('the pause doubles with each failure up to an hour, and a success ends it', () => {
  const pause = new BuildPause()
  expect([pause.failures, pause.secondsLeft(NOON)]).toEqual([0, 0])
  expect(Array.from({ length: 6 }, () => pause.failed(NOON))).toEqual([5, 10, 20, 40, 60, 60])
  expect([pause.failures, pause.secondsLeft(NOON)]).toEqual([6, 3600])
  pause.succeeded()
  expect([pause.failures, pause.secondsLeft(NOON)]).toEqual([0, 0])
  expect(pause.failed(NOON)).toBe(5)
})

test.each([
  ['2026-01-28T06:30:00.001Z', 300],
  ['2026-01-28T06:34:58.500Z', 2],
  ['2026-01-28T06:35:00.000Z', 0],
  ['2026-01-27T06:30:00.000Z', 0],
])('at %s, %d seconds of a pause from noon are left', (now, seconds) => {
  const pause = new BuildPause()
  pause.failed(NOON)
  expect(pause.secondsLeft(now)).toBe(seconds)
})
