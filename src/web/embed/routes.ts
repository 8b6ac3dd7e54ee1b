import { istDay } from '../../market/calendar.ts'
import { ipoView } from '../../reports/ipos/ipo-view.ts'
import { withinDay } from '../../reports/moment.ts'
import type { AnswerInSpan, AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { HTML } from '../layout.tsx'
import { CROSS_ORIGIN } from '../share/cross-origin.ts'
import { type SharedIpo, sharedIpo } from '../share/shared-ipo.ts'
import { badgeSvg } from './badge.tsx'
import { type EmbedContext, embedHtml } from './embed-page.tsx'

/** Any site may frame this page, and it may load only its own style and icon. */
const FRAMED_PAGE = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
}

type Shown = Omit<AnswerInSpan, 'span'>

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
export const embedRoutes = ({
  market,
  now,
  publicUrl,
}: Pick<ServedMarkets, 'market' | 'now'> & { readonly publicUrl: string }): AnswerRoute[] =>
  Object.entries(ROUTES).map(([path, show]) => ({
    path,
    ask({ params: { slug = '' } }) {
      const query = queryAt(market(), now())
      const { clock } = query.moment
      const make = async () => {
        const view = await ipoView(query.market, query.moment, slug)
        if (!view) throw new Problem('NOT_FOUND', 'no IPO has this address')
        const context = { today: istDay(clock), isDemo: query.market.demo, publicUrl }
        const shown = show(sharedIpo(view), context)
        return { ...shown, span: withinDay(view.span, clock) }
      }
      return { query, key: JSON.stringify([path, slug]), make }
    },
  }))
