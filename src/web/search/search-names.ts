import { shortName } from '../../market/issues/names.ts'
import { sharesWithDeals } from '../../reports/deals/shares.ts'
import { ipoListPage } from '../../reports/ipos/ipo-list.ts'
import { confirmedStatusReader } from '../../reports/ipos/issues-in-view.ts'
import type { ClockSpan } from '../../reports/moment.ts'
import type { MarketQuery } from '../../request/market-query.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import type { SearchName } from '../assets/search-box.ts'

/** The names that the search box of the pages fetches when it is used. */
export const SEARCH_NAMES_PATH = '/search/names.json'

/** Older IPOs are found by the page of all IPOs. */
const MOST_NAMES = 3000

/** The newest tracked IPOs, newest first, and then the shares with the newest deals. */
export async function searchNames({
  market,
  moment,
}: MarketQuery): Promise<{ readonly names: SearchName[]; readonly span: ClockSpan }> {
  const { page, span } = await ipoListPage(market.db, moment, {}, null, MOST_NAMES)
  const statusOf = confirmedStatusReader(moment.clock)
  const names = page.map((head): SearchName => {
    const kind = en.search.ipo(en.today.status(statusOf(head)))
    return [head.slug, harmless(shortName(head.name)), head.symbol, kind, harmless(head.name)]
  })
  const shares = (await sharesWithDeals(market.db, moment))
    // The path of a page has no such segment.
    .filter(({ symbol }) => !/^\.\.?$/.test(symbol))
    .map(({ symbol, name }): SearchName => [null, harmless(shortName(name)), symbol, en.search.share])
  return { names: [...names, ...shares], span }
}
