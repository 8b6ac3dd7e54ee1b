import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Instant, istDay } from '../../market/calendar.ts'
import type { AnswerDraft } from '../../publish/answer.ts'
import type { AnswerCache } from '../../publish/answer-cache.ts'
import { readRoute } from '../../publish/read-route.ts'
import type { Sender } from '../../publish/sender.ts'
import { ipoReport } from '../../reports/ipos/ipo.ts'
import { withinDay } from '../../reports/moment.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { withLifetime } from '../../request/answer-lifetime.ts'
import { cachedAnswer } from '../../request/cached-answer.ts'
import { queryAt } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { HTML } from '../layout.tsx'
import { CROSS_ORIGIN } from '../share/cross-origin.ts'
import { type SharedIpo, sharedIpo } from '../share/shared-ipo.ts'
import { badgeSvg } from './badge.tsx'
import { type EmbedContext, embedHtml } from './embed-page.tsx'

export interface EmbedRoutesContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly cache: AnswerCache
  readonly sender: Sender
  readonly publicUrl: string
}

/** Any site may frame this page, and it may load only its own style and icon. */
const FRAMED_PAGE = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
}

type Shown = Pick<AnswerDraft, 'body' | 'contentType' | 'headers'>

const ROUTES: Readonly<Record<string, (ipo: SharedIpo, context: EmbedContext) => Shown>> = {
  '/embed/:slug': (ipo, context) => ({
    body: embedHtml(ipo, context),
    contentType: HTML,
    headers: FRAMED_PAGE,
  }),
  '/badge/:slug.svg': (ipo, context) => ({
    body: badgeSvg(ipo, context),
    contentType: 'image/svg+xml',
    headers: CROSS_ORIGIN,
  }),
}

/** What other sites may show of an IPO: a small page in a frame, and a badge. */
export function embedRoutes(app: FastifyInstance, context: EmbedRoutesContext): void {
  const { market, now, cache, sender, publicUrl } = context
  for (const [path, show] of Object.entries(ROUTES))
    readRoute(app, path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { slug = '' } = request.params as { slug?: string }
      const query = queryAt(market(), now(), undefined)
      const { clock } = query.moment
      const make = async () => {
        const report = await ipoReport(query.market, query.moment, slug)
        if (!report) throw new Problem('NOT_FOUND', 'no IPO has this address')
        const today = istDay(clock)
        const shown = show(sharedIpo(report, today), { today, isDemo: query.market.demo, publicUrl })
        return withLifetime(query, shown, withinDay(report.span, clock))
      }
      const key = JSON.stringify([path, slug])
      return sender.send(request, reply, await cachedAnswer(cache, query, clock, { key, make }))
    })
}
