import { expect, test } from 'vitest'
import type { DealFact, DealKind } from '../facts/fact.ts'
import { type DayNet, dayNets, dealTotals, netShares, repeatedDisclosures } from './deal.ts'

const deal = (overrides: Partial<DealFact> = {}): DealFact => ({
  fact: 'deal',
  exchange: 'NSE',
  kind: 'BULK',
  tradeDate: '2026-01-14',
  symbol: 'ACME',
  securityName: 'Acme Foods',
  clientName: 'SOME FUND',
  dealType: 'BUY',
  quantity: 1000,
  price: 10_000,
  printed: null,
  url: null,
  source: 'nse',
  ...overrides,
})

test.each<[string, DealFact[], { bought: number; sold: number; inBothLists: number }]>([
  ['nothing', [], { bought: 0, sold: 0, inBothLists: 0 }],
  ['a purchase', [deal()], { bought: 10_000_000, sold: 0, inBothLists: 0 }],
  [
    'both sides of a trade stay two figures',
    [deal(), deal({ dealType: 'SELL', clientName: 'OTHER FUND' })],
    { bought: 10_000_000, sold: 10_000_000, inBothLists: 0 },
  ],
  [
    'a trade in the bulk and in the block list counts once',
    [deal(), deal({ kind: 'BLOCK' })],
    { bought: 10_000_000, sold: 0, inBothLists: 1 },
  ],
  [
    'two equal rows of one list are two trades',
    [deal(), deal()],
    { bought: 20_000_000, sold: 0, inBothLists: 0 },
  ],
  [
    'two in one list and one of them in the other are two',
    [deal(), deal({ kind: 'BLOCK' }), deal()],
    { bought: 20_000_000, sold: 0, inBothLists: 1 },
  ],
  [
    'the other exchange is another trade',
    [deal(), deal({ kind: 'BLOCK', exchange: 'BSE' })],
    { bought: 20_000_000, sold: 0, inBothLists: 0 },
  ],
  [
    'another quantity is another trade',
    [deal(), deal({ kind: 'BLOCK', quantity: 500 })],
    { bought: 15_000_000, sold: 0, inBothLists: 0 },
  ],
])('%s', (_name, deals, expected) => {
  expect(dealTotals(deals)).toMatchObject({ disclosed: deals.length, ...expected })
})

test.each<[string, DealKind[], number[]]>([
  ['the later of a pair', ['BULK', 'BLOCK'], [1]],
  ['whichever list it is of', ['BLOCK', 'BULK'], [1]],
  ['none of one list', ['BULK', 'BULK'], []],
  ['as many as have a partner', ['BULK', 'BULK', 'BLOCK'], [2]],
  ['each partner once', ['BULK', 'BLOCK', 'BLOCK', 'BULK', 'BLOCK'], [1, 3]],
])('finds the rows that repeat a trade of the other list: %s', (_name, kinds, expected) => {
  const deals = kinds.map((kind) => deal({ kind }))
  const repeated = repeatedDisclosures(deals)
  expect(deals.flatMap((each, i) => (repeated.has(each) ? [i] : []))).toEqual(expected)
})

test.each<[string, DealFact[], [bought: number, sold: number, net: number]]>([
  ['nothing', [], [0, 0, 0]],
  ['a purchase', [deal()], [1000, 0, 1000]],
  ['more sold than bought', [deal(), deal({ dealType: 'SELL', quantity: 1500 })], [1000, 1500, -500]],
  [
    'a trade in both lists counts once',
    [deal(), deal({ kind: 'BLOCK' }), deal({ dealType: 'SELL', quantity: 1000, price: 10_500 })],
    [1000, 1000, 0],
  ],
])('net shares of a client: %s', (_name, deals, [boughtShares, soldShares, net]) => {
  const totals = dealTotals(deals)
  expect(totals).toMatchObject({ boughtShares, soldShares })
  expect(netShares(totals)).toBe(net)
})

test.each<[string, DealFact[], (DayNet | null)[]]>([
  ['a single deal has none', [deal()], [null]],
  [
    'several purchases add up',
    [deal(), deal({ quantity: 500, price: 9_900 })],
    Array(2).fill({ shares: 1500, isInAndOut: false }),
  ],
  [
    'bought and sold again',
    [deal({ quantity: 700 }), deal({ quantity: 1000, dealType: 'SELL' })],
    Array(2).fill({ shares: -300, isInAndOut: true }),
  ],
  [
    'a trade of both lists counts once',
    [deal(), deal({ kind: 'BLOCK' }), deal({ dealType: 'SELL', quantity: 400 })],
    Array(3).fill({ shares: 600, isInAndOut: true }),
  ],
  ['a trade that is only repeated in the other list', [deal(), deal({ kind: 'BLOCK' })], [null, null]],
  [
    'the same symbol of another exchange',
    [deal(), deal({ exchange: 'BSE', dealType: 'SELL' })],
    [null, null],
  ],
  ['another share', [deal(), deal({ symbol: 'ZETA', dealType: 'SELL' })], [null, null]],
  ['another client', [deal(), deal({ clientName: 'Some Fund', dealType: 'SELL' })], [null, null]],
])('the net of a client, share and day: %s', (_name, deals, nets) => {
  const netOf = dayNets(deals)
  expect(deals.map(netOf)).toEqual(nets)
})
