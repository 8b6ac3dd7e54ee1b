import { apiRoutes } from '../api/endpoints.ts'
import { currentExamples } from '../api/examples.ts'
import { openApiDocument } from '../api/openapi.ts'
import type { Config } from '../config.ts'
import { feedRoutes } from '../feeds/routes.ts'
import type { SourceChoice } from '../reports/sources.ts'
import type { AnswerRoute, AskedAnswer, Redirection } from '../request/answer-route.ts'
import type { MarketQuery, ServedMarkets } from '../request/market-query.ts'
import { cardRoutes } from '../web/cards/routes.ts'
import type { StaticCopy } from '../web/copy/static-copy.tsx'
import { sitemapRoute } from '../web/crawlers/sitemap.ts'
import type { OpenApi } from '../web/developers/openapi-reading.ts'
import { embedRoutes } from '../web/embed/routes.ts'
import { webRoutes } from '../web/routes.ts'
import { SiteWatch } from '../web/site.ts'

export interface AnswerContext extends ServedMarkets {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT' | 'ALERTS_PUBLIC'>
  readonly sources: SourceChoice
  /** Set where the answers become files of a static copy. */
  readonly copy?: StaticCopy
}

/** What pages show around their content. */
export const siteWatch = ({ config, sources, copy }: AnswerContext): SiteWatch =>
  new SiteWatch(sources, {
    publicUrl: config.PUBLIC_URL,
    alertsAddress: config.ALERTS_PUBLIC,
    copy: copy ?? null,
  })

/** The description of the API. */
export const openApiOf = ({ PUBLIC_URL: publicUrl, CONTACT: contact }: AnswerContext['config']): OpenApi =>
  openApiDocument({ publicUrl, contact }) as OpenApi

/** All routes whose answers are made from the market and cached, in the service and on the thread that makes them ahead. */
export function answerRoutes(
  context: AnswerContext,
  document = openApiOf(context.config),
  watch = siteWatch(context),
): readonly AnswerRoute<AskedAnswer | Redirection>[] {
  const { config, sources, market, catchUp, reach, now } = context
  const { PUBLIC_URL: publicUrl, CONTACT: contact } = config
  const shared = { market, catchUp, reach, now, publicUrl }
  const examples = (query: MarketQuery) => currentExamples(query, { publicUrl, sources })
  return [
    ...apiRoutes({ ...shared, sources }),
    ...webRoutes({ ...shared, document, examples, sources, contact, watch }),
    ...feedRoutes(shared),
    ...cardRoutes(shared),
    ...embedRoutes({ ...shared, isCopy: watch.copy !== null }),
    sitemapRoute(shared),
  ]
}
