import { expect, test } from 'vitest'
import { gmpAge, isOldGmp } from './gmp.ts'

test.each<[today: string, age: number, isOld: boolean]>([
  ['2026-01-30', 0, false],
  ['2026-02-02', 3, false],
  ['2026-02-03', 4, true],
  ['2027-01-30', 365, true],
])('on %s a GMP of 30 January is %i days old', (today, age, isOld) => {
  expect(gmpAge('2026-01-30', today)).toBe(age)
  expect(isOldGmp('2026-01-30', today)).toBe(isOld)
})
