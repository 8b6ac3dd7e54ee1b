import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answered } from '../asking/answered.ts'
import { askedAt } from '../asking/asked.ts'
import { type Parameters, readQuery, type ValuesOf } from '../asking/parameters.ts'
import { type Instant, msOf } from '../market/calendar.ts'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute, sendAnswer } from '../publish/send.ts'
import { type ServedMarket, versionName } from '../reports/served-market.ts'
import { ipoPage } from './ipo/ipo-page.tsx'
import { renderPage } from './layout.tsx'
import { type Page, type Visit, visitOf } from './page.ts'
import type { SiteWatch } from './site.ts'
import { docsPage } from './texts/docs-page.tsx'
import type { OpenApi } from './texts/openapi-reading.ts'
import { todayPage } from './today/today-page.tsx'

export interface WebContext {
  /** What the JSON endpoints are, for the reference page. */
  readonly document: OpenApi
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly cache: AnswerCache
  readonly watch: SiteWatch
}

export const HTML = 'text/html; charset=utf-8'

/** The pages. Each is made once per market version and stretch of the clock, and kept beside the JSON answers. */
export function webRoutes(app: FastifyInstance, { document, market, now, cache, watch }: WebContext): void {
  page('/', {}, todayPage)
  page('/ipos/:slug', {}, ipoPage)
  page('/docs', {}, async () => docsPage(document))

  function page<P extends Parameters>(
    path: string,
    parameters: P,
    make: (visit: Visit<ValuesOf<P> & Readonly<Record<string, unknown>>>) => Promise<Page>,
  ): void {
    readRoute(app, path, async (request, reply) => {
      const { values, ignored } = readQuery(parameters, givenFields(request))
      const params = request.params as Record<string, string>
      const asked = askedAt(market(), now(), undefined)
      const site = await watch.site(asked)
      const answer = await cache.get(
        JSON.stringify(['page', path, params, values]),
        `${versionName(asked.market)} ${JSON.stringify(site.freshness)}`,
        msOf(asked.moment.clock),
        async () => {
          const made = await make(visitOf(asked, { ...values, ...params }))
          return answered(asked, { body: renderPage(made, site), contentType: HTML, headers: {} }, made.span)
        },
      )
      return sendAnswer(request, reply as FastifyReply, answer, msOf(now()), ignored)
    })
  }
}

/** The query as a form sends it: a field left empty says nothing, and boxes of one name are several values. */
function givenFields({ query }: FastifyRequest): Record<string, unknown> {
  const fields = Object.entries(query as Readonly<Record<string, unknown>>).map(
    ([name, value]) =>
      [name, Array.isArray(value) ? value.filter((each) => each !== '').join(',') : value] as const,
  )
  return Object.fromEntries(fields.filter(([, value]) => value !== ''))
}
