import type { FastifyInstance, FastifyReply } from 'fastify'
import { readRoute } from '../../publish/read-route.ts'
import { withLifetime } from '../../request/answer-lifetime.ts'
import { cachedAnswer } from '../../request/cached-answer.ts'
import { queryAt } from '../../request/market-query.ts'
import type { CrawlerContext } from '../crawlers/routes.ts'
import { SEARCH_NAMES_PATH, searchNames } from './search-names.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers the list of names for the search box. It is part of the pages, not of the API. */
export function searchRoutes(
  app: FastifyInstance,
  { market, now, cache, sender }: Omit<CrawlerContext, 'publicUrl'>,
): void {
  readRoute(app, SEARCH_NAMES_PATH, async (request, reply) => {
    const query = queryAt(market(), now(), undefined)
    const make = async () => {
      const { names, span } = await searchNames(query)
      return withLifetime(query, { body: JSON.stringify(names), contentType: JSON_TYPE, headers: {} }, span)
    }
    const answer = await cachedAnswer(cache, query, query.moment.clock, { key: SEARCH_NAMES_PATH, make })
    return sender.send(request, reply as FastifyReply, answer)
  })
}
