import { expect, test } from 'vitest'
import { Owed } from './collector-lease.ts'

/** The checks at which a source is tried that fails each time. */
function looksOfTries(looks: number): number[] {
  const owed = new Owed()
  owed.add('down')
  const tried: number[] = []
  for (let look = 1; look <= looks; look++) {
    if (!owed.tick().includes('down')) continue
    tried.push(look)
    owed.add('down')
  }
  return tried
}

test('a source that fails repeatedly is tried at once, then ever more rarely, and never given up', () => {
  expect(looksOfTries(140)).toEqual([1, 3, 7, 15, 31, 63, 95, 127])
})

test('a source that was read is no longer owed, and another fault later is tried at once again', () => {
  const owed = new Owed()
  for (const source of ['read', 'read', 'other']) owed.add(source)
  owed.settle('read')
  expect(owed.tick()).toEqual(['other'])
  owed.add('read')
  expect(owed.tick()).toContain('read')
})

test('a source whose try had no result is not tried at every check', () => {
  const owed = new Owed({ first: 3, longest: 3 })
  owed.add('broken')
  const tried = Array.from({ length: 9 }, () => owed.tick().length)
  expect(tried).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
})
