import { trackedPages } from '../../reports/ipos/tracked-pages.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { sitemapFiles } from './sitemap.ts'

const XML = 'application/xml; charset=utf-8'

/** The sitemap, in one file or in parts. */
export const sitemapRoutes = ({
  market,
  now,
  publicUrl,
}: Pick<ServedMarkets, 'market' | 'now'> & { readonly publicUrl: string }): AnswerRoute[] =>
  ['/sitemap.xml', '/sitemap-:part(^\\d+).xml'].map((path) => ({
    path,
    ask({ params: { part } }) {
      if (publicUrl === '') {
        throw new Problem('NOT_FOUND', 'a sitemap needs the address of the service: set PUBLIC_URL')
      }
      const key = part === undefined ? '/sitemap.xml' : `/sitemap-${part}.xml`
      const query = queryAt(market(), now())
      const make = async () => {
        const { pages, span } = await trackedPages(query.market, query.moment)
        const body = sitemapFiles(publicUrl, pages).get(key)
        if (body === undefined) throw new Problem('NOT_FOUND', 'the sitemap has no such part')
        return { body, contentType: XML, headers: {}, span }
      }
      return { query, key, make }
    },
  }))
