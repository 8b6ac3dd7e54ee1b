import type { AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { SEARCH_NAMES_PATH, searchNames } from './search-names.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** The list of names for the search box. It is part of the pages, not of the API. */
export const searchRoute = ({ market, now }: Pick<ServedMarkets, 'market' | 'now'>): AnswerRoute => ({
  path: SEARCH_NAMES_PATH,
  ask() {
    const query = queryAt(market(), now())
    const make = async () => {
      const { names, span } = await searchNames(query)
      return { body: JSON.stringify(names), contentType: JSON_TYPE, headers: {}, span }
    }
    return { query, key: SEARCH_NAMES_PATH, make }
  },
})
