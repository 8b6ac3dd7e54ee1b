import { dayAsDateTime } from '../../market/calendar.ts'
import { croreOf } from '../../market/deals/deal.ts'
import { rupeesFromPaise } from '../../market/money.ts'
import {
  type DealCursor,
  type DealFilter,
  dealsAfter,
  knownDealCount,
  type StoredDeal,
} from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { View } from '../../store/view.ts'
import type { Moment } from '../moment.ts'
import type { Deal } from '../schemas/deals.ts'

export type { DealCursor, DealFilter } from '../../store/deals/deals.ts'

/** The deals that match, after a cursor. */
export async function dealList(
  db: Db,
  moment: Moment,
  filter: DealFilter,
  after: DealCursor | null,
  limit: number,
) {
  const { deals, next } = pageOfDeals(await dealsAfter(db, moment, filter, after, limit + 1), limit)
  return { deals: deals.map(publishedDeal), total: await dealTotal(db, moment, filter), next }
}

/** The first deals of those that were found, and the cursor of the last one when there are more. */
export function pageOfDeals(found: readonly StoredDeal[], limit: number) {
  const deals = found.slice(0, limit)
  const last = deals.at(-1)
  return { deals, next: last && found.length > limit ? dealCursor(last) : null }
}

/** How many match, without a filter or by symbol alone; `null` for filters that only a walk through all deals could count. */
export const dealTotal = async (db: Db, view: View, filter: DealFilter): Promise<number | null> =>
  Object.keys(filter).every((key) => key === 'symbol') ? await knownDealCount(db, view, filter.symbol) : null

export function dealCursor(last: StoredDeal): DealCursor {
  const { tradeDate, value, symbol, clientName, dealType, recorded, id } = last
  return { tradeDate, value, symbol, clientName, dealType, recorded, id }
}

export const publishedDeal = (deal: StoredDeal): Deal => ({
  symbol: deal.symbol,
  clientName: deal.clientName,
  dealType: deal.dealType,
  kind: deal.kind,
  quantity: deal.quantity,
  price: rupeesFromPaise(deal.price),
  valueCr: croreOf(deal.value),
  exchange: deal.exchange,
  tradeDate: dayAsDateTime(deal.tradeDate),
  securityName: deal.securityName,
})
