import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerDraft } from '../publish/answer.ts'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import type { Sender } from '../publish/sender.ts'
import type { SourceChoice } from '../reports/sources.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { changesQuery, marketForChangesQuery } from '../request/changes-query.ts'
import type { ListName } from '../request/cursor.ts'
import { answerKey, marketFor, type ServedMarkets } from '../request/market-at-moment.ts'
import {
  ACCURACY_PARAMETERS,
  DEAL_PARAMETERS,
  DEALS_LIMIT,
  IPO_PARAMETERS,
  IPOS_LIMIT,
  MOMENT_PARAMETERS,
  STANDARD_HORIZON,
} from '../request/market-parameters.ts'
import {
  type MarketQuery,
  type PageQuery,
  pageQuery,
  queryAt,
  refuseEmptyRange,
} from '../request/market-query.ts'
import { type Parameters, readQuery } from '../request/parameters.ts'
import { BASE } from '../request/paths.ts'
import { accuracyAnswer, calibrationAnswer } from './accuracy-answers.ts'
import {
  dealsAnswer,
  evidenceAnswer,
  indexAnswer,
  ipoAnswer,
  iposAnswer,
  scoreboardAnswer,
  sourcesAnswer,
} from './answers.ts'
import { changesAnswer } from './changes-answers.ts'

export interface ApiContext extends ServedMarkets {
  readonly cache: AnswerCache
  readonly sender: Sender
  readonly sources: SourceChoice
  /** Where the service is reached from outside, without a final slash; empty when unknown. */
  readonly publicUrl: string
}

type Query = Readonly<Record<string, unknown>>

/** The JSON endpoints. What each answers stands in `answers.ts`, what each accepts in `endpoints.ts`. */
export function marketRoutes(app: FastifyInstance, context: ApiContext): void {
  const { cache, sender, publicUrl } = context

  readRoute(app, BASE, (request, reply) => {
    const { ignored } = readQuery({}, request.query as Query)
    const asked = queryAt(context.market(), context.now(), undefined)
    return respond(request, reply, { asked, key: BASE, ignored, make: () => indexAnswer(asked) })
  })

  readRoute(app, `${BASE}/ipos`, async (request, reply) => {
    const served = { ...(await marketFor(context, request.query as Query)), limits: IPOS_LIMIT }
    const page = pageQuery('ipos', IPO_PARAMETERS, request.query as Query, served)
    return respondPage(request, reply, 'ipos', page, () => iposAnswer(page, publicUrl))
  })

  readRoute(app, `${BASE}/ipos/:slug`, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const { asked, ignored } = await askedAboutMoment(request)
    const key = answerKey('ipo', asked, [slug])
    return respond(request, reply, { asked, key, ignored, make: () => ipoAnswer(asked, slug) })
  })

  readRoute(app, `${BASE}/ipos/:slug/evidence`, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const { asked, ignored } = await askedAboutMoment(request)
    const key = answerKey('evidence', asked, [slug])
    return respond(request, reply, { asked, key, ignored, make: () => evidenceAnswer(asked, slug) })
  })

  readRoute(app, `${BASE}/deals`, async (request, reply) => {
    const served = { ...(await marketFor(context, request.query as Query)), limits: DEALS_LIMIT }
    const page = pageQuery('deals', DEAL_PARAMETERS, request.query as Query, served)
    refuseEmptyRange(page.filter)
    return respondPage(request, reply, 'deals', page, () => dealsAnswer(page, publicUrl))
  })

  readRoute(app, `${BASE}/scoreboard`, async (request, reply) => {
    const { asked, ignored } = await askedAboutMoment(request)
    const key = answerKey('scoreboard', asked, [])
    return respond(request, reply, { asked, key, ignored, make: () => scoreboardAnswer(asked) })
  })

  readRoute(app, `${BASE}/accuracy`, async (request, reply) => {
    const { market, now } = await marketFor(context, request.query as Query)
    const { values, ignored } = readQuery(ACCURACY_PARAMETERS, request.query as Query)
    const asked = queryAt(market, now, values.asOf)
    const wanted = { horizon: values.horizon ?? STANDARD_HORIZON, source: values.source ?? null }
    const key = answerKey('accuracy', asked, [wanted])
    return respond(request, reply, { asked, key, ignored, make: () => accuracyAnswer(asked, wanted) })
  })

  readRoute(app, `${BASE}/calibration`, async (request, reply) => {
    const { asked, ignored } = await askedAboutMoment(request)
    const key = answerKey('calibration', asked, [])
    return respond(request, reply, { asked, key, ignored, make: () => calibrationAnswer(asked) })
  })

  readRoute(app, `${BASE}/sources`, async (request, reply) => {
    const { asked, ignored } = await askedAboutMoment(request)
    const key = answerKey('sources', asked, [])
    return respond(request, reply, { asked, key, ignored, make: () => sourcesAnswer(asked, context.sources) })
  })

  readRoute(app, `${BASE}/changes`, async (request, reply) => {
    const query = request.query as Query
    const asked = changesQuery(query, await marketForChangesQuery(context, query))
    const { filter, limit, begin, end, ignored } = asked
    const key = answerKey('changes', asked, [filter, limit, begin, end])
    return respond(request, reply, { asked, key, ignored, make: () => changesAnswer(asked, publicUrl) })
  })

  async function askedAboutMoment(
    request: FastifyRequest,
  ): Promise<{ asked: MarketQuery; ignored: readonly string[] }> {
    const { market, now } = await marketFor(context, request.query as Query)
    const { values, ignored } = readQuery(MOMENT_PARAMETERS, request.query as Query)
    return { asked: queryAt(market, now, values.asOf), ignored }
  }

  function respondPage(
    request: FastifyRequest,
    reply: FastifyReply,
    walk: ListName,
    page: Omit<PageQuery<ListName, Parameters>, 'next'>,
    make: () => Promise<AnswerDraft>,
  ): Promise<FastifyReply> {
    // A cursor pins the version that it leads through; without one it is that of the answer.
    const version = page.after === null ? null : page.moment.version
    const key = answerKey(walk, page, [page.filter, page.limit, page.after, version])
    return respond(request, reply, { asked: page, key, ignored: page.ignored, make })
  }

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      asked,
      key,
      ignored,
      make,
    }: { asked: MarketQuery; key: string; ignored: readonly string[]; make: () => Promise<AnswerDraft> },
  ): Promise<FastifyReply> {
    const kept = await cachedAnswer(cache, asked, context.now(), { key, make })
    return sender.send(request, reply, { ...kept, ignored })
  }
}
