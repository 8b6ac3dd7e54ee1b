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

export interface DealList {
  readonly deals: Deal[]
  /** How many match before the limit; `null` for filters that only a walk through all deals could count. */
  readonly total: number | null
  /** The cursor of the last item, when there are more. */
  readonly next: DealCursor | null
}

/** The deals that match, after a cursor. */
export async function dealList(
  db: Db,
  moment: Moment,
  filter: DealFilter,
  after: DealCursor | null,
  limit: number,
): Promise<DealList> {
  const found = await dealsAfter(db, moment, filter, after, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    deals: page.map(publishedDeal),
    total: await dealTotal(db, moment, filter),
    next: last && found.length > limit ? dealCursor(last) : null,
  }
}

/** How many match; `null` for filters that only a walk through all deals could count. */
export const dealTotal = async (db: Db, view: View, filter: DealFilter): Promise<number | null> =>
  isCounted(filter) ? await knownDealCount(db, view, filter.symbol) : null

/** Deals are counted without a filter, or by symbol alone. */
const isCounted = (filter: DealFilter): boolean => Object.keys(filter).every((key) => key === 'symbol')

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
})
