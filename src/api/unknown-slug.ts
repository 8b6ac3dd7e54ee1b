import { suggestions } from '../reports/ipos/suggestions.ts'
import type { MarketQuery } from '../request/market-query.ts'
import { BASE } from '../request/paths.ts'
import { Problem } from '../request/problems.ts'

/** The problem that no IPO has this slug, with suggestions. */
export async function unknownSlug({ market, moment }: MarketQuery, slug: string): Promise<Problem> {
  const slugs = (await suggestions(market.db, moment, slug)).map((meant) => meant.slug)
  const then = moment.asOf === null ? '' : ` at ${moment.asOf}`
  const hint = slugs.length > 0 ? `; did you mean ${slugs.join(' or ')}?` : `; ${BASE}/ipos lists them`
  return new Problem(
    'NOT_FOUND',
    `no IPO has this slug${then}${hint}`,
    slugs.length > 0 ? { suggestions: slugs } : {},
  )
}
