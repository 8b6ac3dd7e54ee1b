import { expect, onTestFinished, test } from 'vitest'
import { POLL_MS, watchVersion } from './version-watch.ts'

interface Version {
  version: number
}

/** A watch on a version that the test raises, or makes unreadable. */
async function watched() {
  const seen: number[] = []
  const errors: unknown[] = []
  const store: { version: number; fault: Error | undefined } = { version: 1, fault: undefined }
  const read = async (): Promise<Version> => {
    if (store.fault) throw store.fault
    return { version: store.version }
  }
  const watch = await watchVersion(read, {
    onChange: ({ version }) => seen.push(version),
    onError: (error) => errors.push(error),
  })
  onTestFinished(watch.stop)
  return { watch, store, seen, errors }
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
  await expect(watchVersion(read, { onChange: ignore, onError: ignore })).rejects.toThrow('the store is away')
})
