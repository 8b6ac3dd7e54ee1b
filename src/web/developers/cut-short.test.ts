import { expect, test } from 'vitest'
import { cutShort } from './cut-short.ts'

test('shows the first item of a list and how many more there are', () => {
  expect(cutShort({ ok: true, rows: [{ a: 1 }, { a: 2 }, { a: 3 }], end: null })).toBe(
    '{\n  "ok": true,\n  "rows": [\n    {\n      "a": 1\n    },\n    … 2 more\n  ],\n  "end": null\n}',
  )
})

test.each<[string, unknown, string]>([
  ['a list of one is whole', [{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
  ['shows a short list of texts whole, in one line', ['NSE', 'BSE'], '["NSE","BSE"]'],
  ['an empty list is empty', [], '[]'],
  ['cuts a list of long texts', ['x'.repeat(50), 'y'.repeat(50)], `[\n  "${'x'.repeat(50)}",\n  … 1 more\n]`],
  ['null is null', null, 'null'],
  ['a figure is exact', 14.79, '14.79'],
  ['quotes are escaped', 'a "b"', '"a \\"b\\""'],
  ['a text of 120 letters is whole', 'z'.repeat(120), `"${'z'.repeat(120)}"`],
  ['cuts a long text between words', 'word '.repeat(30), `"${'word '.repeat(24)}…"`],
  ['cuts a long word within it', 'z'.repeat(121), `"${'z'.repeat(120)} …"`],
])('%s', (_name, value, text) => {
  expect(cutShort(value)).toBe(text)
})
