import type { FastifyReply } from 'fastify'
import type { Instant } from '../../market/calendar.ts'
import { suggestions } from '../../reports/ipos/suggestions.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { type MarketQuery, queryAt } from '../../request/market-query.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import type { Problem } from '../../request/problems.ts'
import { writtenPath } from '../address.ts'
import { type FramedPage, HTML, renderPage, type Site } from '../layout.tsx'
import type { SiteWatch } from '../site.ts'
import { clientNotFoundPage, notFoundPage, problemPage } from './failure-pages.tsx'

export interface FailureContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly watch: SiteWatch
}

/** Sends a page that explains what was wrong with the request, or with the service, and where to continue. */
export async function sendFailure(
  reply: FastifyReply,
  problem: Problem,
  path: string,
  { market, now, watch }: FailureContext,
): Promise<FastifyReply> {
  const query = queryAt(market(), now())
  const page: FramedPage =
    problem.code === 'NOT_FOUND'
      ? await pageNotFound(reply, problem, path, query)
      : problemPage(problem, writtenPath(reply.request.url))
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'Cache-Control': 'no-store' })
    .type(HTML)
    .send(renderPage(page, await siteAround(problem, query, watch)))
}

async function pageNotFound(
  { request }: FastifyReply,
  { message }: Problem,
  path: string,
  query: MarketQuery,
): Promise<FramedPage> {
  // Without parameters when the address could not be decoded.
  const { clientName } = (request.params ?? {}) as Readonly<Record<string, string | undefined>>
  return clientName === undefined
    ? notFoundPage(message, await suggestionsFor(query, path))
    : clientNotFoundPage(message, clientName)
}

/**
 * Errors of the visitor get the full frame. Errors of the service may be caused by the store, and pages for floods must
 * be cheap, so both avoid the store.
 */
async function siteAround({ code }: Problem, query: MarketQuery, watch: SiteWatch): Promise<Site> {
  if (code !== 'NOT_FOUND' && code !== 'INVALID_PARAMETER') return watch.bareSite(query)
  return watch.site(query).catch(() => watch.bareSite(query))
}

/**
 * The last part of the path as search text, and the IPOs with a similar address. If the store cannot be read there are no
 * suggestions.
 */
async function suggestionsFor({ market, moment }: MarketQuery, path: string) {
  const part = path.split('/').findLast((each) => each !== '') ?? ''
  const searchText = part
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
  const found = market.isUnavailable ? [] : await suggestions(market.db, moment, part).catch(() => [])
  return { searchText, suggestions: found }
}
