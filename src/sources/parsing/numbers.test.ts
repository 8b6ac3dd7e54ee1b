import { expect, test } from 'vitest'
import { bandFrom, rupeesFrom, sharesFrom } from './numbers.ts'

test.each<[string, number | null]>([
  ['10.00', 1000],
  ['Rs.10/-', 1000],
  ['Rs. 1/- each', 100],
  ['Re. 1 per Equity Share', 100],
  ['₹2.50 per share', 250],
  ['Rs. 97 per Equity Share of face value of Re. 1 each', 9700],
  ['Rs. 10 and Rs. 5', null],
  ['ten', null],
  ['each', null],
])('%s is an amount of %s paise', (text, paise) => {
  expect(rupeesFrom(text)).toBe(paise)
})

test.each<[string, number | null]>([
  ['150', 150],
  ['0', 0],
  ['17 Equity Shares', 17],
  ['Minimum of 154 Equity Shares', 154],
  ['12.5', null],
  ['150 units', null],
])('%s is a count of %s shares', (text, count) => {
  expect(sharesFrom(text)).toBe(count)
})

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
