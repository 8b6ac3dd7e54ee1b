import { expect, test } from 'vitest'
import type { MarketVersion } from '../store/version/market-version.ts'
import { type VersionPreparation, VersionSwitch } from './version-switch.ts'

const at = (version: number) => ({ version, recorded: `2026-01-14T12:00:0${version}.000Z` })

/** A switch on a store that the test changes, and whose preparations the test ends. */
function switchFrom(version: number, chooseWithinMs?: number) {
  const store = { current: at(version), history: 0 }
  const versions = new VersionSwitch(store, chooseWithinMs)
  const pending: { end: () => void }[] = []
  const finished: number[] = []
  /** The version that other processes prepare. */
  const others = { next: 0 }
  const waited: number[] = []
  const seenSince: number[] = []
  const preparation: VersionPreparation<MarketVersion> = {
    chooseNext: async ({ serves, seen, waitedMs }) => ({
      next: others.next > serves ? at(others.next) : seen,
      waitedMs,
    }),
    prepare: ({ version: prepared }, waitedMs) => {
      waited.push(waitedMs)
      seenSince.push(performance.now() - waitedMs)
      return new Promise((resolve) => {
        pending.push({ end: () => resolve(() => finished.push(prepared)) })
      })
    },
  }
  const endPreparation = async () => {
    await new Promise(setImmediate)
    pending.shift()?.end()
    await new Promise(setImmediate)
  }
  return { store, versions, preparation, others, endPreparation, pending, finished, waited, seenSince }
}

test('without a preparation a version is served as soon as it is seen', () => {
  const { store, versions } = switchFrom(1)
  store.current = at(2)
  versions.follow()
  expect(versions.current).toEqual(at(2))
})

test('a version is served when it is prepared, and what was prepared is then used', async () => {
  const { store, versions, preparation, endPreparation, finished } = switchFrom(1)
  versions.prepareWith(preparation)
  store.current = at(2)
  const served = versions.follow()
  expect(versions.current).toEqual(at(1))
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(2))
  expect(finished).toEqual([2])
})

test('versions that are seen during a preparation are prepared once, as the last of them', async () => {
  const { store, versions, preparation, endPreparation, finished } = switchFrom(1)
  versions.prepareWith(preparation)
  store.current = at(2)
  const served = versions.follow()
  store.current = at(3)
  versions.follow()
  store.current = at(4)
  versions.follow()
  await endPreparation()
  expect(versions.current).toEqual(at(2))
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(4))
  expect(finished).toEqual([2, 4])
})

test('the first facts are served at once', () => {
  const { store, versions, preparation, pending } = switchFrom(0)
  versions.prepareWith(preparation)
  store.current = at(1)
  versions.follow()
  expect(versions.current).toEqual(at(1))
  expect(pending).toEqual([])
})

test('a store that has lost facts is served at once, and no version of before is served again', async () => {
  const { store, versions, preparation, endPreparation, finished } = switchFrom(5)
  versions.prepareWith(preparation)
  store.current = at(6)
  const served = versions.follow()
  store.history = 1
  store.current = at(2)
  versions.follow()
  expect(versions.current).toEqual(at(2))
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(2))
  expect(finished).toEqual([])
})

test('a version that is seen after a switch is followed', async () => {
  const { store, versions, preparation, endPreparation } = switchFrom(1)
  versions.prepareWith(preparation)
  for (const version of [2, 3]) {
    store.current = at(version)
    const served = versions.follow()
    await endPreparation()
    await served
    expect(versions.current).toEqual(at(version))
  }
})

test('the version that other processes prepare comes first, and then the one that was seen', async () => {
  const { store, versions, preparation, others, endPreparation, finished } = switchFrom(1)
  versions.prepareWith(preparation)
  others.next = 2
  store.current = at(3)
  const served = versions.follow()
  await endPreparation()
  expect(versions.current).toEqual(at(2))
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(3))
  expect(finished).toEqual([2, 3])
})

test('a version that was not seen here is not served, though other processes prepare it', async () => {
  const { store, versions, preparation, others, endPreparation } = switchFrom(1)
  versions.prepareWith(preparation)
  others.next = 3
  store.current = at(2)
  const served = versions.follow()
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(2))
})

test('the version that was seen is served when no choice comes in time', async () => {
  const { store, versions, preparation, pending, endPreparation, finished } = switchFrom(1, 1)
  versions.prepareWith({ ...preparation, chooseNext: () => new Promise(() => undefined) })
  store.current = at(2)
  const served = versions.follow()
  await expect.poll(() => pending.length).toBe(1)
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(2))
  expect(finished).toEqual([2])
})

test('a request that waits for the switch does not count as a version that was seen', async () => {
  const { store, versions, preparation, endPreparation, seenSince } = switchFrom(1)
  versions.prepareWith(preparation)
  store.current = at(2)
  const served = versions.follow()
  await new Promise(setImmediate)
  versions.follow()
  await new Promise(setImmediate)
  const notBefore = performance.now()
  store.current = at(3)
  versions.follow()
  await endPreparation()
  await endPreparation()
  await served
  expect(seenSince).toHaveLength(2)
  expect(seenSince[1]).toBeGreaterThanOrEqual(notBefore)
})

test('the time that a version waits for the one before it counts', async () => {
  const { store, versions, preparation, endPreparation, waited } = switchFrom(1)
  versions.prepareWith(preparation)
  store.current = at(2)
  const served = versions.follow()
  await new Promise(setImmediate)
  store.current = at(3)
  versions.follow()
  const seenBy = performance.now()
  await new Promise(setImmediate)
  const waitedAtLeast = performance.now() - seenBy
  await endPreparation()
  await endPreparation()
  await served
  expect(waited).toEqual([expect.any(Number), expect.any(Number)])
  expect(waited[1]).toBeGreaterThan(waitedAtLeast)
})
