import { type Day, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import { symbolDeals } from '../../reports/deals/symbol-deals.ts'
import { ipoReport } from '../../reports/ipos/ipo.ts'
import { today as todayReport } from '../../reports/ipos/today.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK, withinDay } from '../../reports/moment.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import type { AnswerRoute } from '../../request/answer-route.ts'
import { type MarketQuery, queryAt, type ServedMarkets } from '../../request/market-query.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { Problem } from '../../request/problems.ts'
import { CROSS_ORIGIN } from '../share/cross-origin.ts'
import { sharedIpo } from '../share/shared-ipo.ts'
import { dealsCardSvg } from './deals-share-card.tsx'
import { DrawingQueue, drawPng } from './draw-card.ts'
import { ipoCardSvg } from './ipo-share-card.tsx'
import { scoreboardCardSvg } from './scoreboard-share-card.tsx'
import { todayCardSvg } from './today-share-card.tsx'

const PNG = 'image/png'

interface DrawnCard {
  readonly svg: string
  readonly span: ClockSpan
}

type CardMaker = (query: MarketQuery, today: Day, of: string) => Promise<DrawnCard | undefined>

const DEALS_CARD = '/cards/deals/:of.png'

/** The cards by path. `:of` is the slug or the symbol. */
const CARDS: Readonly<Record<string, CardMaker>> = {
  '/cards/today.png': async ({ market, moment }, day) => {
    const report = await todayReport(market, moment)
    return { svg: todayCardSvg(report, { day, isDemo: market.demo }), span: report.span }
  },
  '/cards/scoreboard.png': async ({ market, moment }) => {
    const { score } = await scoreTotals(market, moment)
    return { svg: scoreboardCardSvg(score, market.demo), span: UNCHANGED_BY_CLOCK }
  },
  '/cards/ipos/:of.png': async ({ market, moment }, today, slug) => {
    const report = await ipoReport(market, moment, slug)
    if (!report) return undefined
    return { svg: ipoCardSvg(sharedIpo(report, today), { today, isDemo: market.demo }), span: report.span }
  },
  [DEALS_CARD]: async ({ market, moment }, _today, symbol) => {
    if (symbol.length > MAX_TEXT_LENGTH) return undefined
    const svg = dealsCardSvg(await symbolDeals(market.db, moment, symbol), market.demo)
    return svg === undefined ? undefined : { svg, span: UNCHANGED_BY_CLOCK }
  },
}

/** The pictures that messengers and social networks show beside a link to a page. */
export function cardRoutes({ market, now }: Pick<ServedMarkets, 'market' | 'now'>): AnswerRoute[] {
  const drawings = new DrawingQueue()
  return Object.entries(CARDS).map(([path, cardOf]) => ({
    path,
    ask({ params: { of: given = '' } }) {
      // Symbols are found in any case, but one card is drawn only once.
      const of = path === DEALS_CARD ? asciiUpper(given) : given
      const query = queryAt(market(), now())
      const { clock } = query.moment
      const make = async () => {
        const card = await cardOf(query, istDay(clock), of)
        if (!card) throw new Problem('NOT_FOUND', 'there is no card at this address')
        const body = await drawPng(card.svg)
        return { body, contentType: PNG, headers: CROSS_ORIGIN, span: withinDay(card.span, clock) }
      }
      return { query, key: JSON.stringify([path, of]), make: () => drawings.run(make) }
    },
  }))
}
