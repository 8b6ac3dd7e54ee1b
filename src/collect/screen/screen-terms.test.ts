import { expect, test } from 'vitest'
import type { Terms } from '../../market/facts/fact.ts'
import { REFUSAL_RULES } from './refusal-rules.ts'
import { screenDays, screenTerms } from './screen-terms.ts'

test.each<[string, Partial<Terms>, string | null]>([
  ['no terms', {}, null],
  ['a band', { priceMin: 9_000, priceMax: 9_500 }, null],
  ['a fixed price', { priceMin: 9_500, priceMax: 9_500 }, null],
  ['a band upside down by a paisa', { priceMin: 9_501, priceMax: 9_500 }, 'band-upside-down'],
  ['a lower end alone', { priceMin: 9_501, priceMax: null }, null],
  ['an upper end alone', { priceMax: 9_500 }, null],
  ['one day of bidding', { openDate: '2026-03-10', closeDate: '2026-03-10' }, null],
  [
    'closing the day before it opens',
    { openDate: '2026-03-10', closeDate: '2026-03-09' },
    'dates-out-of-order',
  ],
  ['45 days of bidding', { openDate: '2026-03-10', closeDate: '2026-04-24' }, null],
  ['46 days of bidding', { openDate: '2026-03-10', closeDate: '2026-04-25' }, 'dates-out-of-order'],
  ['an opening day alone', { openDate: '2026-03-10', closeDate: null }, null],
  ['listing the day after it closes', { closeDate: '2026-03-12', listingDate: '2026-03-13' }, null],
  ['listing the day it closes', { closeDate: '2026-03-12', listingDate: '2026-03-12' }, 'dates-out-of-order'],
  ['a listing day alone', { listingDate: '2026-03-12' }, null],
])('%s', (_name, terms, rule) => {
  expect(screenTerms(terms)?.rule ?? null).toBe(rule)
})

test('the reason has the values that were found and the rule that they break', () => {
  expect(screenTerms({ priceMin: 12_050, priceMax: 9_500 })?.reason).toBe(
    `₹120.5 to ₹95: ${REFUSAL_RULES['band-upside-down']}`,
  )
})

test.each<[Partial<Terms>, string | null]>([
  [{ openDate: '2028-03-09', closeDate: '2028-03-09' }, null],
  [{ openDate: '2028-03-10' }, 'too-far-ahead'],
  [{ closeDate: '2028-03-10' }, 'too-far-ahead'],
  [{ allotmentDate: '2028-03-10' }, 'too-far-ahead'],
  [{ listingDate: '2999-12-31' }, 'too-far-ahead'],
  [{ openDate: null }, null],
])('announced on 10 March 2026, %j', (terms, rule) => {
  expect(screenDays(terms, '2026-03-10T10:00:00.000Z')?.rule ?? null).toBe(rule)
})
