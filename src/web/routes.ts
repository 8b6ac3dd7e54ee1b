import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../market/calendar.ts'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import type { Sender } from '../publish/sender.ts'
import { withinDay } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { withLifetime } from '../request/answer-lifetime.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { DOWNLOADS_BASE } from '../request/downloads.ts'
import type { LiveAnswers } from '../request/live-answer.ts'
import { type MarketQuery, queryAt } from '../request/market-query.ts'
import { type Parameters, readQuery, type ValuesOf } from '../request/parameters.ts'
import { ACCURACY_PAGE_PARAMETERS } from './accuracy/accuracy-address.ts'
import { accuracyPage } from './accuracy/accuracy-page.tsx'
import { changesPage } from './changes/changes-page.tsx'
import { dealsPage } from './deals/deals-page.tsx'
import { type DealsWalk, dealsWalk, symbolWalk } from './deals/deals-walk.ts'
import { symbolPage } from './deals/symbol-page.tsx'
import { developersPage } from './developers/developers-page.tsx'
import { docsPage } from './developers/docs-page.tsx'
import type { OpenApi } from './developers/openapi-reading.ts'
import { downloadsPage } from './downloads/downloads-page.tsx'
import { evidencePage } from './evidence/evidence-page.tsx'
import { ipoPage } from './ipo/ipo-page.tsx'
import { IPOS_PAGE_PARAMETERS } from './ipos/ipos-address.ts'
import { iposPage } from './ipos/ipos-page.tsx'
import { HTML, renderPage } from './layout.tsx'
import { type Page, type PageRequest, pageRequestOf } from './page.ts'
import { SCOREBOARD_PAGE_PARAMETERS } from './scoreboard/scoreboard-address.ts'
import { scoreboardPage } from './scoreboard/scoreboard-page.tsx'
import type { SiteWatch } from './site.ts'
import { sourcesPage } from './sources/sources-page.tsx'
import { aboutPage } from './texts/about-page.tsx'
import { methodPage } from './texts/method-page.tsx'
import { todayPage } from './today/today-page.tsx'

export interface WebContext {
  /** What the JSON endpoints are, for the reference page. */
  readonly document: OpenApi
  /** What they answer just now, for the page of developers. */
  readonly live: (asked: MarketQuery) => Promise<LiveAnswers>
  readonly sources: SourceChoice
  /** Where the service is reached from outside, without a final slash; empty when unknown. */
  readonly publicUrl: string
  readonly market: () => ServedMarket
  /** The market with all that is committed. */
  readonly catchUp: (moment: null) => Promise<ServedMarket>
  readonly now: () => Instant
  readonly cache: AnswerCache
  readonly sender: Sender
  readonly watch: SiteWatch
}

/** The pages. Each is made once per market version and stretch of the clock, and kept beside the JSON answers. */
export function webRoutes(
  app: FastifyInstance,
  { document, live, sources, publicUrl, market, catchUp, now, cache, sender, watch }: WebContext,
): void {
  page('/', {}, todayPage)
  page('/ipos', IPOS_PAGE_PARAMETERS, iposPage)
  page('/scoreboard', SCOREBOARD_PAGE_PARAMETERS, scoreboardPage)
  page('/accuracy', ACCURACY_PAGE_PARAMETERS, accuracyPage)
  page('/ipos/:slug', {}, ipoPage)
  page('/ipos/:slug/evidence', {}, evidencePage)
  walk('/deals', dealsWalk, dealsPage)
  walk('/deals/:symbol', symbolWalk, symbolPage)
  page('/docs', {}, async () => docsPage(document))
  page('/method', {}, async () => methodPage())
  page('/sources', {}, (visit) => sourcesPage(visit, sources))
  page('/developers', {}, async (visit) =>
    developersPage(visit, { document, publicUrl, live: await live(visit.asked) }),
  )
  page('/about', {}, async () => aboutPage(publicUrl))
  page('/changes', {}, changesPage)
  page(DOWNLOADS_BASE, {}, async () => downloadsPage(publicUrl))

  function page<P extends Parameters>(
    path: string,
    parameters: P,
    make: (visit: PageRequest<ValuesOf<P> & Readonly<Record<string, unknown>>>) => Promise<Page>,
  ): void {
    readRoute(app, path, async (request, reply) => {
      const { values, ignored } = readQuery(parameters, givenFields(request))
      const params = request.params as Record<string, string>
      const key = [path, params, values]
      return respond(request, reply as FastifyReply, { key, ignored }, (asked) =>
        make(pageRequestOf(asked, { ...values, ...params })),
      )
    })
  }

  /** A page of deals, by the cursors of the JSON endpoint. */
  function walk(
    path: string,
    read: typeof dealsWalk,
    make: (visit: PageRequest<DealsWalk>) => Promise<Page>,
  ): void {
    readRoute(app, path, async (request, reply) => {
      const fields: Record<string, unknown> = { ...givenFields(request), ...(request.params as object) }
      // A cursor may come from a process that has seen a later version.
      const deals = read(fields, fields.cursor === undefined ? market() : await catchUp(null), now())
      const { filter, limit, after, ignored } = deals
      const key = [path, filter, limit, after, deals.isLive ? null : deals.moment]
      return respond(request, reply as FastifyReply, { key, ignored }, (asked) =>
        make(pageRequestOf(asked, deals)),
      )
    })
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, ignored }: { key: readonly unknown[]; ignored: readonly string[] },
    make: (asked: MarketQuery) => Promise<Page>,
  ): Promise<FastifyReply> {
    const asked = queryAt(market(), now(), undefined)
    const site = await watch.site(asked)
    const kept = await cachedAnswer(cache, asked, asked.moment.clock, {
      key: JSON.stringify(['page', ...key]),
      around: JSON.stringify(site.freshness),
      aroundUntil: watch.nextLook(asked),
      make: async () => {
        const made = await make(asked)
        const answer = { body: renderPage(made, site), contentType: HTML, headers: {} }
        return withLifetime(asked, answer, withinDay(made.span, asked.moment.clock))
      },
    })
    return sender.send(request, reply, { ...kept, ignored })
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
