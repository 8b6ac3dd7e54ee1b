import type { FastifyInstance } from 'fastify'
import { liveExamples, refusedExample } from '../../api/examples.ts'
import type { Gate } from '../../api/gate.ts'
import { marketRoutes } from '../../api/routes.ts'
import type { Config } from '../../config.ts'
import { feedRoutes } from '../../feeds/routes.ts'
import type { AnswerCache } from '../../publish/answer-cache.ts'
import type { Sender } from '../../publish/sender.ts'
import type { SourceChoice } from '../../reports/sources.ts'
import type { ServedMarkets } from '../../request/market-at-moment.ts'
import type { MarketQuery } from '../../request/market-query.ts'
import { cardRoutes } from '../../web/cards/routes.ts'
import { crawlerRoutes } from '../../web/crawlers/routes.ts'
import type { OpenApi } from '../../web/developers/openapi-reading.ts'
import { embedRoutes } from '../../web/embed/routes.ts'
import { webRoutes } from '../../web/routes.ts'
import { SiteWatch } from '../../web/site.ts'

export interface AnswerContext extends ServedMarkets {
  readonly config: Pick<
    Config,
    'PUBLIC_URL' | 'CONTACT' | 'ALERTS_PUBLIC' | 'TRUST_PROXY' | 'REQUESTS_PER_MINUTE'
  >
  readonly sources: SourceChoice
}

/** What the routes of answers share. */
export interface AnswerParts {
  readonly gate: Gate
  readonly sender: Sender
  readonly cache: AnswerCache
  readonly watch: SiteWatch
}

export const siteWatch = (
  { PUBLIC_URL, ALERTS_PUBLIC }: AnswerContext['config'],
  sources: SourceChoice,
): SiteWatch => new SiteWatch(sources, { publicUrl: PUBLIC_URL, alertsAddress: ALERTS_PUBLIC })

/** The routes whose answers are made from the market and cached: JSON, pages, feeds and pictures. */
export function answerRoutes(
  app: FastifyInstance,
  { config, market, catchUp, sources, now }: AnswerContext,
  { sender, cache, watch, document }: AnswerParts & { readonly document: OpenApi },
): void {
  const { PUBLIC_URL: publicUrl, CONTACT: contact } = config
  const live = async (query: MarketQuery) => ({
    answers: await liveExamples(query, { publicUrl, sources }),
    refusal: refusedExample(query),
  })
  const shared = { market, catchUp, now, cache, sender, publicUrl }
  marketRoutes(app, { ...shared, sources })
  webRoutes(app, { ...shared, document, live, sources, contact, watch })
  feedRoutes(app, shared)
  cardRoutes(app, { market, now, cache, sender })
  embedRoutes(app, { market, now, cache, sender, publicUrl })
  crawlerRoutes(app, { market, now, cache, sender, publicUrl })
}
