import { expect, test } from 'vitest'
import { en } from '../en.ts'
import { plainText } from '../format.ts'

const changed = (old: object | null, now: object) =>
  en.changes
    .changeTexts({ kind: 'terms', slug: 'acme', old, new: now, into: null, by: 'sources' } as never)
    .map(plainText)

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
    'UPI mandates until: 15 Jan 2026, 5:00 pm',
  ],
  ['a missing value', { lotSize: 100 }, { lotSize: null }, 'Lot size: not known, was 100'],
])('%s of an IPO changes in the words and figures of the pages', (_name, old, now, text) => {
  expect(changed(old, now)).toEqual([text])
})

test.each<[string, unknown, string, string]>([
  ['lastGmp', -3.5, 'GMP', '−₹3.50'],
  ['lastGmpDay', '2026-01-14', 'Day of the latest GMP', '14 Jan 2026'],
  ['lastGmpOwners', 3, 'Sources behind the latest GMP', '3'],
  [
    'expected',
    { allotmentDate: '2026-01-16', listingDate: '2026-01-20' },
    'Expected days',
    'allotment 16 Jan 2026, listing 20 Jan 2026',
  ],
  ['lotSize', null, 'Lot size', 'not known'],
])('the field %s has a label and a form by itself', (field, value, name, text) => {
  expect([en.fields.fieldLabel(field), plainText(en.fields.fieldText(field, value))]).toEqual([name, text])
})

test.each([
  ['operator', 'corrected by the operator'],
  ['retraction', 'a report was retracted'],
  ['joining', 'two IPOs were merged'],
  ['sources', null],
  ['clock', null],
] as const)('a change by %s corrects: %s', (by, text) => {
  expect(en.changes.correctionText(by)).toBe(text)
  const [change] = en.changes.changeTexts({
    kind: 'gmp',
    old: { lastGmp: 1 },
    new: { lastGmp: 2 },
    into: null,
    by,
  })
  expect(change).toBe(text === null ? 'GMP: ₹2, was ₹1' : `GMP: ₹2, was ₹1 (${text})`)
})
