import type { Day } from '../calendar.ts'
import type { DealFact, DealKind } from '../facts/fact.ts'
import { divideRounded, PAISE_PER_CRORE, type Paise } from '../money.ts'

/** A bulk deal: one client traded more than this percentage of a company's shares in a day. */
export const BULK_DEAL_ABOVE_PCT = 0.5
/** The smallest block deal, in crore of rupees. */
export const BLOCK_DEAL_MIN_CR = 25
/** The same before it was raised, in the month of `BLOCK_DEAL_RAISED`. */
export const BLOCK_DEAL_MIN_CR_BEFORE = 10
export const BLOCK_DEAL_RAISED: Day = '2025-12-01'

/** The exact value of a deal in paise. A facts file may not contain a deal whose value is not a safe integer. */
export const dealValue = ({ quantity, price }: Pick<DealFact, 'quantity' | 'price'>): Paise =>
  quantity * price

/** A value in crore with four decimals, so that small deals do not become 0. */
export const croreOf = (value: Paise): number =>
  divideRounded(BigInt(value) * 10_000n, PAISE_PER_CRORE) / 10_000

/** Disclosures with equal keys are the same row. The n-th such row of a file is the n-th such deal. */
export function dealKey(deal: DealFact): string {
  const { exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price } = deal
  return JSON.stringify([exchange, kind, tradeDate, symbol, clientName, dealType, quantity, price])
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

export type DealTotals = ReturnType<typeof dealTotals>

/**
 * The values, in paise, and shares bought and sold. A trade in both the bulk and the block list counts once. Every trade
 * has a buyer and a seller, so the two are never added up.
 */
export function dealTotals(deals: readonly DealFact[]) {
  const totals = { bought: 0, sold: 0, boughtShares: 0, soldShares: 0 }
  const repeated = repeatedDisclosures(deals)
  for (const deal of deals) {
    if (repeated.has(deal)) continue
    const side = deal.dealType === 'BUY' ? 'bought' : 'sold'
    totals[side] += dealValue(deal)
    totals[`${side}Shares`] += deal.quantity
  }
  /** The trades that were disclosed in both lists. */
  const inBothLists = repeated.size
  return { disclosed: deals.length, inBothLists, ...totals }
}

/**
 * Shares bought minus shares sold by one client in one share. Within disclosed deals and not a holding: smaller trades
 * are not disclosed.
 */
export const netShares = (of: Pick<DealTotals, 'boughtShares' | 'soldShares'>): number =>
  of.boughtShares - of.soldShares

/** What remained of all that a client traded in a share on a day. */
export interface DayNet {
  readonly shares: number
  /** Bought and sold on one day. */
  readonly isInAndOut: boolean
}

/**
 * For each client and share with several trades among the deals of one day, what remained. Equal symbols of two exchanges may be
 * different shares.
 */
export function dayNets<D extends DealFact>(deals: readonly D[]): (deal: D) => DayNet | null {
  const traderOf = ({ exchange, symbol, clientName }: D) => JSON.stringify([exchange, symbol, clientName])
  const nets = new Map<string, DayNet>()
  for (const [trader, ofOne] of Map.groupBy(deals, traderOf)) {
    const totals = dealTotals(ofOne)
    if (totals.disclosed - totals.inBothLists < 2) continue
    const isInAndOut = totals.boughtShares > 0 && totals.soldShares > 0
    nets.set(trader, { shares: netShares(totals), isInAndOut })
  }
  return (deal) => nets.get(traderOf(deal)) ?? null
}
