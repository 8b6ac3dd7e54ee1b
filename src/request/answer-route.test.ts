import { expect, test } from 'vitest'
import { msOf } from '../market/calendar.ts'
import { AnswerCache } from '../publish/answer-cache.ts'
import { UNCHANGED_BY_CLOCK } from '../reports/moment.ts'
import type { ServedMarket } from '../reports/served-market.ts'
import { type AskedAnswer, findAnswer } from './answer-route.ts'
import { queryAt } from './market-query.ts'

const NOW = '2026-01-15T06:00:00.000Z'
const MARKET = {
  demo: false,
  history: 0,
  version: 1,
  committed: NOW,
  servedSince: NOW,
  isUnavailable: false,
} as ServedMarket

/** What a request to a market asks. */
const asked = (changed: Partial<ServedMarket>): AskedAnswer => ({
  query: queryAt({ ...MARKET, ...changed }, NOW),
  key: 'ipos',
  make: async () => ({
    body: '[]',
    contentType: 'application/json',
    headers: {},
    span: UNCHANGED_BY_CLOCK,
  }),
})

test.each<[string, Partial<ServedMarket>, 'stale' | 'none']>([
  ['of the same facts', {}, 'stale'],
  ['of the demo', { demo: true }, 'none'],
  ['of facts that the store has lost since', { history: -1 }, 'none'],
])('while the store cannot be read, an answer %s: %o is sent as %s', async (_of, made, sent) => {
  const cache = new AnswerCache()
  await findAnswer(cache, asked(made), msOf(NOW))
  const found = await findAnswer(cache, asked({ isUnavailable: true }), msOf(NOW)).catch(({ code }) => code)
  expect(found).toEqual(sent === 'none' ? 'UNAVAILABLE' : expect.objectContaining({ isStale: true }))
})
