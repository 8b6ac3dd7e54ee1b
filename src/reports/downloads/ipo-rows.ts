import { IPO_TERMS, OFFER_TERMS } from '../../market/facts/term-table.ts'
import { fullIpos } from '../ipos/ipo-among-others.ts'
import { compareSortKeys, type IpoFilter, matcher } from '../ipos/ipo-list.ts'
import { type NumberedHead, statusReader, visitTracked } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import { FullIpo, IpoSummary, Listing } from '../schemas/ipos.ts'
import { IpoExpectedDays } from '../schemas/offer.ts'
import { Range80 } from '../schemas/range.ts'
import { columnsOf, type DownloadColumn, type DownloadRows, rowsOfEach } from './download-rows.ts'

const ISSUES_PER_PAGE = 100

export const IPO_ROW_COLUMNS: readonly DownloadColumn[] = [
  ...columnsOf(IpoSummary),
  ...columnsOf(FullIpo, IPO_TERMS),
  ...columnsOf(Listing, ['listedOn', 'listingPrice']),
  ...columnsOf(Listing, ['exchange'], 'listing'),
  ...columnsOf(FullIpo, OFFER_TERMS),
  ...columnsOf(Listing, ['high', 'low', 'close', 'volume', 'deliveredPct', 'atLimit'], 'listing'),
  ...columnsOf(IpoExpectedDays, ['allotmentDate', 'creditDate', 'listingDate'], 'expected'),
  ...columnsOf(FullIpo, ['minAmount', 'lastGmpDay', 'lastGmpOwners', 'application']),
  ...columnsOf(Range80, undefined, 'range80'),
  ...columnsOf(FullIpo, ['chances', 'lockIns', 'gmpAtCloseDisputed']),
]

/** The tracked IPOs that match, in the order of the list. */
export async function ipoRows(market: MarketData, moment: Moment, filter: IpoFilter): Promise<DownloadRows> {
  const isMatching = await matcher(market, moment, filter, statusReader(moment.clock))
  const heads: NumberedHead[] = []
  const span = await visitTracked(market.db, moment, (head) => {
    if (isMatching(head)) heads.push(head)
  })
  heads.sort(compareSortKeys)
  const rows = rowsOfEach(heads, ISSUES_PER_PAGE, async (some) =>
    (await fullIpos(market, moment, some)).map((ipo) => ({ ...ipo, ...ipo.listing })),
  )
  return { ...rows, span }
}
