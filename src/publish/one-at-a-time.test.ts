import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** Runs that the test ends, each with a result or an error. */
function runsOf() {
  const begun: PromiseWithResolvers<number>[] = []
  const run = oneAtATime(() => {
    const next = Promise.withResolvers<number>()
    begun.push(next)
    return next.promise
  })
  return { begun, run }
}

test('runs never overlap, and calls during a run share the next one', async () => {
  const { begun, run } = runsOf()
  const first = run()
  const later = [run(), run()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2])
  expect(begun).toHaveLength(2)
})

test('a run that fails does so for its own callers only', async () => {
  const { begun, run } = runsOf()
  const first = run()
  const later = run()
  begun[0]?.reject(new Error('the store is unavailable'))
  await expect(first).rejects.toThrow('the store is unavailable')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.resolve(2)
  expect(await later).toBe(2)
})
