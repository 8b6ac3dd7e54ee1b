import type { Day } from '../../market/calendar.ts'
import { netShares, repeatedDisclosures } from '../../market/deals/deal.ts'
import type { DealKind } from '../../market/facts/fact.ts'
import { asciiUpper, compareText } from '../../market/text-order.ts'
import type { StoredDeal } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import { visitIssues } from '../ipos/issues-in-view.ts'
import type { Moment } from '../moment.ts'
import { completeDays, type DealSum, dealSum, type NewestDeals, newestDeals } from './deal-days.ts'

/** The deals of a day by list; a trade of both lists counts for the first. */
export interface SymbolDay {
  readonly day: Day
  readonly sum: DealSum
  readonly byKind: Readonly<Record<DealKind, DealSum>>
}

export interface SymbolDeals {
  readonly symbol: string
  /** As the exchanges print it, the newest first; more than one where a name changed or two companies share a symbol. */
  readonly securityNames: readonly string[]
  readonly ipos: readonly { readonly slug: string; readonly name: string }[]
  readonly newest: NewestDeals
}

/** The newest deals of a symbol, with its names and issues. */
export async function symbolDeals(db: Db, moment: Moment, symbol: string): Promise<SymbolDeals> {
  const newest = await newestDeals(db, moment, { symbol })
  const ipos: { slug: string; name: string }[] = []
  await visitIssues(db, moment, (head) => {
    if (head.symbol?.length === symbol.length && asciiUpper(head.symbol) === symbol)
      ipos.push({ slug: head.slug, name: head.name })
  })
  return {
    symbol,
    securityNames: [...new Set(newest.deals.map(({ securityName }) => securityName))],
    ipos: ipos.reverse(),
    newest,
  }
}

/** What a client bought and sold of a share, within disclosed deals. */
export interface ClientSum {
  readonly clientName: string
  readonly sum: DealSum
  /** Shares bought minus shares sold. */
  readonly net: number
}

/** The newest deals of a symbol by client, the largest net first. */
export const clientSums = ({ deals }: NewestDeals): ClientSum[] =>
  [...Map.groupBy(deals, ({ clientName }) => clientName)]
    .map(([clientName, ofOne]) => {
      const sum = dealSum(ofOne)
      return { clientName, sum, net: netShares(sum) }
    })
    .sort((a, b) => Math.abs(b.net) - Math.abs(a.net) || compareText(a.clientName, b.clientName))

/** Day by day, oldest first, without a day that is cut off. */
export const symbolDays = (newest: NewestDeals): SymbolDay[] => completeDays(newest).map(symbolDay).reverse()

function symbolDay([day, deals]: [Day, StoredDeal[]]): SymbolDay {
  const repeated = repeatedDisclosures(deals)
  const counted = deals.filter((deal) => !repeated.has(deal))
  const ofKind = (kind: DealKind) => dealSum(counted.filter((deal) => deal.kind === kind))
  return { day, sum: dealSum(deals), byKind: { BULK: ofKind('BULK'), BLOCK: ofKind('BLOCK') } }
}
