import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NamedMoment } from '../market/named-moment.ts'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import type { Sender } from '../publish/sender.ts'
import { withinDay } from '../reports/moment.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { withLifetime } from '../request/answer-lifetime.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { DOWNLOADS_BASE } from '../request/downloads.ts'
import type { LiveAnswers } from '../request/live-answer.ts'
import { answerKey, marketFor, type ServedMarkets } from '../request/market-at-moment.ts'
import { MOMENT_PARAMETERS } from '../request/market-parameters.ts'
import { type MarketQuery, queryAt } from '../request/market-query.ts'
import { type Parameters, readQuery, type ValuesOf } from '../request/parameters.ts'
import { ACCURACY_PAGE_PARAMETERS } from './accuracy/accuracy-address.ts'
import { accuracyPage } from './accuracy/accuracy-page.tsx'
import { addressOf } from './address.ts'
import { CALENDAR_PAGE_PARAMETERS } from './calendar/calendar-address.ts'
import { calendarPage } from './calendar/calendar-page.tsx'
import { changesPage } from './changes/changes-page.tsx'
import { clientPage } from './deals/client-page.tsx'
import { dealsPage } from './deals/deals-page.tsx'
import { clientWalk, type DealsWalk, dealsWalk, symbolWalk } from './deals/deals-walk.ts'
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
import { withAsOf } from './past/moment-links.ts'
import { NOW, pastPage, unknownThen } from './past/past-page.ts'
import { SCOREBOARD_PAGE_PARAMETERS } from './scoreboard/scoreboard-address.ts'
import { scoreboardPage } from './scoreboard/scoreboard-page.tsx'
import { searchRoutes } from './search/routes.ts'
import type { SiteWatch } from './site.ts'
import { sourcesPage } from './sources/sources-page.tsx'
import { aboutPage } from './texts/about-page.tsx'
import { methodPage } from './texts/method-page.tsx'
import { todayPage } from './today/today-page.tsx'
import { unannouncedPage } from './unannounced/unannounced-page.tsx'

export interface WebContext extends ServedMarkets {
  /** The OpenAPI document, for the reference page. */
  readonly document: OpenApi
  /** The present answers of the endpoints, for the page for developers. */
  readonly live: (query: MarketQuery) => Promise<LiveAnswers>
  readonly sources: SourceChoice
  readonly publicUrl: string
  /** The operator's e-mail or web address; empty when not set. */
  readonly contact: string
  readonly cache: AnswerCache
  readonly sender: Sender
  readonly watch: SiteWatch
}

/** Registers the pages. Each is built once per market version and span of the clock, and cached beside the JSON answers. */
export function webRoutes(app: FastifyInstance, context: WebContext): void {
  const { document, live, sources, contact, publicUrl } = context
  const pages = new PageRoutes(app, context)
  pages.add('/', {}, todayPage)
  pages.add('/ipos', IPOS_PAGE_PARAMETERS, iposPage)
  pages.add('/unannounced', {}, (request) => unannouncedPage(request, sources))
  pages.add('/calendar', CALENDAR_PAGE_PARAMETERS, calendarPage)
  pages.add('/scoreboard', { ...SCOREBOARD_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, scoreboardPage)
  pages.add('/accuracy', { ...ACCURACY_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, accuracyPage)
  pages.add('/ipos/:slug', MOMENT_PARAMETERS, (request) => ipoPage(request, publicUrl))
  pages.add('/ipos/:slug/evidence', MOMENT_PARAMETERS, evidencePage)
  pages.addDeals('/deals', dealsWalk, dealsPage)
  pages.addDeals('/deals/:symbol', symbolWalk, symbolPage)
  pages.addDeals('/deals/clients/:clientName', clientWalk, (request) =>
    clientPage(request, { contact, sources }),
  )
  pages.add('/docs', {}, async () => docsPage(document))
  pages.add('/method', {}, async () => methodPage())
  pages.add('/sources', {}, (request) => sourcesPage(request, sources))
  pages.add('/developers', {}, async (request) =>
    developersPage(request, { document, publicUrl, live: await live(request.query) }),
  )
  pages.add('/about', {}, async () => aboutPage(publicUrl))
  pages.add('/changes', {}, changesPage)
  pages.add(DOWNLOADS_BASE, {}, async () => downloadsPage(publicUrl))
  searchRoutes(app, context)
}

class PageRoutes {
  readonly #app: FastifyInstance
  readonly #context: WebContext

  constructor(app: FastifyInstance, context: WebContext) {
    this.#app = app
    this.#context = context
  }

  /** Adds a page. With the parameter `asOf` it can be shown as of a past moment. */
  add<P extends Parameters>(
    path: string,
    parameters: P,
    make: (request: PageRequest<ValuesOf<P> & Readonly<Record<string, unknown>>>) => Promise<Page>,
  ): void {
    const hasPast = Object.hasOwn(parameters, 'asOf')
    readRoute(this.#app, path, async (request, reply) => {
      const fields = queryFields(request)
      const params = request.params as Record<string, string>
      if (hasPast && fields.asOf === NOW) {
        readQuery(parameters, { ...fields, asOf: this.#context.now() })
        return this.#redirectToNow(reply as FastifyReply, path, params, fields)
      }
      const { values, ignored } = readQuery(parameters, fields)
      const { asOf: named, ...others } = values as ValuesOf<P> & { readonly asOf?: NamedMoment }
      const { market, now } = await marketFor(this.#context, { asOf: hasPast ? fields.asOf : undefined })
      const query = queryAt(market, now, named)
      const { asOf } = query.moment
      const key = answerKey('page', query, [path, params, others])
      return this.#respond(request, reply as FastifyReply, { query, key, ignored }, async () => {
        const page = await make(pageRequestOf(query, { ...values, ...params })).catch((error) => {
          throw asOf === null ? error : unknownThen(error, asOf)
        })
        if (!hasPast) return page
        return asOf === null ? { ...page, momentPath: withAsOf(page.path, NOW) } : pastPage(page, asOf)
      })
    })
  }

  /** Adds a page of deals, which uses the cursors of the JSON endpoint. */
  addDeals(
    path: string,
    read: typeof dealsWalk,
    make: (request: PageRequest<DealsWalk>) => Promise<Page>,
  ): void {
    const { market, catchUp, now } = this.#context
    readRoute(this.#app, path, async (request, reply) => {
      const fields: Record<string, unknown> = { ...queryFields(request), ...(request.params as object) }
      // A cursor may come from a process that has seen a later version.
      const deals = read(fields, fields.cursor === undefined ? market() : await catchUp(null), now())
      const { filter, limit, after, ignored } = deals
      const query = queryAt(market(), now(), undefined)
      const key = answerKey('page', query, [path, filter, limit, after, deals.isLive ? null : deals.moment])
      return this.#respond(request, reply as FastifyReply, { query, key, ignored }, () =>
        make(pageRequestOf(query, deals)),
      )
    })
  }

  /** Redirects to the page as of this very moment, which is an address that can be shared. */
  #redirectToNow(
    reply: FastifyReply,
    path: string,
    params: Readonly<Record<string, string>>,
    { asOf: _now, ...fields }: Readonly<Record<string, unknown>>,
  ): FastifyReply {
    const own = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const address = addressOf(own, texts)
    return reply.header('Cache-Control', 'no-store').redirect(withAsOf(address, this.#context.now()), 302)
  }

  async #respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { query, key, ignored }: { query: MarketQuery; key: string; ignored: readonly string[] },
    make: () => Promise<Page>,
  ): Promise<FastifyReply> {
    const { now, watch, cache, sender } = this.#context
    const site = query.isLive ? await watch.site(query) : watch.bareSite(query)
    const cached = await cachedAnswer(cache, query, query.isLive ? query.moment.clock : now(), {
      key,
      ...(query.isLive && {
        extraVersion: JSON.stringify(site.freshness),
        extraVersionUntil: watch.nextRefresh(query),
      }),
      make: async () => {
        const page = await make()
        const answer = { body: renderPage(page, site), contentType: HTML, headers: {} }
        return withLifetime(query, answer, withinDay(page.span, query.moment.clock))
      },
    })
    return sender.send(request, reply, { ...cached, ignored })
  }
}

/** The query of a form: an empty or blank field is ignored, also among several of one name. */
function queryFields({ query }: FastifyRequest): Record<string, unknown> {
  const fields = Object.entries(query as Readonly<Record<string, unknown>>).map(([name, value]) => {
    const given = (Array.isArray(value) ? value : [value]).filter((each) => String(each).trim() !== '')
    return [name, given.length > 1 ? given : given[0]] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
