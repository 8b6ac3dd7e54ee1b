import { expect, test } from 'vitest'
import { ANSWER_BYTES, bytesOf, fittingCount } from './answer-size.ts'

const answerOf = (length: number) => (count: number) => ({
  items: Array.from({ length: count }, () => '₹'.repeat(length)),
})

test.each([0, 1, 10, 100, 1000, 3000])('as many items of %i characters as fit are kept', (length) => {
  const answerWith = answerOf(length)
  const count = fittingCount(500, answerWith)
  expect(bytesOf(answerWith(count))).toBeLessThanOrEqual(ANSWER_BYTES)
  if (count < 500) expect(bytesOf(answerWith(count + 1))).toBeGreaterThan(ANSWER_BYTES)
})

test('all items are kept when they fit', () => {
  expect(fittingCount(3, answerOf(10))).toBe(3)
})
