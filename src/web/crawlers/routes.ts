import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../../market/calendar.ts'
import type { AnswerCache } from '../../publish/answer-cache.ts'
import { readRoute } from '../../publish/read-route.ts'
import type { Sender } from '../../publish/sender.ts'
import { trackedPages } from '../../reports/ipos/tracked-pages.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { withLifetime } from '../../request/answer-lifetime.ts'
import { cachedAnswer } from '../../request/cached-answer.ts'
import { queryAt } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { FAVICON } from '../mark/icons.tsx'
import { sitemapFiles } from './sitemap.ts'

export interface CrawlerContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly cache: AnswerCache
  readonly sender: Sender
  readonly publicUrl: string
}

const XML = 'application/xml; charset=utf-8'

/** The files that programs request by convention: the sitemap, and an icon at its traditional address. */
export function crawlerRoutes(
  app: FastifyInstance,
  { market, now, cache, sender, publicUrl }: CrawlerContext,
): void {
  readRoute(app, '/sitemap.xml', sendSitemap)
  readRoute(app, '/sitemap-:part(^\\d+).xml', sendSitemap)
  readRoute(app, '/favicon.ico', (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').redirect(FAVICON.path, 301),
  )

  async function sendSitemap(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (publicUrl === '') {
      throw new Problem('NOT_FOUND', 'a sitemap needs the address of the service: set PUBLIC_URL')
    }
    const { part } = request.params as { part?: string }
    const path = part === undefined ? '/sitemap.xml' : `/sitemap-${part}.xml`
    const query = queryAt(market(), now(), undefined)
    const make = async () => {
      const { pages, span } = await trackedPages(query.market, query.moment)
      const body = sitemapFiles(publicUrl, pages).get(path)
      if (body === undefined) throw new Problem('NOT_FOUND', 'the sitemap has no such part')
      return withLifetime(query, { body, contentType: XML, headers: {} }, span)
    }
    return sender.send(
      request,
      reply,
      await cachedAnswer(cache, query, query.moment.clock, { key: path, make }),
    )
  }
}
