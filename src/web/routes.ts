import { type Instant, istDay } from '../market/calendar.ts'
import type { RoutedRequest } from '../publish/read-route.ts'
import { withinDay } from '../reports/moment.ts'
import type { SourceChoice } from '../reports/sources.ts'
import type { AnswerRoute, AskedAnswer, Redirection } from '../request/answer-route.ts'
import { DOWNLOADS_BASE } from '../request/downloads.ts'
import type { ExampleAnswers } from '../request/example-answer.ts'
import { MOMENT_PARAMETERS } from '../request/market-parameters.ts'
import {
  answerKey,
  type MarketQuery,
  momentQuery,
  queryAt,
  type ServedMarkets,
} from '../request/market-query.ts'
import { type Parameters, readQuery, type ValuesOf } from '../request/parameters.ts'
import { addressOf } from './address.ts'
import { CALENDAR_PAGE_PARAMETERS, calendarPage } from './calendar/calendar-page.tsx'
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
import type { Page, PageRequest } from './page.ts'
import { withAsOf } from './past/moment-links.ts'
import { NOW, pastPage, refuseAsOf, unknownThen } from './past/past-page.tsx'
import { accuracyPage } from './scores/accuracy-page.tsx'
import { ACCURACY_PAGE_PARAMETERS, SCOREBOARD_PAGE_PARAMETERS } from './scores/score-addresses.ts'
import { scoreboardPage } from './scores/scoreboard-page.tsx'
import { searchRoute } from './search/search-names.ts'
import type { SiteWatch } from './site.ts'
import { sourcesPage } from './sources/sources-page.tsx'
import { glossaryPage } from './texts/glossary-page.tsx'
import { aboutPage, methodPage, newToIposPage } from './texts/text-page.tsx'
import { withCountdowns } from './time-left.ts'
import { todayPage } from './today/today-page.tsx'
import { unannouncedPage } from './unannounced/unannounced-page.tsx'

export interface WebContext extends ServedMarkets {
  /** The OpenAPI document, for the reference page. */
  readonly document: OpenApi
  /** The present answers of the endpoints, for the page for developers. */
  readonly examples: (query: MarketQuery) => Promise<ExampleAnswers>
  readonly sources: SourceChoice
  readonly publicUrl: string
  /** The operator's e-mail or web address; empty when not set. */
  readonly contact: string
  readonly watch: SiteWatch
}

type PageRoute = AnswerRoute<AskedAnswer | Redirection>

/** The pages. Each is built once per market version and span of the clock, and cached beside the JSON answers. */
export function webRoutes(context: WebContext): PageRoute[] {
  const { document, examples, sources, contact, publicUrl } = context
  const page = pageRouteOf(context)
  const deals = dealsRouteOf(context)
  return [
    page('/', MOMENT_PARAMETERS, (request) => todayPage(request, sources)),
    page('/ipos', { ...IPOS_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, iposPage),
    page('/unannounced', MOMENT_PARAMETERS, (request) => unannouncedPage(request, sources)),
    page('/calendar', { ...CALENDAR_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, calendarPage),
    page('/scoreboard', { ...SCOREBOARD_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, scoreboardPage),
    page('/accuracy', { ...ACCURACY_PAGE_PARAMETERS, ...MOMENT_PARAMETERS }, accuracyPage),
    page('/ipos/:slug', MOMENT_PARAMETERS, (request) => ipoPage(request, publicUrl)),
    page('/ipos/:slug/evidence', MOMENT_PARAMETERS, evidencePage),
    deals('/deals', dealsWalk, dealsPage),
    deals('/deals/:symbol', symbolWalk, symbolPage),
    deals('/deals/clients/:clientName', clientWalk, (request) => clientPage(request, { contact, sources })),
    page('/docs', {}, async () => docsPage(document)),
    page('/method', {}, async () => methodPage()),
    page('/sources', {}, (request) => sourcesPage(request, sources)),
    page('/developers', {}, async (request) =>
      developersPage(request, { document, publicUrl, examples: await examples(request.query) }),
    ),
    page('/about', {}, async () => aboutPage(publicUrl)),
    page('/new-to-ipos', {}, async () => newToIposPage()),
    page('/glossary', {}, async () => glossaryPage()),
    page('/changes', MOMENT_PARAMETERS, changesPage),
    page(DOWNLOADS_BASE, {}, async () => downloadsPage(publicUrl)),
    searchRoute({ ...context, copy: context.watch.copy }),
  ]
}

/** Returns a function for the routes of pages. With the parameter `asOf` a page can be shown as of a past moment. */
const pageRouteOf =
  (context: WebContext) =>
  <P extends Parameters>(
    path: string,
    parameters: P,
    make: (
      request: PageRequest<Omit<ValuesOf<P>, 'asOf'> & Readonly<Record<string, unknown>>>,
    ) => Promise<Page>,
  ): PageRoute => ({
    path,
    async ask(request) {
      const { params } = request
      const hasPast = Object.hasOwn(parameters, 'asOf')
      const fields = fieldsOf(request)
      if (!hasPast) refuseAsOf(fields)
      if (hasPast && fields.asOf === NOW) {
        readQuery(parameters, { ...fields, asOf: context.now() })
        return { redirectTo: addressAsOf(context.now(), path, params, fields) }
      }
      const { query, filter, ignored } = await momentQuery(context, parameters, fields)
      const { asOf } = query.moment
      const key = answerKey('page', query, [path, params, filter])
      return askedPage(context, { query, key, ignored }, async () => {
        const page = await make({
          query,
          today: istDay(query.moment.clock),
          values: { ...filter, ...params },
        }).catch((error) => {
          throw asOf === null ? error : unknownThen(error, asOf)
        })
        if (!hasPast) return page
        return asOf === null ? { ...page, momentPath: withAsOf(page.path, NOW) } : pastPage(page, asOf)
      })
    },
  })

/** Returns a function for the routes of deals, which use the cursors of the JSON endpoint. */
const dealsRouteOf =
  (context: WebContext) =>
  (
    path: string,
    read: typeof dealsWalk,
    make: (request: PageRequest<DealsWalk>) => Promise<Page>,
  ): PageRoute => ({
    path,
    async ask(request) {
      const fields: Record<string, unknown> = { ...fieldsOf(request), ...request.params }
      const walk = await read(context, fields)
      const { filter, limit, after, ignored } = walk
      const { asOf } = walk.moment
      const query = asOf === null ? queryAt(context.market(), context.now()) : walk
      const key = answerKey('page', query, [path, filter, limit, after, walk.isPresent ? null : walk.moment])
      return askedPage(context, { query, key, ignored }, async () => {
        const page = await make({ query, today: istDay(query.moment.clock), values: walk })
        // A cursor carries the moment, so the present page is the first one.
        return asOf === null ? page : pastPage({ ...page, path: walk.first }, asOf)
      })
    },
  })

/** The address of a page as of a moment, which can be shared. */
function addressAsOf(
  now: Instant,
  path: string,
  params: Readonly<Record<string, string>>,
  { asOf: _now, ...fields }: Readonly<Record<string, unknown>>,
): string {
  const own = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return withAsOf(addressOf(own, texts), now)
}

/** A page in its frame, which is read again every minute. */
async function askedPage(
  { watch }: WebContext,
  asked: Pick<AskedAnswer, 'query' | 'key' | 'ignored'>,
  make: () => Promise<Page>,
): Promise<AskedAnswer> {
  const { query } = asked
  const site = query.isPresent ? await watch.site(query) : watch.bareSite(query)
  const frame = { text: JSON.stringify(site.freshness), until: watch.nextRefresh(query) }
  return {
    ...asked,
    ...(query.isPresent && { frame }),
    make: async () => {
      const page = await make()
      const { clock } = query.moment
      const counted = site.copy ? page.span : withCountdowns(page.span, clock, page.countsTo ?? [])
      const span = withinDay(counted, clock)
      return { body: renderPage(page, site), contentType: HTML, headers: {}, span }
    },
  }
}

/** The query of a form: an empty or blank field is ignored, also among several of one name. */
function fieldsOf({ query }: RoutedRequest): Record<string, unknown> {
  const fields = Object.entries(query).map(([name, value]) => {
    const given = (Array.isArray(value) ? value : [value]).filter((each) => String(each).trim() !== '')
    return [name, given.length > 1 ? given : given[0]] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
