import { expect, test } from 'vitest'
import { aheadOfMachineMs, inMilliseconds, machineClock } from './machine-clock.ts'
import { msOf } from './market/calendar.ts'

/** A test may be delayed between two readings of a clock. */
const TOLERANCE_MS = 10_000

test("the machine's clock is ahead of itself by exactly 0", () => {
  for (let i = 0; i < 1000; i++) expect(aheadOfMachineMs(machineClock(0))).toBe(0)
})

test.each([86_400_000, -3_600_000])('a clock that is %i ms ahead is found to be so', (aheadMs) => {
  expect(Math.abs(aheadOfMachineMs(machineClock(aheadMs)) - aheadMs)).toBeLessThan(TOLERANCE_MS)
})

test.each([0, 86_400_000, -3_600_000])('a clock that is %i ms ahead has the same milliseconds', (aheadMs) => {
  const now = machineClock(aheadMs)
  const before = msOf(now())
  const reading = inMilliseconds(now)()
  expect(reading).toBeGreaterThanOrEqual(before)
  expect(reading).toBeLessThanOrEqual(msOf(now()))
})

test('any other clock is read as text', () => {
  let text = '2026-01-15T06:00:00.000Z'
  const ms = inMilliseconds(() => text)
  expect(ms()).toBe(msOf(text))
  text = '2026-01-15T06:00:00.001Z'
  expect(ms()).toBe(msOf(text))
})
