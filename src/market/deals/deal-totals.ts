import type { DealFact, DealKind } from '../facts/fact.ts'
import type { Paise } from '../money.ts'
import { dealValue } from './deal.ts'

/** The values and shares bought and sold. Every trade has a buyer and a seller, so the two are never added up. */
export interface DealTotals {
  readonly disclosed: number
  /** The number of trades that were disclosed in both lists; each counts once. */
  readonly inBothLists: number
  readonly bought: Paise
  readonly sold: Paise
  readonly boughtShares: number
  readonly soldShares: number
}

/** The identity of a trade, whichever list discloses it: equal rows of the bulk and the block list are one trade. */
const tradeOf = ({ exchange, tradeDate, symbol, clientName, dealType, quantity, price }: DealFact): string =>
  JSON.stringify([exchange, tradeDate, symbol, clientName, dealType, quantity, price])

/** The rows that repeat an earlier row of the other list. Equal rows within one list are separate trades. */
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

/** Adds up deals. A trade in both the bulk and the block list counts once. */
export function dealTotals(deals: readonly DealFact[]): DealTotals {
  const totals = { bought: 0, sold: 0, boughtShares: 0, soldShares: 0 }
  const repeated = repeatedDisclosures(deals)
  for (const deal of deals) {
    if (repeated.has(deal)) continue
    const side = deal.dealType === 'BUY' ? 'bought' : 'sold'
    totals[side] += dealValue(deal)
    totals[`${side}Shares`] += deal.quantity
  }
  return { disclosed: deals.length, inBothLists: repeated.size, ...totals }
}

/**
 * Shares bought minus shares sold by one client in one share. Within disclosed deals and not a holding: smaller trades
 * are not disclosed.
 */
export const netShares = ({
  boughtShares,
  soldShares,
}: Pick<DealTotals, 'boughtShares' | 'soldShares'>): number => boughtShares - soldShares
