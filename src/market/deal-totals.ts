import { dealValue } from './deal.ts'
import type { DealFact, DealType } from './fact.ts'
import type { Paise } from './money.ts'

/** What was bought and what was sold. A trade has two sides, so the two are never added up. */
export interface DealTotals {
  /** How many disclosures there are. */
  readonly disclosed: number
  /** How many trades were disclosed in both lists and count once. */
  readonly inBothLists: number
  readonly bought: Paise
  readonly sold: Paise
  readonly sharesBought: number
  readonly sharesSold: number
}

/** A disclosure without its list: what is equal by this in the bulk and in the block list is one trade. */
const tradeOf = ({ exchange, tradeDate, symbol, clientName, dealType, quantity, price }: DealFact): string =>
  JSON.stringify([exchange, tradeDate, symbol, clientName, dealType, quantity, price])

/** Adds deals up. A trade that stands in the bulk and in the block list counts once; equal rows of one list are several. */
export function dealTotals(deals: readonly DealFact[]): DealTotals {
  const totals = { bought: 0, sold: 0, sharesBought: 0, sharesSold: 0 }
  let inBothLists = 0
  for (const disclosures of Map.groupBy(deals, tradeOf).values()) {
    const [first] = disclosures
    if (!first) continue
    const bulk = disclosures.filter(({ kind }) => kind === 'BULK').length
    const block = disclosures.length - bulk
    const trades = Math.max(bulk, block)
    inBothLists += Math.min(bulk, block)
    const [value, shares] = SIDES[first.dealType]
    totals[value] += trades * dealValue(first)
    totals[shares] += trades * first.quantity
  }
  return { disclosed: deals.length, inBothLists, ...totals }
}

const SIDES = {
  BUY: ['bought', 'sharesBought'],
  SELL: ['sold', 'sharesSold'],
} as const satisfies Record<DealType, readonly [string, string]>
