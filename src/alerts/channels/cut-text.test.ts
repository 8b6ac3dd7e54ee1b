import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['a text that fits', 'one\ntwo', 7, 'one\ntwo'],
  ['after the last whole line', 'one two\nthree\nfour five', 18, 'one two\nthree\n…'],
  ['not at a line that would lose most', 'a\nthree four five six', 15, 'a\nthree four f…'],
  ['within the only line', 'one two three', 8, 'one two…'],
  ['before half a character', 'ab😀cd', 4, 'ab…'],
  ['after a whole character', 'ab😀cd', 5, 'ab😀…'],
  ['to the ellipsis alone, which is nothing', 'abc', 1, ''],
])('%s', (_name, text, max, cut) => {
  expect(cutText(text, ({ length }) => length <= max)).toBe(cut)
})

const anyText = fc.string({ unit: fc.constantFrom('a', '\n', '₹', '😀', ' ', '&'), maxLength: 60 })

test.each([
  ['UTF-16 units', (text: string) => text.length],
  ['bytes', (text: string) => Buffer.byteLength(text)],
  ['characters of escaped text', (text: string) => text.replaceAll('&', '&amp;').length],
])('a text cut to a number of %s never exceeds it and ends at a whole character', (_unit, sizeOf) => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 60 }), (text, max) => {
      const cut = cutText(text, (part) => sizeOf(part) <= max)
      expect(sizeOf(cut)).toBeLessThanOrEqual(max)
      expect(cut.isWellFormed()).toBe(true)
      if (cut !== text && cut !== '') {
        expect(cut.endsWith('…')).toBe(true)
        expect(text.startsWith(cut.slice(0, -1))).toBe(true)
      }
      if (sizeOf(text) <= max) expect(cut).toBe(text)
    }),
  )
})
