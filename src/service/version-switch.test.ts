import { expect, test } from 'vitest'
import { VersionSwitch } from './version-switch.ts'

const at = (version: number) => ({ version, recorded: `2026-01-14T12:00:0${version}.000Z` })

/** A switch on a store that the test changes, and whose preparations the test ends. */
function switchFrom(version: number) {
  const store = { current: at(version), history: 0 }
  const versions = new VersionSwitch(store)
  const pending: { end: () => void }[] = []
  const finished: number[] = []
  const prepare = () =>
    new Promise<() => void>((resolve) => {
      const { version: prepared } = store.current
      pending.push({ end: () => resolve(() => finished.push(prepared)) })
    })
  const endPreparation = async () => {
    pending.shift()?.end()
    await new Promise(setImmediate)
  }
  return { store, versions, prepare, endPreparation, pending, finished }
}

test('without a preparation a version is served as soon as it is seen', () => {
  const { store, versions } = switchFrom(1)
  store.current = at(2)
  versions.follow()
  expect(versions.current).toEqual(at(2))
})

test('a version is served when it is prepared, and what was prepared is then used', async () => {
  const { store, versions, prepare, endPreparation, finished } = switchFrom(1)
  versions.prepareWith(prepare)
  store.current = at(2)
  const served = versions.follow()
  expect(versions.current).toEqual(at(1))
  await endPreparation()
  await served
  expect(versions.current).toEqual(at(2))
  expect(finished).toEqual([2])
})

test('versions that are seen during a preparation are prepared once, as the last of them', async () => {
  const { store, versions, prepare, endPreparation, finished } = switchFrom(1)
  versions.prepareWith(prepare)
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
  const { store, versions, prepare, pending } = switchFrom(0)
  versions.prepareWith(prepare)
  store.current = at(1)
  versions.follow()
  expect(versions.current).toEqual(at(1))
  expect(pending).toEqual([])
})

test('a store that has lost facts is served at once, and no version of before is served again', async () => {
  const { store, versions, prepare, endPreparation, finished } = switchFrom(5)
  versions.prepareWith(prepare)
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
  const { store, versions, prepare, endPreparation } = switchFrom(1)
  versions.prepareWith(prepare)
  for (const version of [2, 3]) {
    store.current = at(version)
    const served = versions.follow()
    await endPreparation()
    await served
    expect(versions.current).toEqual(at(version))
  }
})
