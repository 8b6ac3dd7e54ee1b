import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputeLimit, disputeReason, isDisputed } from './gmp.ts'

test.each<[string, { owners: number; median: number; spread: number }, boolean]>([
  ['one owner cannot disagree with itself', { owners: 1, median: 4_500, spread: 0 }, false],
  ['one owner cannot, even with a spread', { owners: 1, median: 4_500, spread: 9_000 }, false],
  ['two owners that agree', { owners: 2, median: 4_500, spread: 0 }, false],
  ['two owners are enough', { owners: 2, median: 4_500, spread: 4_500 }, true],
  ['exactly half of the premium is no dispute', { owners: 2, median: 4_000, spread: 2_000 }, false],
  ['a paisa more than half is one', { owners: 2, median: 4_000, spread: 2_001 }, true],
  ['half a paisa below half is no dispute', { owners: 2, median: 4_001, spread: 2_000 }, false],
  ['half a paisa above half is one', { owners: 2, median: 4_001, spread: 2_001 }, true],
  ['three owners follow the same rule', { owners: 3, median: 4_000, spread: 2_000 }, false],
  ['a discount counts by its size: exactly half', { owners: 2, median: -4_000, spread: 2_000 }, false],
  ['a discount counts by its size: a paisa more', { owners: 2, median: -4_000, spread: 2_001 }, true],
  ['with a premium of 0 a paisa of spread is a dispute', { owners: 2, median: 0, spread: 1 }, true],
  ['with a premium of 0 and no spread there is none', { owners: 2, median: 0, spread: 0 }, false],
])('%s', (_name, day, disputed) => {
  expect(isDisputed(day)).toBe(disputed)
})

test('two owners disagree when twice the spread is larger than the premium, whatever its sign', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.integer({ min: 2, max: 6 }), (median, spread, owners) => {
      expect(isDisputed({ owners, median, spread })).toBe(2 * spread > Math.abs(median))
    }),
  )
})

test.each([
  [{ owners: 1, median: 4_500, spread: 0 }, 'one-owner', 2_250],
  [{ owners: 2, median: 4_000, spread: 2_000 }, 'agree', 2_000],
  [{ owners: 2, median: 4_001, spread: 2_001 }, 'spread-above-half', 2_000],
  [{ owners: 3, median: -4_000, spread: 2_001 }, 'spread-above-half', 2_000],
  [{ owners: 2, median: 0, spread: 1 }, 'any-spread-at-zero', 0],
  [{ owners: 2, median: 0, spread: 0 }, 'agree', 0],
] as const)('%j is judged by %s, with a limit of %d', (votes, reason, limit) => {
  expect([disputeReason(votes), disputeLimit(votes)]).toEqual([reason, limit])
})
