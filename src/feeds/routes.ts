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
  readonly publicUrl: string
}

type Query = Readonly<Record<string, unknown>>

/** Adds the routes of the Atom feed and the calendar. */
export function feedRoutes(app: FastifyInstance, context: FeedsContext): void {
  const { cache, sender, publicUrl } = context

  readRoute(app, ATOM_PATH, async (request, reply) => {
    const parameters = request.query as Query
    const { market, now } = await marketFor(context, parameters)
    const { values, ignored } = readQuery(MOMENT_PARAMETERS, parameters)
    const query = queryAt(market, now, values.asOf)
    const make = async () => {
      const { end, span } = await changesEnd(market.db, market, query.moment.clock)
      const groups = await latestChanges(market, end, ENTRIES)
      const setting = { publicUrl, demo: market.demo, disclaimer: disclaimerFor(market) }
      const headers = { 'X-Market-Version': positionName(market, end) }
      const answer = { body: atomBody(groups, end, setting), contentType: ATOM, headers }
      return { ...withLifetime(query, answer, span), isDated: true }
    }
    const answer = await cachedAnswer(cache, query, context.now(), {
      key: answerKey('atom', query, []),
      make,
    })
    return sender.send(request, reply, { ...answer, ignored })
  })

  readRoute(app, CALENDAR_PATH, async (request, reply) => {
    const parameters = request.query as Query
    const { market, now } = await marketFor(context, parameters)
    const { values, ignored } = readQuery(CALENDAR_PARAMETERS, parameters)
    const { asOf, ...filter } = values
    const query = queryAt(market, now, asOf)
    const make = async () => {
      const { events, span } = await calendar(market, query.moment, filter)
      const body = calendarBody(events, { publicUrl, demo: market.demo })
      const answer = { body, contentType: CALENDAR, headers: positionHeader(query, span) }
      return { ...withLifetime(query, answer, span), isDated: true }
    }
    const key = answerKey('calendar', query, [filter])
    return sender.send(request, reply, {
      ...(await cachedAnswer(cache, query, context.now(), { key, make })),
      ignored,
    })
  })
}

const ATOM = 'application/atom+xml; charset=utf-8'
/** The most entries of the feed: several days of changes, because some feed readers poll only every few days. */
const ENTRIES = 100
const CALENDAR = 'text/calendar; charset=utf-8'
