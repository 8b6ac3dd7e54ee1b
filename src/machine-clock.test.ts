import { expect, test } from 'vitest'
import { aheadOfMachineMs, machineClock } from './machine-clock.ts'

/** A test may be delayed between two readings of a clock. */
const TOLERANCE_MS = 10_000

test("the machine's clock is ahead of itself by exactly 0", () => {
  for (let i = 0; i < 1000; i++) expect(aheadOfMachineMs(machineClock(0))).toBe(0)
})

test.each([86_400_000, -3_600_000])('a clock that is %i ms ahead is found to be so', (aheadMs) => {
  expect(Math.abs(aheadOfMachineMs(machineClock(aheadMs)) - aheadMs)).toBeLessThan(TOLERANCE_MS)
})
