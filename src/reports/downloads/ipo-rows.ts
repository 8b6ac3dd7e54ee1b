import { IPO_TERMS, isRequiredTerm, LIST_TERMS, OFFER_TERMS } from '../../market/facts/term-table.ts'
import { capitalized } from '../../texts/format.ts'
import { fullIpos } from '../ipos/ipo-among-others.ts'
import { compareSortKeys, type IpoFilter, matcher } from '../ipos/ipo-list.ts'
import { issuesOf, type NumberedHead, statusReader, visitTracked } from '../ipos/issues-in-view.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import type { FullIpo } from '../schemas/ipos.ts'
import {
  type Column,
  column,
  type DownloadRow,
  type DownloadRows,
  ISSUE_COLUMNS,
  rowBy,
  termColumn,
} from './download-rows.ts'

const ISSUES_PER_PAGE = 100

export const IPO_ROW_COLUMNS: readonly Column[] = [
  ...ISSUE_COLUMNS,
  column('status', 'text', 'UPCOMING, OPEN, CLOSED or LISTED.'),
  ...LIST_TERMS.filter((key) => !isRequiredTerm(key)).map(termColumn),
  column('lastGmp', 'number', 'Last grey-market premium, in rupees: unofficial.'),
  column('lastGmpPct', 'number', 'The same in percent of the price.'),
  column('lastSubX', 'number', 'How many times it was subscribed.'),
  column('gmpSources', 'integer', 'Owners that reported a premium today.'),
  column('gmpSpread', 'number', 'Highest minus lowest quote of the day behind lastGmp, in rupees.'),
  column('gmpDisputed', 'boolean', 'Whether the sources disagree.'),
  ...IPO_TERMS.map(termColumn),
  column('listedOn', 'day', 'Day on which it listed.'),
  column('listingPrice', 'number', 'First trade of that day, in rupees.'),
  column('listingExchange', 'text', 'The exchange of that trade.'),
  ...OFFER_TERMS.map(termColumn),
  column('listingHigh', 'number', 'Highest price of the listing day there, in rupees.'),
  column('listingLow', 'number', 'Lowest price of that day, in rupees.'),
  column('listingClose', 'number', 'Closing price of that day, in rupees.'),
  column('listingVolume', 'integer', 'Shares traded on that day.'),
  column('listingDeliveredPct', 'number', 'Shares delivered, in percent of those traded.'),
  column('listingAtLimit', 'text', 'upper or lower: the first trade of an SME share was cut off at a limit.'),
  column('expectedAllotmentDate', 'day', 'Day by which the allotment is due: not announced.'),
  column('expectedCreditDate', 'day', 'Day by which shares are credited and money is unblocked.'),
  column('expectedListingDate', 'day', 'Day on which trading is due to begin: not announced.'),
  column('minAmount', 'number', 'Smallest application of the first category, in rupees.'),
  column('lastGmpDay', 'day', 'Day of the quotes behind lastGmp.'),
  column('lastGmpOwners', 'integer', 'Independent owners behind lastGmp; 0 without a quote.'),
  column('application', 'list', 'What each category of investors may apply for, in lots, shares and rupees.'),
  column('range80LowPct', 'number', 'Lower end of the range of past listing gains around the GMP, percent.'),
  column('range80HighPct', 'number', 'Upper end of that range, percent.'),
  column('range80Listings', 'integer', 'Past listings whose misses the range is from, at least 50.'),
  column('range80Judged', 'integer', 'Past listings on this board that had such a range at the same stage.'),
  column('range80HeldPct', 'number', 'How many of these opened within their range, percent.'),
]

/** The tracked IPOs that match, in the order of the list. */
export async function ipoRows(market: MarketData, moment: Moment, filter: IpoFilter): Promise<DownloadRows> {
  const isMatching = matcher(filter, statusReader(moment.clock))
  const heads: NumberedHead[] = []
  const span = await visitTracked(market.db, moment, (head) => {
    if (isMatching(head)) heads.push(head)
  })
  heads.sort(compareSortKeys)
  return { total: heads.length, pages: pagesOf(market, moment, heads), span }
}

async function* pagesOf(
  market: MarketData,
  moment: Moment,
  heads: readonly NumberedHead[],
): AsyncGenerator<readonly DownloadRow[]> {
  for (let from = 0; from < heads.length; from += ISSUES_PER_PAGE) {
    const issues = await issuesOf(market.db, moment, heads.slice(from, from + ISSUES_PER_PAGE))
    yield (await fullIpos(market, moment, issues)).map(rowOf)
  }
}

const toRow = rowBy(IPO_ROW_COLUMNS)

function rowOf(ipo: FullIpo): DownloadRow {
  const { listing, expected, range80 } = ipo
  return toRow({
    ...ipo,
    ...listing,
    ...prefixed('listing', listing),
    ...prefixed('expected', expected),
    ...prefixed('range80', range80),
  })
}

/** Columns have the parts of a field under its name: `high` of `listing` as `listingHigh`. */
const prefixed = (name: string, parts: object | null): DownloadRow =>
  Object.fromEntries(Object.entries(parts ?? {}).map(([key, value]) => [name + capitalized(key), value]))
