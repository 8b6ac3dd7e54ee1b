import { expect, test } from 'vitest'
import { Retries } from './collector-lease.ts'

/** The checks at which something is tried that fails each time. */
function checksOfTries(checks: number): number[] {
  const retries = new Retries({ first: 1, longest: 32 })
  retries.add()
  const tried: number[] = []
  for (let check = 1; check <= checks; check++) {
    if (!retries.tick()) continue
    tried.push(check)
    retries.add()
  }
  return tried
}

test('a source that fails repeatedly is tried at once, then ever more rarely, and never given up', () => {
  expect(checksOfTries(140)).toEqual([1, 3, 7, 15, 31, 63, 95, 127])
})

test('a source that was read is no longer owed, and another fault later is tried at once again', () => {
  const retries = new Retries({ first: 1, longest: 32 })
  for (let fault = 0; fault < 2; fault++) retries.add()
  retries.settle()
  expect([retries.isOwed, retries.tick(), retries.tick()]).toEqual([false, false, false])
  retries.add()
  expect([retries.isOwed, retries.tick()]).toEqual([true, true])
})

test('a source whose try had no result is not tried at every check', () => {
  const retries = new Retries({ first: 3, longest: 3 })
  retries.add()
  const tried = Array.from({ length: 9 }, () => Number(retries.tick()))
  expect(tried).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
})
