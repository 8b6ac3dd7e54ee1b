import { expect, test } from 'vitest'
import { headingIds } from './heading-ids.ts'

test.each([
  ['Scoreboard', 'scoreboard'],
  ['Grey-market premium (GMP)', 'grey-market-premium-gmp'],
  ['What we collect, and from whom', 'what-we-collect-and-from-whom'],
  ["Owners' words: 50 % & more", 'owners-words-50---more'],
  ['`asOf` and snake_case', 'asof-and-snake_case'],
  ['मूल्य Élan', 'मूल्य-élan'],
])('finds the heading %s at #%s', (heading, id) => {
  expect(headingIds([heading])).toEqual([id])
})

test('numbers headings with the same text', () => {
  expect(headingIds(['Deals', 'Status', 'Deals', 'Deals'])).toEqual(['deals', 'status', 'deals-1', 'deals-2'])
})
