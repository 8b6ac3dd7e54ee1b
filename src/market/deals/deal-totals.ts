import type { DealFact, DealKind } from '../facts/fact.ts'
import type { Paise } from '../money.ts'
import { dealValue } from './deal.ts'

/** What was bought and what was sold. A trade has two sides, so the two are never added up. */
interface DealTotals {
  /** How many disclosures there are. */
  readonly disclosed: number
  /** How many trades were disclosed in both lists and count once. */
  readonly inBothLists: number
  readonly bought: Paise
  readonly sold: Paise
}

/** A disclosure without its list: what is equal by this in the bulk and in the block list is one trade. */
const tradeOf = ({ exchange, tradeDate, symbol, clientName, dealType, quantity, price }: DealFact): string =>
  JSON.stringify([exchange, tradeDate, symbol, clientName, dealType, quantity, price])

/** The rows that repeat a trade which stands before them in the other list. Equal rows of one list are several trades. */
export function repeatedDisclosures<D extends DealFact>(deals: readonly D[]): ReadonlySet<D> {
  const repeated = new Set<D>()
  for (const disclosures of Map.groupBy(deals, tradeOf).values()) {
    const waiting: Record<DealKind, number> = { BULK: 0, BLOCK: 0 }
    for (const disclosure of disclosures) {
      const other = otherList(disclosure.kind)
      if (waiting[other] > 0) {
        waiting[other]--
        repeated.add(disclosure)
      } else waiting[disclosure.kind]++
    }
  }
  return repeated
}

export const otherList = (kind: DealKind): DealKind => (kind === 'BULK' ? 'BLOCK' : 'BULK')

/** Adds deals up. A trade that stands in the bulk and in the block list counts once. */
export function dealTotals(deals: readonly DealFact[]): DealTotals {
  const totals = { bought: 0, sold: 0 }
  const repeated = repeatedDisclosures(deals)
  for (const deal of deals) {
    if (repeated.has(deal)) continue
    totals[deal.dealType === 'BUY' ? 'bought' : 'sold'] += dealValue(deal)
  }
  return { disclosed: deals.length, inBothLists: repeated.size, ...totals }
}
