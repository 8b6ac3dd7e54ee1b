import { expect, onTestFinished, test } from 'vitest'
import { POLL_MS, watchVersion } from './version-watch.ts'

interface Version {
  version: number
}

/** A watch on a version that the test raises or makes unreadable. */
async function watched() {
  const seen: number[] = []
  const errors: unknown[] = []
  const calls: string[] = []
  const store: { version: number; fault: Error | undefined; wait: Promise<void> | undefined; reads: number } =
    {
      version: 1,
      fault: undefined,
      wait: undefined,
      reads: 0,
    }
  const read = async (): Promise<Version> => {
    store.reads++
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
    onRecovered: () => calls.push('recovered'),
    onTimeout: () => calls.push('timeout'),
  })
  onTestFinished(watch.stop)
  return { watch, store, seen, errors, calls }
}

test('the version at the start is known at once and is no change', async () => {
  const { watch, seen } = await watched()
  expect(watch.current).toEqual({ version: 1 })
  expect(seen).toEqual([])
})

test('a refresh sees a change at once and reports it once', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  await watch.refresh()
  expect(watch.current).toEqual({ version: 2 })
  await watch.refresh()
  expect(seen).toEqual([2])
})

test('concurrent refreshes report a change once', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  await Promise.all([watch.refresh(), watch.refresh(), watch.refresh()])
  expect(seen).toEqual([2])
})

test('a refresh without a change reports none', async () => {
  const { watch, seen } = await watched()
  await watch.refresh()
  expect(seen).toEqual([])
})

test('a failed read makes the refresh fail and leaves the last version unchanged', async () => {
  const { watch, store, seen } = await watched()
  store.version = 2
  store.fault = new Error('the store is unavailable')
  await expect(watch.refresh()).rejects.toThrow('the store is unavailable')
  expect(watch.current).toEqual({ version: 1 })
  expect(seen).toEqual([])

  store.fault = undefined
  await watch.refresh()
  expect(watch.current).toEqual({ version: 2 })
  expect(seen).toEqual([2])
})

test('the version is read at least twice within 2 seconds', () => {
  expect(POLL_MS).toBeLessThanOrEqual(1000)
})

test('without a refresh, a change by another process is seen', async () => {
  const { watch, store } = await watched()
  store.version = 2
  await expect.poll(() => watch.current).toEqual({ version: 2 })
})

test('a failed poll is reported, and polling continues', async () => {
  const { watch, store, errors } = await watched()
  store.fault = new Error('the store is unavailable')
  await expect.poll(() => errors).toContain(store.fault)
  store.fault = undefined
  store.version = 2
  await expect.poll(() => watch.current).toEqual({ version: 2 })
})

test('a watch that cannot read at the start does not start', async () => {
  const read = () => Promise.reject(new Error('the store is unavailable'))
  const ignore = () => undefined
  const options = {
    read,
    now: () => 1000,
    onChange: ignore,
    onFailing: ignore,
    onRecovered: ignore,
    onTimeout: ignore,
  }
  await expect(watchVersion(options)).rejects.toThrow('the store is unavailable')
})

test('the first of several failed reads is reported, and then the recovery', async () => {
  const { watch, store, errors, calls } = await watched()
  const fault = new Error('the store is unavailable')
  store.fault = fault
  for (let attempt = 0; attempt < 3; attempt++) await watch.refresh().catch(() => undefined)
  expect(errors).toEqual([fault])
  expect(watch.failing).toEqual({ since: 1000, error: fault })
  expect(calls).toEqual([])

  store.fault = undefined
  await watch.refresh()
  await watch.refresh()
  expect(watch.failing).toBe(null)
  expect(calls).toEqual(['recovered'])
})

test('reads never overlap, and a refresh during a read gets the version of the time of its call', async () => {
  const { watch, store, seen } = await watched()
  const { promise, resolve } = Promise.withResolvers<void>()
  store.wait = promise
  const early = watch.refresh()
  const reads = store.reads
  store.version = 2
  const late = [watch.refresh(), watch.refresh()]
  expect(store.reads).toBe(reads)
  resolve()
  await early
  await Promise.all(late)
  expect(watch.current).toEqual({ version: 2 })
  expect(seen).toEqual([2])
})

test('a read that takes too long fails, and onTimeout is called', async () => {
  const { watch, store, errors, calls } = await watched()
  const never = Promise.withResolvers<void>()
  store.wait = never.promise
  store.version = 2
  await expect(watch.refresh()).rejects.toThrow('no answer within')
  expect(calls).toContain('timeout')
  expect(errors).toHaveLength(1)

  store.wait = undefined
  await watch.refresh()
  never.resolve()
  expect(watch.current).toEqual({ version: 2 })
  expect(watch.failing).toBe(null)
})

test('a read that fails after stop is not reported', async () => {
  const { watch, store, errors } = await watched()
  watch.stop()
  store.fault = new Error('the store is closed')
  await expect(watch.refresh()).rejects.toThrow('the store is closed')
  expect(errors).toEqual([])
})
