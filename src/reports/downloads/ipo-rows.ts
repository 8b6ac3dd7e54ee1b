import { IPO_TERMS, isRequiredTerm, LIST_TERMS, OFFER_TERMS } from '../../market/facts/term-table.ts'
import { offerTerms, publishedTerms } from '../ipos/ipo.ts'
import { compareSortKeys, type IpoFilter, listFigures, matcher } from '../ipos/ipo-list.ts'
import { ipoSummary } from '../ipos/ipo-summary.ts'
import { type Issue, issuesOf, type NumberedHead, visitTracked } from '../ipos/issue-book.ts'
import type { MarketData } from '../market-data.ts'
import type { Moment } from '../moment.ts'
import {
  type Column,
  column,
  type DownloadRow,
  type DownloadRows,
  ISSUE_COLUMNS,
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
]

/** The tracked IPOs that match, in the order of the list. */
export async function ipoRows(market: MarketData, moment: Moment, filter: IpoFilter): Promise<DownloadRows> {
  const isMatching = matcher(filter, moment)
  const heads: NumberedHead[] = []
  const span = await visitTracked(market.db, moment, (head) => {
    if (isMatching(head)) heads.push(head.copy())
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
    const figuresAt = await listFigures(market, moment, issues)
    yield issues.map((issue) => ({ ...ipoSummary(issue, figuresAt(issue), moment.clock), ...more(issue) }))
  }
}

function more(issue: Issue): DownloadRow {
  const { listing, withdrawn, ...terms } = publishedTerms(issue)
  return {
    ...terms,
    listedOn: listing?.listedOn ?? null,
    listingPrice: listing?.listingPrice ?? null,
    listingExchange: listing?.exchange ?? null,
    ...offerTerms(issue),
  }
}
