import { expect, test } from 'vitest'
import type { StaleSource } from '../reports/freshness.ts'
import { PolledValue } from './polled-value.ts'

const ONE: StaleSource = { id: 'ipowatch', source: 'IPOWatch', state: 'quiet', since: null }

/** A value whose reads are counted, with a clock that the test sets. */
function polledValue(read: (count: number) => Promise<readonly StaleSource[]>) {
  const world = { reads: 0, second: 0 }
  const value = new PolledValue(
    () => {
      world.reads++
      return read(world.reads)
    },
    () => `2026-01-15T06:00:${String(world.second).padStart(2, '0')}.000Z`,
  )
  return { world, value }
}

test('the value is read at once, and again only after 5 seconds', async () => {
  const { world, value } = polledValue(async (count) => Array<StaleSource>(count).fill(ONE))
  expect(value.known).toBeNull()
  expect(await value.current()).toHaveLength(1)
  world.second = 4
  expect(await value.current()).toHaveLength(1)
  world.second = 5
  expect(await value.current()).toHaveLength(2)
  expect(value.known).toHaveLength(2)
})

test('concurrent requests share one read', async () => {
  const { world, value } = polledValue(async () => [ONE])
  expect(await Promise.all([value.current(), value.current()])).toEqual([[ONE], [ONE]])
  expect(world.reads).toBe(1)
})

test('a hanging read delays nobody, no second one starts, and its value is used when it ends', async () => {
  const hanging = Promise.withResolvers<readonly StaleSource[]>()
  const { world, value } = polledValue(() => hanging.promise)
  expect(await value.current()).toBeNull()
  world.second = 30
  expect(await value.current()).toBeNull()
  expect(world.reads).toBe(1)
  hanging.resolve([ONE])
  await expect.poll(() => value.known).toEqual([ONE])
})

test('a failed read leaves the last value, and the next read happens when it is due', async () => {
  const { world, value } = polledValue((count) =>
    count === 2 ? Promise.reject(new Error('no store')) : Promise.resolve(count === 1 ? [ONE] : []),
  )
  await value.current()
  world.second = 10
  expect(await value.current()).toEqual([ONE])
  world.second = 15
  expect(await value.current()).toEqual([])
})

test('a clock that is set back does not stop the reads', async () => {
  const { world, value } = polledValue(async () => [ONE])
  world.second = 30
  await value.current()
  world.second = 10
  await value.current()
  expect(world.reads).toBe(2)
})
