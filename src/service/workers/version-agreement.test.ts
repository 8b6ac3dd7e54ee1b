import { expect, test } from 'vitest'
import { VersionAgreement } from './version-agreement.ts'

/** Longer than a test takes. */
const LONG_MS = 600_000

/** Two processes that serve version 1, and what was agreed on. */
function twoProcesses(waitMs = LONG_MS) {
  const agreement = new VersionAgreement(waitMs)
  for (const process of [1, 2]) agreement.join(process, '1')
  const agreed: string[] = []
  const prepared = async (process: number, version: number) => {
    await agreement.prepared(process, version)
    agreed.push(`${process} ${version}`)
  }
  return { agreement, agreed, prepared }
}

/** Lets all promises that can be settled be settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a process waits until the other is prepared for the same version', async () => {
  const { agreed, prepared } = twoProcesses()
  const first = prepared(1, 2)
  await settled()
  expect(agreed).toEqual([])
  await Promise.all([first, prepared(2, 2)])
  expect(agreed.toSorted()).toEqual(['1 2', '2 2'])
})

test('a later version, and one that is served already, need no waiting', async () => {
  const { agreed, prepared } = twoProcesses()
  const first = prepared(1, 2)
  const later = prepared(2, 3)
  await first
  await settled()
  expect(agreed).toEqual(['1 2'])
  await prepared(1, 3)
  await later
  await prepared(1, 3)
  expect(agreed.toSorted()).toEqual(['1 2', '1 3', '1 3', '2 3'])
})

test('a process that ends is not waited for, and one that joins is', async () => {
  const { agreement, agreed, prepared } = twoProcesses()
  const first = prepared(1, 2)
  agreement.leave(2)
  await first
  agreement.join(2, '2')
  void prepared(1, 3)
  await settled()
  expect(agreed).toEqual(['1 2'])
})

test('processes agree again after all of them have ended', async () => {
  const { agreement, agreed, prepared } = twoProcesses()
  for (const process of [1, 2]) agreement.leave(process)
  for (const process of [1, 2]) agreement.join(process, '1')
  const first = prepared(1, 2)
  await settled()
  expect(agreed).toEqual([])
  await Promise.all([first, prepared(2, 2)])
})

test('a process that is never prepared delays the others once, and itself not at all', async () => {
  const { agreed, prepared } = twoProcesses(1)
  await prepared(1, 2)
  expect(agreed).toEqual(['1 2'])
  await prepared(2, 2)
  expect(agreed).toEqual(['1 2', '2 2'])
})

test('the first version of a store follows every version of the demo', async () => {
  const agreement = new VersionAgreement(LONG_MS)
  for (const process of [1, 2]) agreement.join(process, 'demo-40')
  let isAgreed = false
  const first = agreement.prepared(1, 1).then(() => {
    isAgreed = true
  })
  await settled()
  expect(isAgreed).toBe(false)
  await Promise.all([first, agreement.prepared(2, 1)])
})

/** Lets a process choose what it prepares next; versions are committed a second apart. */
const choose = (agreement: VersionAgreement, process: number, serves: number, seen: number) => {
  const committed = (version: number) => `2026-01-14T12:00:0${version}.000Z`
  const { next, isNew } = agreement.choose(process, {
    ...{ serves, seen: { version: seen, recorded: committed(seen) }, waitedMs: 0 },
  })
  expect(next.recorded).toBe(committed(next.version))
  return { next: next.version, isNew }
}

test('a process prepares what another prepares already, though it has seen more', async () => {
  const { agreement, prepared } = twoProcesses()
  expect(choose(agreement, 1, 1, 2)).toEqual({ next: 2, isNew: true })
  expect(choose(agreement, 2, 1, 3)).toEqual({ next: 2, isNew: false })
  await Promise.all([prepared(1, 2), prepared(2, 2)])
  expect(choose(agreement, 2, 2, 3)).toEqual({ next: 3, isNew: true })
  expect(choose(agreement, 1, 2, 4)).toEqual({ next: 3, isNew: false })
})

test('a version that a process serves already is not chosen again', () => {
  const { agreement } = twoProcesses()
  choose(agreement, 1, 1, 2)
  // It was not prepared in time, and reported nothing.
  expect(choose(agreement, 1, 2, 3)).toEqual({ next: 3, isNew: true })
  expect(choose(agreement, 2, 1, 3)).toEqual({ next: 3, isNew: false })
})

test('processes agree on the next version of a store that was restored to an earlier one', async () => {
  const { agreement, agreed, prepared } = twoProcesses()
  await Promise.all([prepared(1, 6), prepared(2, 6)])
  void prepared(2, 7)
  expect(choose(agreement, 1, 2, 3)).toEqual({ next: 3, isNew: true })
  await settled()
  expect(agreed.splice(0).toSorted()).toEqual(['1 6', '2 6', '2 7'])
  const first = prepared(1, 3)
  await settled()
  expect(agreed).toEqual([])
  expect(choose(agreement, 2, 2, 4)).toEqual({ next: 3, isNew: false })
  await Promise.all([first, prepared(2, 3)])
  expect(agreed.toSorted()).toEqual(['1 3', '2 3'])
})

test('what a process was about to prepare when it ended is still prepared', async () => {
  const { agreement, agreed, prepared } = twoProcesses()
  choose(agreement, 1, 1, 2)
  agreement.leave(1)
  expect(choose(agreement, 2, 1, 3)).toEqual({ next: 2, isNew: false })
  await prepared(2, 2)
  expect(agreed).toEqual(['2 2'])
  expect(choose(agreement, 2, 2, 3)).toEqual({ next: 3, isNew: true })
})

test('the time that a version has waited counts from the first process that saw it', () => {
  const { agreement } = twoProcesses()
  const seen = { version: 2, recorded: '2026-01-14T12:00:02.000Z' }
  const begin = performance.now()
  expect(agreement.choose(1, { serves: 1, seen, waitedMs: 1000 }).waitedMs).toBe(1000)
  const { waitedMs } = agreement.choose(2, { serves: 1, seen, waitedMs: 0 })
  expect(waitedMs).toBeGreaterThanOrEqual(1000)
  expect(waitedMs).toBeLessThanOrEqual(1000 + performance.now() - begin)
})

test('a version that was given up long ago is not chosen', () => {
  const { agreement } = twoProcesses()
  const at = (version: number) => ({ version, recorded: `2026-01-14T12:00:0${version}.000Z` })
  agreement.choose(1, { serves: 1, seen: at(2), waitedMs: LONG_MS + 1 })
  expect(agreement.choose(2, { serves: 1, seen: at(3), waitedMs: 0 })).toEqual({
    ...{ next: at(3), waitedMs: 0, isNew: true },
  })
})
