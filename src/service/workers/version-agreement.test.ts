import { expect, test } from 'vitest'
import { VersionAgreement } from './version-agreement.ts'

/** Longer than a test takes. */
const LONG_MS = 600_000

/** Two processes that serve version 1, and what was agreed on. */
function twoProcesses(waitMs = LONG_MS) {
  const agreement = new VersionAgreement(waitMs)
  for (const process of [1, 2]) agreement.join(process, '1')
  const agreed: string[] = []
  const prepared = async (process: number, version: string) => {
    await agreement.prepared(process, version)
    agreed.push(`${process} ${version}`)
  }
  return { agreement, agreed, prepared }
}

/** Lets all promises that can be settled be settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a process waits until the other is prepared for the same version', async () => {
  const { agreed, prepared } = twoProcesses()
  const first = prepared(1, '2')
  await settled()
  expect(agreed).toEqual([])
  await Promise.all([first, prepared(2, '2')])
  expect(agreed.toSorted()).toEqual(['1 2', '2 2'])
})

test('a later version, and one that is served already, need no waiting', async () => {
  const { agreed, prepared } = twoProcesses()
  const first = prepared(1, '2')
  const later = prepared(2, '3')
  await first
  await settled()
  expect(agreed).toEqual(['1 2'])
  await prepared(1, '3')
  await later
  await prepared(1, '3')
  expect(agreed.toSorted()).toEqual(['1 2', '1 3', '1 3', '2 3'])
})

test('a process that ends is not waited for, and one that joins is', async () => {
  const { agreement, agreed, prepared } = twoProcesses()
  const first = prepared(1, '2')
  agreement.leave(2)
  await first
  agreement.join(2, '2')
  void prepared(1, '3')
  await settled()
  expect(agreed).toEqual(['1 2'])
})

test('a process that is never prepared delays the others once, and itself not at all', async () => {
  const { agreed, prepared } = twoProcesses(1)
  await prepared(1, '2')
  expect(agreed).toEqual(['1 2'])
  await prepared(2, '2')
  expect(agreed).toEqual(['1 2', '2 2'])
})

test('the first version of a store follows every version of the demo', async () => {
  const agreement = new VersionAgreement(LONG_MS)
  for (const process of [1, 2]) agreement.join(process, 'demo-40')
  let isAgreed = false
  const first = agreement.prepared(1, '1').then(() => {
    isAgreed = true
  })
  await settled()
  expect(isAgreed).toBe(false)
  await Promise.all([first, agreement.prepared(2, '1')])
})

test('only the first process that sees a version makes the others look', () => {
  const { agreement } = twoProcesses()
  const isFirst = (version: string) => agreement.isFirstToSee(version)
  expect(['demo-7', '2', '2', '1', '4', '3', '4'].map(isFirst)).toEqual([
    ...[true, true, false, false, true, false, false],
  ])
})
