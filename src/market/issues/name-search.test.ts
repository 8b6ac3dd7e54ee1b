import { expect, test } from 'vitest'
import { hasWordsTogether, writtenTogether } from './name-search.ts'

test.each([
  ['Skyparcel Limited', 'sky parcel', true],
  ['Mohan Lal Sweets', 'mohanlal', true],
  ['Old Mohan Lal Sweets', 'Mohanlal sw', true],
  ['J.G. Paints', 'jg paints', true],
  ['J G Paints', 'J.G.', true],
  ['Tea & Toast', 'tea toast', true],
  ['अन्न भंडार', 'अन्नभंडार', true],
  // Letters inside a word.
  ['Great East Mills', 'tea', false],
  ['Skyparcel Limited', 'parcel', false],
  ['Skyparcel Limited', 'skyparcels', false],
  ['Skyparcel Limited', '&', false],
  ['', 'a', false],
])('%s is found by "%s": %s', (name, typed, isFound) => {
  expect(hasWordsTogether(name, writtenTogether(typed))).toBe(isFound)
})
