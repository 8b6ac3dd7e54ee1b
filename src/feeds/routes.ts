import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../publish/answer-cache.ts'
import { readRoute } from '../publish/read-route.ts'
import type { Sender } from '../publish/sender.ts'
import { changesEnd } from '../reports/changes/changes-end.ts'
import { latestChanges } from '../reports/changes/latest-changes.ts'
import { positionName } from '../reports/changes/position.ts'
import { disclaimerFor } from '../reports/disclaimer.ts'
import { calendar } from '../reports/ipos/calendar.ts'
import { positionHeader, withLifetime } from '../request/answer-lifetime.ts'
import { cachedAnswer } from '../request/cached-answer.ts'
import { CALENDAR_PARAMETERS } from '../request/feed-parameters.ts'
import { answerKey, marketFor, type ServedMarkets } from '../request/market-at-moment.ts'
import { MOMENT_PARAMETERS } from '../request/market-parameters.ts'
import { queryAt } from '../request/market-query.ts'
import { readQuery } from '../request/parameters.ts'
import { ATOM_PATH, CALENDAR_PATH } from '../request/paths.ts'
import { calendarBody } from './calendar.ts'
import { atomBody } from './change-atom.ts'

export interface FeedsContext extends ServedMarkets {
  readonly cache: AnswerCache
  readonly sender: Sender
  /** Where the service is reached from outside, without a final slash; empty when unknown. */
  readonly publicUrl: string
}

type Query = Readonly<Record<string, unknown>>

/** What programs other than readers of JSON ask for: calendars, feeds, downloads. */
export function feedRoutes(app: FastifyInstance, context: FeedsContext): void {
  const { cache, sender, publicUrl } = context

  readRoute(app, ATOM_PATH, async (request, reply) => {
    const query = request.query as Query
    const { market, now } = await marketFor(context, query)
    const { values, ignored } = readQuery(MOMENT_PARAMETERS, query)
    const asked = queryAt(market, now, values.asOf)
    const make = async () => {
      const { end, span } = await changesEnd(market.db, market, asked.moment.clock)
      const groups = await latestChanges(market, end, ENTRIES)
      const setting = { publicUrl, demo: market.demo, disclaimer: disclaimerFor(market) }
      const headers = { 'X-Market-Version': positionName(market, end) }
      return withLifetime(asked, { body: atomBody(groups, end, setting), contentType: ATOM, headers }, span)
    }
    const kept = await cachedAnswer(cache, asked, context.now(), { key: answerKey('atom', asked, []), make })
    return sender.send(request, reply, { ...kept, ignored })
  })

  readRoute(app, CALENDAR_PATH, async (request, reply) => {
    const query = request.query as Query
    const { market, now } = await marketFor(context, query)
    const { values, ignored } = readQuery(CALENDAR_PARAMETERS, query)
    const { asOf, ...filter } = values
    const asked = queryAt(market, now, asOf)
    const make = async () => {
      const { events, span } = await calendar(market, asked.moment, filter)
      const body = calendarBody(events, { publicUrl, demo: market.demo })
      return withLifetime(asked, { body, contentType: CALENDAR, headers: positionHeader(asked, span) }, span)
    }
    const key = answerKey('calendar', asked, [filter])
    return sender.send(request, reply, {
      ...(await cachedAnswer(cache, asked, context.now(), { key, make })),
      ignored,
    })
  })
}

const ATOM = 'application/atom+xml; charset=utf-8'
/** Readers come back within days, and this is what changes in some. */
const ENTRIES = 100
const CALENDAR = 'text/calendar; charset=utf-8'
