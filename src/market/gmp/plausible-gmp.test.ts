import { expect, test } from 'vitest'
import { gmpFault } from './gmp.ts'

test.each([
  ['three times the price', 30_000, null],
  ['a paisa more', 30_001, 'gmp-too-high'],
  ['nothing', 0, null],
  ['minus the price', -10_000, null],
  ['a paisa less', -10_001, 'gmp-too-low'],
])('on a price of ₹100 a GMP of %s', (_name, gmp, fault) => {
  expect(gmpFault(gmp, 10_000)).toBe(fault)
})
