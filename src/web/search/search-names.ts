import { shortName } from '../../market/issues/names.ts'
import { sharesWithDeals } from '../../reports/deals/shares.ts'
import { ipoListPage } from '../../reports/ipos/ipo-list.ts'
import { ipoViews } from '../../reports/ipos/ipo-view.ts'
import { confirmedStatusReader, type NumberedHead } from '../../reports/ipos/issues-in-view.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { type MarketQuery, queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { en } from '../../texts/en.ts'
import { harmless } from '../../texts/format.ts'
import type { SearchName } from '../assets/search-box.ts'
import type { StaticCopy } from '../copy/static-copy.tsx'
import { symbolAddress } from '../deals/deals-walk.ts'

/** The names that the search box of the pages fetches when it is used. */
export const SEARCH_NAMES_PATH = '/search/names.json'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Older IPOs are found by the page of all IPOs. */
const MOST_NAMES = 3000

/** The newest tracked IPOs, newest first, and then the shares with the newest deals, in a static copy those with a page. */
async function searchNames({ market, moment }: MarketQuery, copy: StaticCopy | null) {
  const { page, span } = await ipoListPage(market, moment, {}, null, MOST_NAMES)
  const statusOf = confirmedStatusReader(moment.clock)
  // Only of closed ones the status does not decide the state.
  const isClosed = (head: NumberedHead) => statusOf(head) === 'CLOSED'
  const closed = await ipoViews(market, moment, page.filter(isClosed), 'shown')
  const states = new Map(closed.map(({ slug, state }) => [slug, en.states.state(state)]))
  const names = page.map((head): SearchName => {
    const kind = en.search.ipo(states.get(head.slug) ?? en.states.status(statusOf(head)))
    return [head.slug, harmless(shortName(head.name)), head.symbol, kind, harmless(head.name)]
  })
  const shares = (await sharesWithDeals(market.db, moment))
    // The path of a page has no such segment.
    .filter(({ symbol }) => !/^\.\.?$/.test(symbol))
    .filter(({ symbol }) => copy === null || copy.inCopy(symbolAddress(symbol)) !== undefined)
    .map(({ symbol, name }): SearchName => [null, harmless(shortName(name)), symbol, en.search.share])
  return { names: [...names, ...shares], span }
}

interface SearchContext extends Pick<ServedMarkets, 'market' | 'now'> {
  /** Set for a static copy. */
  readonly copy: StaticCopy | null
}

/** The list of names for the search box. It is part of the pages, not of the API. */
export const searchRoute = ({ market, now, copy }: SearchContext): AnswerRoute => ({
  path: SEARCH_NAMES_PATH,
  ask() {
    const query = queryAt(market(), now())
    const make = async () => {
      const { names, span } = await searchNames(query, copy)
      return { body: JSON.stringify(names), contentType: JSON_TYPE, headers: {}, span }
    }
    return { query, key: SEARCH_NAMES_PATH, make }
  },
})
