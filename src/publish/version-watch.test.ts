import { expect, onTestFinished, test } from 'vitest'
import { POLL_MS, watchVersion } from './version-watch.ts'

interface Version {
  version: number
}

/** A watch on a version that the test raises, or makes unreadable. */
async function watched() {
  const seen: number[] = []
  const errors: unknown[] = []
  const told: string[] = []
  const store: { version: number; fault: Error | undefined; wait: Promise<void> | undefined; looks: number } =
    {
      version: 1,
      fault: undefined,
      wait: undefined,
      looks: 0,
    }
  const read = async (): Promise<Version> => {
    store.looks++
    const { version } = store
    await store.wait
    if (store.fault) throw store.fault
    return { version }
  }
  const watch = await watchVersion({
    read,
    now: () => 1000,
    onChange: ({ version }) => seen.push(version),
    onFailing: (error) => errors.push(error),
    onWell: () => told.push('well'),
    onHanging: () => told.push('hanging'),
  })
  onTestFinished(watch.stop)
  return { watch, store, seen, errors, told }
}

test('the version at the start is known at once and is no change', async () => {
  const { watch, seen } = await watched()
  expect(watch.current).toEqual({ version: 1 })
  expect(seen).toEqual([])
})

test('a refresh sees a change at once and tells of it once', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  await watch.refresh()
  expect(watch.current).toEqual({ version: 2 })
  await watch.refresh()
  expect(seen).toEqual([2])
})

test('refreshes at the same time tell of a change once', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  await Promise.all([watch.refresh(), watch.refresh(), watch.refresh()])
  expect(seen).toEqual([2])
})

test('a refresh without a change tells of none', async () => {
  const { watch, seen } = await watched()
  await watch.refresh()
  expect(seen).toEqual([])
})

test('a read that fails makes the refresh fail and leaves the last version standing', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  store.fault = new Error('the store is away')
  await expect(watch.refresh()).rejects.toThrow('the store is away')
  expect(watch.current).toEqual({ version: 1 })
  expect(seen).toEqual([])

  store.fault = undefined
  await watch.refresh()
  expect(watch.current).toEqual({ version: 2 })
  expect(seen).toEqual([2])
})

test('looks several times within the 2 seconds that are promised', () => {
  expect(POLL_MS).toBeLessThanOrEqual(1000)
})

test('without any refresh, a change by another process shows', async () => {
  const { watch, store } = await watched()
  store.version = 2
  await expect.poll(() => watch.current, { timeout: 20_000 }).toEqual({ version: 2 })
})

test('a failed look on its own is reported, and looking goes on', async () => {
  const { watch, store, errors } = await watched()
  store.fault = new Error('the store is away')
  await expect.poll(() => errors, { timeout: 20_000 }).toContain(store.fault)
  store.fault = undefined
  store.version = 2
  await expect.poll(() => watch.current, { timeout: 20_000 }).toEqual({ version: 2 })
})

test('a watch that cannot read at the start does not start', async () => {
  const read = () => Promise.reject(new Error('the store is away'))
  const ignore = () => undefined
  const watching = {
    read,
    now: () => 1000,
    onChange: ignore,
    onFailing: ignore,
    onWell: ignore,
    onHanging: ignore,
  }
  await expect(watchVersion(watching)).rejects.toThrow('the store is away')
})

test('of several failed looks the first is told, and then that all is well again', async () => {
  const { watch, store, errors, told } = await watched()
  const fault = new Error('the store is away')
  store.fault = fault
  for (let look = 0; look < 3; look++) await watch.refresh().catch(() => undefined)
  expect(errors).toEqual([fault])
  expect(watch.failing).toEqual({ since: 1000, error: fault })
  expect(told).toEqual([])

  store.fault = undefined
  await watch.refresh()
  await watch.refresh()
  expect(watch.failing).toBe(null)
  expect(told).toEqual(['well'])
})

test('looks never overlap, and whoever asks during one gets what was there when it asked', async () => {
  const { watch, store, seen } = await watched()
  const { promise, resolve } = Promise.withResolvers<void>()
  store.wait = promise
  const early = watch.refresh()
  const looks = store.looks
  store.version = 2
  const late = [watch.refresh(), watch.refresh()]
  expect(store.looks).toBe(looks)
  resolve()
  await early
  await Promise.all(late)
  expect(watch.current).toEqual({ version: 2 })
  expect(seen).toEqual([2])
})

test('a look that takes too long has failed, and what it waits for is given up', async () => {
  const { watch, store, errors, told } = await watched()
  const never = Promise.withResolvers<void>()
  store.wait = never.promise
  store.version = 2
  await expect(watch.refresh()).rejects.toThrow('no answer within')
  expect(told).toContain('hanging')
  expect(errors).toHaveLength(1)

  store.wait = undefined
  await watch.refresh()
  never.resolve()
  expect(watch.current).toEqual({ version: 2 })
  expect(watch.failing).toBe(null)
})

test('a look that fails once the watch has stopped is no outage', async () => {
  const { watch, store, errors } = await watched()
  watch.stop()
  store.fault = new Error('the store is closed')
  await expect(watch.refresh()).rejects.toThrow('the store is closed')
  expect(errors).toEqual([])
})
