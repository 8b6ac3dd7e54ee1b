import { type TrackedPage, trackedPages } from '../../reports/ipos/tracked-pages.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { PAGES } from '../sections.ts'

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

/** The limit of the sitemap protocol for one file. */
const MOST_ADDRESSES = 50_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * The files of the sitemap by path: one with every address, or an index of several. `lastmod` is given only where it is
 * known.
 */
export function sitemapFiles(
  publicUrl: string,
  tracked: readonly TrackedPage[],
  mostAddresses = MOST_ADDRESSES,
): ReadonlyMap<string, string> {
  const entries = [
    ...PAGES.map((path) => entry('url', `${publicUrl}${path}`)),
    ...tracked.map(({ slug, changed }) => entry('url', `${publicUrl}/ipos/${slug}`, changed)),
  ]
  if (entries.length <= mostAddresses) return new Map([['/sitemap.xml', document('urlset', entries)]])
  const parts = Array.from({ length: Math.ceil(entries.length / mostAddresses) }, (_, i) => ({
    path: `/sitemap-${i + 1}.xml`,
    text: document('urlset', entries.slice(i * mostAddresses, (i + 1) * mostAddresses)),
  }))
  const index = parts.map(({ path }) => entry('sitemap', `${publicUrl}${path}`))
  return new Map([
    ['/sitemap.xml', document('sitemapindex', index)],
    ...parts.map(({ path, text }) => [path, text] as const),
  ])
}

const document = (name: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${name}>\n`

function entry(name: string, address: string, changed: string | null = null): string {
  const lastmod = changed === null ? '' : `<lastmod>${changed}</lastmod>`
  return `<${name}><loc>${escaped(address)}</loc>${lastmod}</${name}>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;')
