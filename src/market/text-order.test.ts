import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareText } from './text-order.ts'

test.each([
  ['digits before capitals', 'a2z', 'aZ', -1],
  ['capitals before small letters', 'Zebra', 'acme', -1],
  ['plain letters before accented ones', 'zinc', 'éclair', -1],
  ['a beginning before the whole', 'acme', 'acme-foods', -1],
  ['a hyphen before a letter', 'acme-foods', 'acmefoods', -1],
  ['nothing before something', '', 'a', -1],
  ['no digit counts as a number', 'item-10', 'item-2', -1],
  ['the last code point of 16 bits before the first beyond them', '\u{ffff}', '\u{10000}', -1],
  ['a private character before an emoji, against UTF-16', '\u{e000}', '😀', -1],
  ['two characters beyond 16 bits by their code points', '\u{10ffff}', '\u{10000}', 1],
  ['two characters that share their first half', '😀', '😁', -1],
  ['the same text is the same', 'acme', 'acme', 0],
  ['the same sound in other code points is not', 'e\u{301}', 'é', -1],
])('%s', (_name, a, b, order) => {
  expect(Math.sign(compareText(a, b))).toBe(order)
  expect(Math.sign(compareText(b, a))).toBe(order === 0 ? 0 : -order)
})

const NEAR_THE_SEAMS = [
  'a',
  'Z',
  'é',
  '\u{d7ff}',
  '\u{e000}',
  '\u{fffd}',
  '\u{ffff}',
  '\u{10000}',
  '😀',
  '\u{10ffff}',
]

test.each([
  ['any characters', fc.string({ unit: 'binary' })],
  [
    'characters near the seams of UTF-16',
    fc.string({ unit: fc.constantFrom(...NEAR_THE_SEAMS), maxLength: 4 }),
  ],
])('the order of %s is that of their UTF-8 bytes', (_name, text) => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: 1_000 },
  )
})
