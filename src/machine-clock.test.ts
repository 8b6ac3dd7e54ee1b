import { expect, test } from 'vitest'
import { aheadOfMachineMs, inMilliseconds, machineClock } from './machine-clock.ts'
import { msOf } from './market/calendar.ts'

/** A test may be delayed between two readings of a clock. */
const TOLERANCE_MS = 10_000

test.each([0, 86_400_000, -3_600_000])('a clock that is %i ms ahead is found to be so', (aheadMs) => {
  expect(Math.abs(aheadOfMachineMs(machineClock(aheadMs)) - aheadMs)).toBeLessThan(TOLERANCE_MS)
})

test('a clock is read in milliseconds', () => {
  let text = '2026-01-15T06:00:00.000Z'
  const ms = inMilliseconds(() => text)
  expect(ms()).toBe(msOf(text))
  text = '2026-01-15T06:00:00.001Z'
  expect(ms()).toBe(msOf(text))
})
