import { type TrackedPage, trackedPages } from '../../reports/ipos/tracked-pages.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { PAGES } from '../sections.ts'

const XML = 'application/xml; charset=utf-8'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** The limit of the sitemap protocol for one file: several times as many as there have been IPOs in India. */
const MOST_ADDRESSES = 50_000

export const sitemapRoute = ({
  market,
  now,
  publicUrl,
}: Pick<ServedMarkets, 'market' | 'now'> & { readonly publicUrl: string }): AnswerRoute => ({
  path: '/sitemap.xml',
  ask() {
    if (publicUrl === '')
      throw new Problem('NOT_FOUND', 'a sitemap needs the address of the service: set PUBLIC_URL')
    const query = queryAt(market(), now())
    const make = async () => {
      const { pages, span } = await trackedPages(query.market, query.moment)
      return { body: sitemapText(publicUrl, pages), contentType: XML, headers: {}, span }
    }
    return { query, key: '/sitemap.xml', make }
  },
})

/** The single pages, then those of every IPO. `lastmod` is given only where it is known. */
export function sitemapText(publicUrl: string, tracked: readonly TrackedPage[]): string {
  const entries = [
    ...PAGES.map((path) => entry(`${publicUrl}${path}`)),
    ...tracked.map(({ slug, changed }) => entry(`${publicUrl}/ipos/${slug}`, changed)),
  ].slice(0, MOST_ADDRESSES)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</urlset>\n`
}

function entry(address: string, changed: string | null = null): string {
  const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`
  return `<url><loc>${escaped(address)}</loc>${lastmod}</url>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;')
