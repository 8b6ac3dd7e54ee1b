import { expect, test } from 'vitest'
import { listedIpo } from '../../../test/support/alert-events.ts'
import { isStatedAlike } from './correction-words.ts'

const { listing } = listedIpo()

test.each<[string, unknown, unknown, boolean]>([
  ['lastGmp', 45, 45, true],
  ['lastGmp', 45, 40, false],
  ['lastGmp', 0, null, false],
  ['listing', listing, { ...listing, close: 137.2, volume: 1_250_000 }, true],
  ['listing', listing, { ...listing, listingPrice: 130 }, false],
  ['openDate', '2026-11-17T00:00:00.000Z', '2026-11-18T00:00:00.000Z', false],
])('%s from %j to %j is stated alike: %s', (field, stated, now, isAlike) => {
  expect(isStatedAlike(field, stated, now)).toBe(isAlike)
})
