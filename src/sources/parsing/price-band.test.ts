import { expect, test } from 'vitest'
import { bandFrom } from './numbers.ts'

test.each([
  ['₹88-93', 88, 93],
  ['₹1,342 – ₹1,360', 1342, 1360],
  ['95 to 101', 95, 101],
  ['138-138', 138, 138],
  ['₹138', null, 138],
  ['93-88', null, null],
  ['88-90-93', null, null],
  ['₹-', null, null],
  ['—', null, null],
  ['₹0', null, null],
  ['to be announced', null, null],
  ['', null, null],
  ['95  101', null, null],
  ['95/-101', null, null],
])('"%s" is a band from %s to %s', (text, min, max) => {
  const paise = (rupees: number | null) => (rupees === null ? null : rupees * 100)
  expect(bandFrom(text)).toEqual({ priceMin: paise(min), priceMax: paise(max) })
})
