import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

const changed = (old: object | null, now: object) =>
  changeText({ kind: 'terms', slug: 'acme', old, new: now, into: null, by: 'sources' } as never)

test.each<[string, object, object, string]>([
  ['a price', { priceMax: 100 }, { priceMax: 120.5 }, 'Price band, upper end: ₹120.50, was ₹100'],
  [
    'a day',
    { openDate: '2026-01-14T00:00:00.000Z' },
    { openDate: '2026-01-15T00:00:00.000Z' },
    'Opening day: 15 Jan 2026, was 14 Jan 2026',
  ],
  ['a count', { anchorShares: null }, { anchorShares: 1_574_001 }, 'Anchor investors’ shares: 15,74,001'],
  [
    'documents',
    { documents: [{ kind: 'ratios' }] },
    { documents: [{ kind: 'ratios' }, { kind: 'anchor' }] },
    'Documents: Basis of the issue price, Anchor allocation report, was Basis of the issue price',
  ],
  [
    'a time',
    { upiCutoffAt: null },
    { upiCutoffAt: '2026-01-15T11:30:00.000Z' },
    'UPI mandates until: 15 Jan 2026, 17:00 IST',
  ],
  ['a missing value', { lotSize: 100 }, { lotSize: null }, 'Lot size: not known, was 100'],
])('%s of an IPO changes in the words and figures of the pages', (_name, old, now, text) => {
  expect(changed(old, now)).toEqual([text])
})
