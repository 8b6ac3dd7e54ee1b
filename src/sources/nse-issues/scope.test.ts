import { expect, test } from 'vitest'
import { boardOfSeries, isFirstOffer } from './cells.ts'

test.each([
  ['EQ', 'MAINBOARD'],
  ['BE', 'MAINBOARD'],
  ['SME', 'SME'],
  ['IV', null],
  ['RR', null],
  ['DEBT', null],
  [null, null],
])('series %s is of board %s', (series, board) => {
  expect(boardOfSeries(series)).toBe(board)
})

test.each([
  ['an ordinary issue', 'Lotus Kettles Limited', 'LOTUSKET', true],
  ['an issue without a symbol', 'Lotus Kettles Limited', null, true],
  ['a withdrawn issue', 'Lotus Kettles Limited-Issue Withdrawn', 'LOTUSKET', true],
  ['a postponed issue', 'Lotus Kettles Limited-Issue postponed', 'LOTUSKET', true],
  ['a symbol that ends in PP', 'Kite Puppets Limited', 'KITEPP', true],
  ['partly paid shares', 'Lotus Kettles Limited', 'LOTUSPP1', false],
  ['a further offer by its name', 'Lotus Kettles Limited - FPO', 'LOTUSKET', false],
  ['a further offer in brackets', 'Lotus Kettles Limited (FPO)', 'LOTUSKET', false],
  ['a further offer that was withdrawn', 'Lotus Kettles Limited-FPO-Issue Withdrawn', 'LOTUSKET', false],
  ['a further offer in words', 'Lotus Kettles Limited - Further Public Offer', 'LOTUSKET', false],
  ['an issue with an unknown outcome', 'Lotus Kettles Limited-Issue Suspended', 'LOTUSKET', true],
  ['a further offer by its symbol', 'Lotus Kettles Limited', 'LOTUSFPO', false],
  ['a withdrawal window', 'Lotus Kettles Limited - Withdrawal Window', 'LOTUSKET', false],
  ['a withdrawal option', 'Lotus Kettles Limited -Special Withdrawal Option', 'LOTUSKET', false],
])('%s', (_name, name, symbol, isFirst) => {
  expect(isFirstOffer(name, symbol)).toBe(isFirst)
})
