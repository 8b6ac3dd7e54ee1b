import { istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { newestDeals } from '../../reports/deals/deal-days.ts'
import { ipoView } from '../../reports/ipos/ipo-view.ts'
import { today as todayReport } from '../../reports/ipos/today.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK, withinDay } from '../../reports/moment.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { type MarketQuery, queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { Problem } from '../../request/problems.ts'
import { CROSS_ORIGIN } from '../assets.ts'
import { refuseAsOf } from '../past/past-page.tsx'
import { sharedIpo } from '../share/shared-ipo.ts'
import type { Card } from './card.ts'
import { cardSvg } from './card-layout.tsx'
import { dealsCard, ipoCard, scoreboardCard, todayCard } from './cards.ts'
import { DrawingQueue, drawPng } from './draw-card.ts'

const PNG = 'image/png'

type CardMaker = (
  query: MarketQuery,
  of: string,
) => Promise<{ readonly card: Card | undefined; readonly span: ClockSpan } | undefined>

const DEALS_CARD = '/cards/deals/:of.png'

/** The cards by path. `:of` is the slug or the symbol. */
const CARDS: Readonly<Record<string, CardMaker>> = {
  '/cards/today.png': async ({ market, moment }) => {
    const report = await todayReport(market, moment)
    return { card: todayCard(report, istDay(moment.clock)), span: report.span }
  },
  '/cards/scoreboard.png': async ({ market, moment }) => {
    const { score } = await scoreTotals(market, moment)
    return { card: scoreboardCard(score), span: UNCHANGED_BY_CLOCK }
  },
  '/cards/ipos/:of.png': async ({ market, moment }, slug) => {
    const view = await ipoView(market, moment, slug)
    return view && { card: ipoCard(sharedIpo(view), view.today), span: view.span }
  },
  [DEALS_CARD]: async ({ market, moment }, symbol) =>
    symbol.length > MAX_TEXT_LENGTH
      ? undefined
      : {
          card: dealsCard(symbol, await newestDeals(market.db, moment, { symbol })),
          span: UNCHANGED_BY_CLOCK,
        },
}

/** A card before it is drawn, which takes much longer than making this; `undefined` where there is none. */
export async function cardDrawing(query: MarketQuery, path: string, of: string) {
  const made = await CARDS[path]?.(query, of)
  if (!made?.card) return undefined
  return { svg: await cardSvg(made.card, query.market.demo), span: withinDay(made.span, query.moment.clock) }
}

/** The pictures that messengers and social networks show beside a link to a page. */
export function cardRoutes({ market, now }: Pick<ServedMarkets, 'market' | 'now'>): AnswerRoute[] {
  const drawings = new DrawingQueue()
  return Object.keys(CARDS).map((path) => ({
    path,
    ask({ params: { of: given = '' }, query: fields }) {
      refuseAsOf(fields)
      // Symbols are found in any case, but one card is drawn only once.
      const of = path === DEALS_CARD ? asciiUpper(given) : given
      const query = queryAt(market(), now())
      const make = async () => {
        const drawing = await cardDrawing(query, path, of)
        if (!drawing) throw new Problem('NOT_FOUND', 'there is no card at this address')
        const { svg, span } = drawing
        return { body: await drawPng(svg), contentType: PNG, headers: CROSS_ORIGIN, span }
      }
      return { query, key: JSON.stringify([path, of]), make: () => drawings.run(make) }
    },
  }))
}
