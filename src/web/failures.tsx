import type { FastifyReply } from 'fastify'
import { type Asked, askedAt } from '../asking/asked.ts'
import type { Problem } from '../asking/problems.ts'
import type { Instant } from '../market/calendar.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type Suggestion, suggestions } from '../reports/suggestions.ts'
import { type FramedPage, renderPage } from './layout.tsx'
import { HTML } from './routes.tsx'
import type { SiteWatch } from './site.ts'
import { notFoundPage } from './texts/not-found-page.tsx'
import { problemPage } from './texts/problem-page.tsx'

export interface FailureContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly watch: SiteWatch
}

/** Tells a visitor what was wrong with the address, or with us, and where to go on. */
export async function sendFailure(
  reply: FastifyReply,
  problem: Problem,
  path: string,
  { market, now, watch }: FailureContext,
): Promise<FastifyReply> {
  const asked = askedAt(market(), now(), undefined)
  const page: FramedPage =
    problem.code === 'NOT_FOUND' ? notFoundPage(await meant(asked, path)) : problemPage(problem, path)
  return reply
    .code(problem.status)
    .headers({ ...problem.headers, 'Cache-Control': 'no-store' })
    .type(HTML)
    .send(renderPage(page, watch.bareSite(asked)))
}

/** IPOs whose address is like the last part of the path. A store that cannot be read suggests nothing. */
async function meant({ market, moment }: Asked, path: string): Promise<Suggestion[]> {
  const part = path.split('/').findLast((each) => each !== '') ?? ''
  try {
    return await suggestions(market.db, moment, part)
  } catch {
    return []
  }
}
