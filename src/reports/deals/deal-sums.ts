import { netShares, repeatedDisclosures } from '../../market/deals/deal.ts'
import type { DealKind } from '../../market/facts/fact.ts'
import { compareText } from '../../market/text-order.ts'
import { completeDays, type DealSum, dealSum, type NewestDeals } from './deal-days.ts'

/** The deals of a day by list; a trade of both lists counts for the first. */
export type SymbolDay = ReturnType<typeof symbolDays>[number]

/** Day by day, oldest first, without a day that is cut off. */
export const symbolDays = (newest: NewestDeals) =>
  completeDays(newest)
    .map(([day, deals]) => {
      const repeated = repeatedDisclosures(deals)
      const counted = deals.filter((deal) => !repeated.has(deal))
      const ofKind = (kind: DealKind) => dealSum(counted.filter((deal) => deal.kind === kind))
      return { day, sum: dealSum(deals), byKind: { BULK: ofKind('BULK'), BLOCK: ofKind('BLOCK') } }
    })
    .reverse()

/** What each client bought and sold of a share, within disclosed deals, the largest net first. */
export function clientSums({ deals }: NewestDeals) {
  const size = (of: { readonly sum: DealSum }) => Math.abs(netShares(of.sum))
  return [...Map.groupBy(deals, ({ clientName }) => clientName)]
    .map(([clientName, ofOne]) => ({ clientName, sum: dealSum(ofOne) }))
    .sort((a, b) => size(b) - size(a) || compareText(a.clientName, b.clientName))
}

/**
 * What a client bought and sold of each share on each day and exchange, within disclosed deals: newest day first, within a
 * day the share with the largest deal first. Equal symbols of two exchanges may be different shares.
 */
export const shareDays = (newest: NewestDeals) =>
  completeDays(newest).flatMap(([day, deals]) =>
    [...Map.groupBy(deals, ({ exchange, symbol }) => `${exchange} ${symbol}`).values()].flatMap((ofOne) =>
      ofOne.slice(0, 1).map(({ symbol, exchange }) => ({ day, symbol, exchange, sum: dealSum(ofOne) })),
    ),
  )
