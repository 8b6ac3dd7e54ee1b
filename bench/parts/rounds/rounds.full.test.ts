import { describe, expect, it } from 'vitest'
import type { Latencies } from '../../run/latencies.ts'
import { lostShareOf } from './rounds.ts'

const window = (p99: number, lostShare: number): Latencies => ({
  ...{ median: 0.2, p99, slowest: p99, perSecond: 1000, lostShare },
})

describe('the lost share of a pair of windows, with rounds and without', () => {
  it.each([
    { what: 'the larger of the two', during: window(2, 0.1), quiet: window(1, 0.3), expected: 0.3 },
    {
      what: 'not raised by slow answers during rounds',
      during: window(80, 0.1),
      quiet: window(5, 0),
      expected: 0.1,
    },
    {
      what: 'all if the answers were slow without rounds',
      during: window(2, 0),
      quiet: window(5.1, 0),
      expected: 1,
    },
  ])('is $what', ({ during, quiet, expected }) => {
    expect(lostShareOf({ during, quiet })).toBe(expected)
  })
})
