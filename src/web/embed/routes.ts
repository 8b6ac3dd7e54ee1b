import { istDay } from '../../market/calendar.ts'
import { ipoView } from '../../reports/ipos/ipo-view.ts'
import { withinDay } from '../../reports/moment.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { Problem } from '../../request/problems.ts'
import { CROSS_ORIGIN } from '../assets.ts'
import { HTML } from '../layout.tsx'
import { refuseAsOf } from '../past/past-page.tsx'
import { sharedIpo } from '../share/shared-ipo.ts'
import { badgeSvg } from './badge.tsx'
import { embedHtml } from './embed-page.tsx'

/** Any site may frame this page, and it may load only its own style and icon. */
export const FRAMED_PAGE = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Robots-Tag': 'noindex',
}

const SHOWN = [
  { path: '/embed/:slug', show: embedHtml, contentType: HTML, headers: FRAMED_PAGE },
  { path: '/badge/:slug.svg', show: badgeSvg, contentType: 'image/svg+xml', headers: CROSS_ORIGIN },
]

/** What other sites may show of an IPO: a small page in a frame, and a badge. */
export const embedRoutes = ({
  market,
  now,
  publicUrl,
  isCopy,
}: Pick<ServedMarkets, 'market' | 'now'> & {
  readonly publicUrl: string
  readonly isCopy: boolean
}): AnswerRoute[] =>
  SHOWN.map(({ path, show, ...answer }) => ({
    path,
    ask({ params: { slug = '' }, query: fields }) {
      refuseAsOf(fields)
      const query = queryAt(market(), now())
      const { clock } = query.moment
      const make = async () => {
        const view = await ipoView(query.market, query.moment, slug)
        if (!view) throw new Problem('NOT_FOUND', 'no IPO has this address')
        const context = { today: istDay(clock), isDemo: query.market.demo, publicUrl, isCopy }
        return { ...answer, body: show(sharedIpo(view), context), span: withinDay(view.span, clock) }
      }
      return { query, key: JSON.stringify([path, slug]), make }
    },
  }))
