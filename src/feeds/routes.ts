import { changesEnd } from '../reports/changes/changes-end.ts'
import { latestChanges } from '../reports/changes/latest-changes.ts'
import { positionName } from '../reports/changes/position.ts'
import { calendar } from '../reports/ipos/calendar.ts'
import { type AnswerRoute, positionHeader } from '../request/answer-route.ts'
import { CALENDAR_PARAMETERS, MOMENT_PARAMETERS } from '../request/market-parameters.ts'
import { answerKey, momentQuery, type ServedMarkets } from '../request/market-query.ts'
import { ATOM_PATH, CALENDAR_PATH } from '../request/paths.ts'
import { calendarBody } from './calendar.ts'
import { atomBody } from './change-atom.ts'

const ATOM = 'application/atom+xml; charset=utf-8'
/** The most entries of the feed: several days of changes, because some feed readers poll only every few days. */
const ENTRIES = 100
const CALENDAR = 'text/calendar; charset=utf-8'

/** The Atom feed and the calendar. */
export const feedRoutes = (context: ServedMarkets & { readonly publicUrl: string }): AnswerRoute[] => [
  {
    path: ATOM_PATH,
    async ask({ query: fields }) {
      const { query, ignored } = await momentQuery(context, MOMENT_PARAMETERS, fields)
      const { market } = query
      const make = async () => {
        const { end, span } = await changesEnd(market.db, market, query.moment.clock)
        const groups = await latestChanges(market, end, ENTRIES)
        const setting = { publicUrl: context.publicUrl, demo: market.demo }
        const headers = { 'X-Market-Version': positionName(market, end) }
        return { body: atomBody(groups, end, setting), contentType: ATOM, headers, span, isDated: true }
      }
      return { query, key: answerKey('atom', query, []), ignored, make }
    },
  },
  {
    path: CALENDAR_PATH,
    async ask({ query: fields }) {
      const { query, filter, ignored } = await momentQuery(context, CALENDAR_PARAMETERS, fields)
      const make = async () => {
        const { events, span } = await calendar(query.market, query.moment, filter)
        const body = calendarBody(events, { publicUrl: context.publicUrl, demo: query.market.demo })
        const headers = positionHeader(query, span)
        return { body, contentType: CALENDAR, headers, span, isDated: true }
      }
      return { query, key: answerKey('calendar', query, [filter]), ignored, make }
    },
  },
]
