import { type DealCursor, type DealFilter, dealsAfter } from '../../store/deals/deals.ts'
import type { Db } from '../../store/engines/db.ts'
import type { View } from '../../store/view.ts'
import { dealCursor, dealTotal, publishedDeal } from '../deals/deals.ts'
import type { MarketData } from '../market-data.ts'
import { UNCHANGED_BY_CLOCK } from '../moment.ts'
import { Deal } from '../schemas/deals.ts'
import { FactEvidence } from '../schemas/evidence.ts'
import { columnsOf, type DownloadColumn, type DownloadRow, type DownloadRows } from './download-rows.ts'

const DEALS_PER_PAGE = 500

export const DEAL_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...columnsOf(Deal),
  ...columnsOf(FactEvidence, ['source', 'recordedAt']),
]

/** The deals that match, in the order of the list. */
export async function dealRows({ db }: MarketData, view: View, filter: DealFilter): Promise<DownloadRows> {
  const total = await dealTotal(db, view, filter)
  return { total, pages: pagesOf(db, view, filter), span: UNCHANGED_BY_CLOCK }
}

async function* pagesOf(db: Db, view: View, filter: DealFilter): AsyncGenerator<readonly DownloadRow[]> {
  let after: DealCursor | null = null
  for (;;) {
    const deals = await dealsAfter(db, view, filter, after, DEALS_PER_PAGE)
    yield deals.map((deal) => ({ ...deal, ...publishedDeal(deal), recordedAt: deal.recorded }))
    const last = deals.at(-1)
    if (!last || deals.length < DEALS_PER_PAGE) return
    after = dealCursor(last)
  }
}
