import { expect, test } from 'vitest'
import type { StaleSource } from '../reports/freshness.ts'
import { StoreLook } from './store-look.ts'

/** A busy machine takes its time. */
const PATIENTLY = { timeout: 30_000 }

const ONE: StaleSource = { id: 'ipowatch', source: 'IPOWatch', state: 'quiet', since: null }

/** A watch whose looks are counted, over a clock that is set. */
function watching(look: (count: number) => Promise<readonly StaleSource[]>) {
  const world = { looks: 0, second: 0 }
  const watch = new StoreLook(
    () => {
      world.looks++
      return look(world.looks)
    },
    () => `2026-01-15T06:00:${String(world.second).padStart(2, '0')}.000Z`,
  )
  return { world, watch }
}

test('looks at once, and again only after 5 seconds', async () => {
  const { world, watch } = watching(async (count) => Array<StaleSource>(count).fill(ONE))
  expect(watch.known).toBeNull()
  expect(await watch.current()).toHaveLength(1)
  world.second = 4
  expect(await watch.current()).toHaveLength(1)
  world.second = 5
  expect(await watch.current()).toHaveLength(2)
  expect(watch.known).toHaveLength(2)
})

test('questions of one moment share one look', async () => {
  const { world, watch } = watching(async () => [ONE])
  expect(await Promise.all([watch.current(), watch.current()])).toEqual([[ONE], [ONE]])
  expect(world.looks).toBe(1)
})

test('a look that hangs holds nobody up, is not joined by a second one, and is taken when it ends', async () => {
  const hanging = Promise.withResolvers<readonly StaleSource[]>()
  const { world, watch } = watching(() => hanging.promise)
  expect(await watch.current()).toBeNull()
  world.second = 30
  expect(await watch.current()).toBeNull()
  expect(world.looks).toBe(1)
  hanging.resolve([ONE])
  await expect.poll(() => watch.known, PATIENTLY).toEqual([ONE])
})

test('a look that fails leaves what was known, and is made again when it is due', async () => {
  const { world, watch } = watching((count) =>
    count === 2 ? Promise.reject(new Error('no store')) : Promise.resolve(count === 1 ? [ONE] : []),
  )
  await watch.current()
  world.second = 10
  expect(await watch.current()).toEqual([ONE])
  world.second = 15
  expect(await watch.current()).toEqual([])
})

test('a clock that is set back does not stop the looks', async () => {
  const { world, watch } = watching(async () => [ONE])
  world.second = 30
  await watch.current()
  world.second = 10
  await watch.current()
  expect(world.looks).toBe(2)
})
