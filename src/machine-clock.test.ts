import { expect, test } from 'vitest'
import { clockSkewMs, machineClock } from './machine-clock.ts'

/** A test may be delayed between two readings of a clock. */
const TOLERANCE_MS = 10_000

test.each([0, 86_400_000, -3_600_000])('a clock that is %i ms ahead is found to be so', (skewMs) => {
  expect(Math.abs(clockSkewMs(machineClock(skewMs)) - skewMs)).toBeLessThan(TOLERANCE_MS)
})
