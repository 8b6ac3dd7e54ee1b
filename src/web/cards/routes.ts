import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Day, type Instant, istDay } from '../../market/calendar.ts'
import { asciiUpper } from '../../market/text-order.ts'
import type { AnswerCache } from '../../publish/answer-cache.ts'
import { readRoute } from '../../publish/read-route.ts'
import type { Sender } from '../../publish/sender.ts'
import { symbolDeals } from '../../reports/deals/symbol-deals.ts'
import { ipoReport } from '../../reports/ipos/ipo.ts'
import { today as todayReport } from '../../reports/ipos/today.ts'
import { type ClockSpan, UNCHANGED_BY_CLOCK, withinDay } from '../../reports/moment.ts'
import { scoreTotals } from '../../reports/scores/scoreboard.ts'
import type { ServedMarket } from '../../reports/served-market.ts'
import { withLifetime } from '../../request/answer-lifetime.ts'
import { cachedAnswer } from '../../request/cached-answer.ts'
import { type MarketQuery, queryAt } from '../../request/market-query.ts'
import { MAX_TEXT_LENGTH } from '../../request/parameters.ts'
import { Problem } from '../../request/problems.ts'
import { CROSS_ORIGIN } from '../share/cross-origin.ts'
import { sharedIpo } from '../share/shared-ipo.ts'
import { dealsCardSvg } from './deals-share-card.tsx'
import { DrawingQueue, drawPng } from './draw-card.ts'
import { ipoCardSvg } from './ipo-share-card.tsx'
import { scoreboardCardSvg } from './scoreboard-share-card.tsx'
import { todayCardSvg } from './today-share-card.tsx'

export interface CardContext {
  readonly market: () => ServedMarket
  readonly now: () => Instant
  readonly cache: AnswerCache
  readonly sender: Sender
}

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
export function cardRoutes(app: FastifyInstance, { market, now, cache, sender }: CardContext): void {
  const drawings = new DrawingQueue()

  for (const [path, cardOf] of Object.entries(CARDS))
    readRoute(app, path, async (request: FastifyRequest, reply: FastifyReply) => {
      const { of: given = '' } = request.params as { of?: string }
      // Symbols are found in any case, but one card is drawn only once.
      const of = path === DEALS_CARD ? asciiUpper(given) : given
      const query = queryAt(market(), now(), undefined)
      const { clock } = query.moment
      const make = async () => {
        const card = await cardOf(query, istDay(clock), of)
        if (!card) throw new Problem('NOT_FOUND', 'there is no card at this address')
        const answer = { body: await drawPng(card.svg), contentType: PNG, headers: CROSS_ORIGIN }
        return withLifetime(query, answer, withinDay(card.span, clock))
      }
      const key = JSON.stringify([path, of])
      return sender.send(
        request,
        reply,
        await cachedAnswer(cache, query, clock, { key, make: () => drawings.run(make) }),
      )
    })
}
