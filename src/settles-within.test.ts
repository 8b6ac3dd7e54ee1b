import { expect, test } from 'vitest'
import { pollUntil } from './settles-within.ts'

/** A condition that is true at the given look, each of which takes 200 milliseconds of a clock. */
function slowLooks(trueAt: number) {
  const looks = { count: 0, ms: 1000 }
  const isTrue = async () => {
    looks.ms += 200
    return ++looks.count === trueAt
  }
  return { looks, isTrue, clock: () => looks.ms }
}

test('polling ends after its time, however long each look takes', async () => {
  const { looks, isTrue, clock } = slowLooks(1000)
  expect(await pollUntil(isTrue, 1000, clock)).toBe(false)
  expect(looks.count).toBe(5)
})

test('a condition that becomes true within the time is noticed', async () => {
  const { looks, isTrue, clock } = slowLooks(3)
  expect(await pollUntil(isTrue, 1000, clock)).toBe(true)
  expect(looks.count).toBe(3)
})

test('a look that hangs does not delay the end', async () => {
  expect(await pollUntil(() => new Promise<never>(() => undefined), 1)).toBe(false)
})

test('what was found is returned', async () => {
  expect(await pollUntil(async () => ({ version: 0 }), 1000)).toEqual({ version: 0 })
})
