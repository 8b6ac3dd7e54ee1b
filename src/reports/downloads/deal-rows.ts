import { EXCHANGES } from '../../market/facts/fact.ts'
import { type DealCursor, type DealFilter, dealsAfter } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { View } from '../../store/view.ts'
import { dealCursor, dealTotal, publishedDeal } from '../deals/deals.ts'
import { UNCHANGED_BY_CLOCK } from '../moment.ts'
import {
  type Column,
  column,
  type DownloadRow,
  type DownloadRows,
  RECORDED_AT,
  SOURCE,
} from './download-rows.ts'

const DEALS_PER_PAGE = 500

export const DEAL_ROW_COLUMNS: readonly Column[] = [
  column('symbol', 'text', 'NSE symbol; on BSE the disclosed short name.'),
  column('clientName', 'text', 'The client as disclosed.'),
  column('dealType', 'text', 'BUY or SELL.'),
  column('kind', 'text', 'BULK or BLOCK.'),
  column('quantity', 'integer', 'Number of shares.'),
  column('price', 'number', 'Price of a share, in rupees.'),
  column('valueCr', 'number', 'Quantity times price, in crore rupees.'),
  column('exchange', 'text', `The exchange that disclosed it: ${EXCHANGES.join(' or ')}.`),
  column('tradeDate', 'day', 'Day of the trade.'),
  column('securityName', 'text', 'The company as disclosed.'),
  SOURCE,
  RECORDED_AT,
]

/** The deals that match, in the order of the list. */
export async function dealRows(db: Db, view: View, filter: DealFilter): Promise<DownloadRows> {
  const total = await dealTotal(db, view, filter)
  return { total, pages: pagesOf(db, view, filter), span: UNCHANGED_BY_CLOCK }
}

async function* pagesOf(db: Db, view: View, filter: DealFilter): AsyncGenerator<readonly DownloadRow[]> {
  let after: DealCursor | null = null
  for (;;) {
    const deals = await dealsAfter(db, view, filter, after, DEALS_PER_PAGE)
    yield deals.map((deal) => ({
      ...publishedDeal(deal),
      tradeDate: deal.tradeDate,
      securityName: deal.securityName,
      source: deal.source,
      recordedAt: deal.recorded,
    }))
    const last = deals.at(-1)
    if (!last || deals.length < DEALS_PER_PAGE) return
    after = dealCursor(last)
  }
}
